"""The mutation suite is large, varied, the same each time, and really altered."""

from __future__ import annotations

from collections import Counter

import pytest

from ascertain.evaluation.replacing import exchanged, replaced
from ascertain.evaluation.suite import GROUPS, KINDS, TRUE_KINDS, mutation_suite
from ascertain.evaluation.true_pairs import load_pairs
from ascertain.evaluation.value_mutations import VALUE_MUTATIONS

CASES = mutation_suite()
ALTER = dict(VALUE_MUTATIONS)


def test_there_are_enough_true_pairs_and_rewritings() -> None:
    pairs = Counter(pair.language for pair in load_pairs())
    assert pairs["en"] >= 120
    assert pairs["zh"] >= 60
    assert sum(len(pair.same) for pair in load_pairs()) >= 150


def test_there_are_twenty_kinds_and_a_thousand_altered_cases_in_both_languages() -> None:
    altered = [case for case in CASES if not case.is_true]
    assert len({case.kind for case in altered}) == len(KINDS) >= 20
    for language in ("en", "zh"):
        assert sum(case.language == language for case in altered) >= 1_000


def test_every_kind_belongs_to_one_group() -> None:
    assert sorted(kind for kinds in GROUPS.values() for kind in kinds) == sorted(KINDS)


def test_the_suite_is_the_same_each_time() -> None:
    assert mutation_suite() == CASES


def test_an_altered_case_is_never_a_true_one() -> None:
    true = {(case.claim, case.passage) for case in CASES if case.is_true}
    assert [case for case in CASES if not case.is_true and (case.claim, case.passage) in true] == []
    assert {case.kind for case in CASES if case.is_true} == set(TRUE_KINDS)


def test_both_halves_are_about_equally_large() -> None:
    halves = Counter(case.half for case in CASES)
    assert abs(halves["open"] - halves["held_out"]) < 0.1 * len(CASES)


@pytest.mark.parametrize(
    ("kind", "claim", "altered"),
    [
        ("number_times", "It cost 1,200 dollars.", "It cost 3,600 dollars."),
        ("number_times", "Fewer than 300 came.", "Fewer than 150 came."),
        ("number_times", "It rained.", None),
        ("number_digit", "It has 93 rooms.", "It has 94 rooms."),
        ("number_digit", "Fewer than 300 came.", "Fewer than 200 came."),
        ("number_digit", "It has 9 rooms.", "It has 8 rooms."),
        ("number_digit", "It has 19 rooms and 0 doors.", None),
        ("number_range", "From 4.1 to 5.6 percent.", "From 4.1 to 11.2 percent."),
        ("number_range", "Between 2003 and 2009 it rained.", None),
        ("number_scale", "It cost 3 million.", "It cost 3 billion."),
        ("unit", "It is 93 metres high.", "It is 93 feet high."),
        ("unit_rate", "It opens twice a month.", "It opens twice a week."),
        ("date_year", "It opened in 1987.", "It opened in 1990."),
        ("date_year", "It opened.", None),
        ("date_month", "It opened in November.", "It opened in January."),
        ("date_month", "它于11月开放。", "它于1月开放。"),
        ("date_month", "It may open.", None),
        ("date_day", "It opened on 4 March.", "It opened on 6 March."),
        ("date_day", "It opened in March.", None),
        ("time_half", "It opens at 9 am.", "It opens at 9 pm."),
    ],
)
def test_a_value_is_altered_as_its_kind_says(kind: str, claim: str, altered: str | None) -> None:
    assert ALTER[kind](claim) == altered


def test_words_are_replaced_whole_and_the_sentence_still_begins_with_a_capital() -> None:
    assert replaced("The art of cars.", "car", "bus") is None
    assert replaced("If it rains, we stay.", "If it rains, ", "") == "We stay."
    assert replaced("We stay if it rains.", " if it rains", "") == "We stay."


def test_phrases_change_places_with_their_articles() -> None:
    assert exchanged("The dog saw Ada.", "The dog", "Ada") == "Ada saw the dog."
    assert exchanged("The dog saw Ada.", "The cat", "Ada") is None
    assert exchanged("The dog saw Ada.", "The dog saw", "dog") is None
