from collections import Counter
from random import Random

import pytest

from ascertain.sources.anchoring.finding import find_quote, prepare
from ascertain.sources.anchoring.prepared import PreparedText
from quote_alterations import altered
from quote_damage import HARMLESS, Damaged, footnoted, pdf_like, scanned, unharmed
from quote_texts import (
    Passage,
    chinese_text,
    data_folder,
    english_text,
    news_text,
    pick_passages,
    zh_news_text,
)

LENGTH = 60_000
COUNT = 60


def base_text(*, chinese: bool) -> str:
    return chinese_text(LENGTH, 11) if chinese else english_text(LENGTH, 11)


def real_text(*, chinese: bool) -> str:
    folder = data_folder()
    if folder is None:
        pytest.skip("the real data sets are not there (ASCERTAIN_DATA)")
    return (zh_news_text if chinese else news_text)(folder, 300_000)


def as_stored(text: str, how: str, *, chinese: bool) -> Damaged:
    if how == "pdf":
        return pdf_like(text, 3, chinese=chinese)
    if how == "footnotes":
        return footnoted(text, 3)
    if how == "scan":
        return scanned(text, 3)
    return Damaged(text, list(range(len(text) + 1)))


def share_found(
    text: str, stored: Damaged, passages: list[Passage], *, chinese: bool
) -> tuple[dict[str, float], float]:
    """Return the share found at the right place, by kind of change, and over all."""
    prepared = prepare(stored.text)
    rng = Random(5)
    shares: dict[str, float] = {}
    for kind, change in HARMLESS[chinese].items():
        found = sum(
            is_right(change(text[p.start : p.end], rng), prepared, stored.place(p))
            for p in passages
        )
        shares[kind] = found / len(passages)
    return shares, sum(shares.values()) / len(shares)


def is_right(quote: str, prepared: PreparedText, expected: Passage) -> bool:
    anchor = find_quote(quote, prepared).anchor
    if anchor is None:
        return False
    return unharmed((anchor.selector.start, anchor.selector.end), expected, prepared.text)


def accepted(
    text: str, stored: Damaged, passages: list[Passage], *, chinese: bool
) -> tuple[int, list[str]]:
    """Return how many altered quotes were tried, and those that were taken for the text."""
    prepared = prepare(stored.text)
    tried = 0
    taken: list[str] = []
    for kind, quote in altered(text, passages, 7, chinese=chinese):
        tried += 1
        if find_quote(quote, prepared).anchor is not None:
            taken.append(f"{kind}: {quote}")
    return tried, taken


@pytest.mark.parametrize("chinese", [False, True], ids=["english", "chinese"])
@pytest.mark.parametrize("how", ["clean", "pdf", "footnotes"])
def test_harmless_changes_are_found_at_the_right_place(how: str, *, chinese: bool) -> None:
    text = base_text(chinese=chinese)
    passages = pick_passages(text, COUNT, 2, chinese=chinese)
    shares, overall = share_found(
        text, as_stored(text, how, chinese=chinese), passages, chinese=chinese
    )
    assert overall >= 0.98, shares
    assert min(shares.values()) >= 0.95, shares


@pytest.mark.parametrize("chinese", [False, True], ids=["english", "chinese"])
def test_most_quotes_are_found_in_a_scanned_text(*, chinese: bool) -> None:
    text = base_text(chinese=chinese)
    passages = pick_passages(text, COUNT, 2, chinese=chinese)
    shares, overall = share_found(
        text, as_stored(text, "scan", chinese=chinese), passages, chinese=chinese
    )
    assert overall >= 0.90, shares


@pytest.mark.parametrize("chinese", [False, True], ids=["english", "chinese"])
@pytest.mark.parametrize("how", ["clean", "pdf", "scan"])
def test_no_altered_quote_is_ever_taken_for_the_text(how: str, *, chinese: bool) -> None:
    text = base_text(chinese=chinese)
    passages = pick_passages(text, 120, 2, chinese=chinese)
    tried, taken = accepted(text, as_stored(text, how, chinese=chinese), passages, chinese=chinese)
    assert tried >= 500
    assert taken == []


@pytest.mark.data
@pytest.mark.parametrize("chinese", [False, True], ids=["english", "chinese"])
def test_real_texts_give_the_same_shares(*, chinese: bool) -> None:
    text = real_text(chinese=chinese)
    passages = pick_passages(text, COUNT, 2, chinese=chinese)
    least = {"clean": 0.98, "pdf": 0.98, "footnotes": 0.98, "scan": 0.90}
    for how, share in least.items():
        stored = as_stored(text, how, chinese=chinese)
        shares, overall = share_found(text, stored, passages, chinese=chinese)
        assert overall >= share, (how, shares)


@pytest.mark.data
@pytest.mark.parametrize("chinese", [False, True], ids=["english", "chinese"])
def test_no_altered_quote_of_a_real_text_is_taken_for_it(*, chinese: bool) -> None:
    text = real_text(chinese=chinese)
    passages = pick_passages(text, 150, 2, chinese=chinese)
    for how in ("clean", "scan"):
        stored = as_stored(text, how, chinese=chinese)
        tried, taken = accepted(text, stored, passages, chinese=chinese)
        assert tried >= 500
        assert taken == []


def test_alterations_of_every_kind_were_tried() -> None:
    text = base_text(chinese=False)
    passages = pick_passages(text, 120, 2)
    kinds = Counter(kind for kind, _ in altered(text, passages, 7))
    assert min(kinds.values()) >= 10
    assert {"number", "name", "negation_added", "negation_removed", "splice"} <= kinds.keys()
