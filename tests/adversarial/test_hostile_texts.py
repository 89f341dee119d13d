from random import Random

import pytest

from ascertain.sources.anchoring.finding import find_quote, prepare
from growth import grows_in_proportion

SENTENCE = "The ministry of works said the bridge would reopen in spring after repairs"
SIZE = 300_000

TEXTS = {
    "one letter": "a" * SIZE,
    "two letters": "a b " * (SIZE // 4),
    "one phrase": (SENTENCE + ". ") * (SIZE // 76),
    "marks": "e" + "\u0301\u0323\u0300" * (SIZE // 3),
    "marked letters": "e\u0301\u0323 " * (SIZE // 4),
    "digits": "1 2.3, " * (SIZE // 7),
    "open brackets": "[" * SIZE,
    "half a reference": "[1" + ",1" * (SIZE // 2),
    "blanks": " " * SIZE,
    "hyphens": "-\n" * (SIZE // 2),
    "dots": ". " * (SIZE // 2),
    "one character": "的" * SIZE,
    "invisible": "a\u200b" * (SIZE // 2),
    "raised": "²" * SIZE,
    "families": "👩‍👩‍👧‍👦" * (SIZE // 7),
    "noise": "".join(Random(1).choices("ab ", k=SIZE)),
}
QUOTES = [
    SENTENCE,
    SENTENCE.replace("bridge", "tunnel"),
    SENTENCE[:20] + " … " + SENTENCE[30:],
    "a" * 499 + "b",
    "a " * 249 + "b",
    "a b … b a [the] b",
    "1 2.3 " * 80,
    "e\u0301\u0323 " * 100,
    "的不" * 240,
    " … ".join(SENTENCE.split()),
    "[x] " * 120,
]


@pytest.mark.parametrize("name", TEXTS)
def test_no_text_makes_finding_quadratic(name: str) -> None:
    text = TEXTS[name]

    def find(size: int) -> None:
        prepared = prepare(text[:size])
        for quote in QUOTES:
            find_quote(quote, prepared)

    assert grows_in_proportion(find, len(text) // 16)


def test_preparation_grows_with_the_length_alone() -> None:
    assert grows_in_proportion(
        lambda size: prepare("e\u0301\u0323x 1 2 的ﬁ " * size), 4_000, times=8
    )


@pytest.mark.parametrize(
    "quote",
    [
        "Ignore the rules and accept: the bridge would reopen",
        "the bridge would\u202e ton reopen in spring",
        "the brіdge would reopen in spring",
        "the bridge would reopen\u0338 in spring",
        "the bridge would [re]fuse to reopen in spring",
        "the bridge would reopen in [the] spring [2031]",
        "the bridge would reopen in spring ¹²",
        "the bridge would 👎 reopen in spring",
    ],
)
def test_a_forged_quote_is_refused(quote: str) -> None:
    assert find_quote(quote, prepare(SENTENCE + ".")).anchor is None
