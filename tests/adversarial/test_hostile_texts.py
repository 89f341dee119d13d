from random import Random
from time import process_time

import pytest

from ascertain.sources.anchoring.finding import find_quote, prepare

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
    start = process_time()
    prepared = prepare(text)
    assert process_time() - start < 6
    for quote in QUOTES:
        start = process_time()
        find_quote(quote, prepared)
        assert process_time() - start < 2, quote


def test_preparation_grows_with_the_length_alone() -> None:
    def seconds(size: int) -> float:
        text = "e\u0301\u0323x 1 2 的ﬁ " * size
        start = process_time()
        prepare(text)
        return process_time() - start

    seconds(2_000)
    small = max(seconds(4_000), 1e-3)
    assert seconds(32_000) / small < 24


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
