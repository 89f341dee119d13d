"""Copies that say something else, quotes in other texts, pages that take themselves back."""

from __future__ import annotations

import pytest

from ascertain.sources.copies import copy_differences, differing_pairs
from ascertain.sources.quoting import texts_with_quotes
from ascertain.sources.withdrawals import withdrawal_of
from growth import grows_in_proportion

ORIGINAL = "The firm lets two houses for £390 a month. Its founder Ann Lee was born in Tarn."


@pytest.mark.parametrize(
    ("copy", "says"),
    [
        (ORIGINAL.replace("390", "930"), "£930"),
        (ORIGINAL.replace("Ann Lee", "Ann Roe"), "Ann Roe"),
    ],
)
def test_a_copy_with_another_value_is_found(copy: str, says: str) -> None:
    (found,) = copy_differences(copy, ORIGINAL, "en")
    assert says in found.copy
    assert says not in found.original


def test_a_true_copy_and_another_text_differ_in_nothing() -> None:
    assert not copy_differences(ORIGINAL, ORIGINAL)
    assert not copy_differences("Rain falls on the moor all day and all night long.", ORIGINAL)
    assert not copy_differences(f"{'word ' * 200}.", f"{'word ' * 200}.")


def test_five_differences_are_enough() -> None:
    lines = [f"In house {at} there live about as many as 7 people." for at in range(9)]
    assert len(copy_differences("\n".join(lines).replace("7", "8"), "\n".join(lines))) == 5


def test_only_sources_that_repeat_others_are_compared() -> None:
    texts = {"S1": ORIGINAL, "S2": ORIGINAL.replace("390", "930"), "S3": ORIGINAL}
    found = differing_pairs(texts, {"S1": "S1", "S2": "S1", "S3": "S1"})
    assert list(found) == ["S2"]


QUOTE = "The mill grinds forty tonnes of barley in every week of the winter."


def test_a_long_quote_is_found_in_the_texts_that_hold_it() -> None:
    texts = {"S1": QUOTE, "S2": f"They write: “{QUOTE.upper()}”", "S3": "Nothing of the kind."}
    assert texts_with_quotes({"E1": QUOTE, "E2": "Too short."}, texts) == {
        "E1": frozenset({"S1", "S2"})
    }


def test_short_quotes_prove_nothing() -> None:
    assert texts_with_quotes({"E1": "It opened."}, {"S1": "It opened."}) == {}


def test_looking_for_quotes_grows_in_proportion_to_the_texts() -> None:
    def work(size: int) -> object:
        quotes = {f"E{at}": f"{at} {QUOTE}" for at in range(50)}
        return texts_with_quotes(quotes, {"S1": f"{QUOTE} " * size})

    assert grows_in_proportion(work, 800)


@pytest.mark.parametrize(
    ("title", "text", "retracted", "superseded"),
    [
        ("RETRACTED: On tides", "We measured.", True, False),
        ("[Superseded] Guide 3", "Use it well.", False, True),
        (None, "This article has been retracted by its authors. We measured.", True, False),
        ("Guide", "This guideline was superseded by Guide 4 in 2020.", False, True),
        ("标准", "本标准已被GB 2021号文件取代。", False, True),
        ("公告", "本公告已撤回。", True, False),
        ("Guide", "The old guideline of 2010 has been superseded by this one.", False, False),
        ("A retracted paper and what came of it", "It was a scandal.", False, False),
        (None, "", False, False),
    ],
)
def test_what_a_page_says_of_itself_counts(
    title: str | None, text: str, *, retracted: bool, superseded: bool
) -> None:
    said = withdrawal_of(title, text)
    assert (said.retraction is not None, said.superseded is not None) == (retracted, superseded)
