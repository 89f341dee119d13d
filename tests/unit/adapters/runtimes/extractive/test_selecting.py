from __future__ import annotations

from ascertain.adapters.runtimes.extractive.candidates import Candidate, candidates_of
from ascertain.adapters.runtimes.extractive.selecting import (
    Ranked,
    contradicts,
    resemblance,
    select,
    shingles,
)
from ascertain.adapters.runtimes.extractive.terms import tokens
from extractive_pages import Page, reply_for


def ranked(text: str, score: float, source: int = 0) -> Ranked:
    page = Page(f"file:///{source}.txt", "", text)
    candidate: Candidate = candidates_of(source, reply_for(page), frozenset(tokens(text)))[0]
    return Ranked(candidate, score, shingles(text), frozenset(tokens(text)))


def texts(chosen: list[Ranked]) -> list[str]:
    return [item.candidate.text for item in chosen]


FOUNDED = "Mara Voss founded the yard in Bergen in 2011."
CLOSED = "Lena Berg closed the yard in Stad in 2019."
STORM = "A storm took nine of the turbines that winter."


def test_two_sources_may_say_the_same_and_a_third_may_not() -> None:
    items = [ranked(FOUNDED, 1 - n / 100, source=n) for n in range(4)]
    assert len(select(items, [], 10)) == 2


def test_one_source_says_a_thing_once() -> None:
    assert len(select([ranked(FOUNDED, 1.0), ranked(FOUNDED, 0.9)], [], 10)) == 1


def test_far_weaker_sentences_are_no_answers() -> None:
    assert texts(select([ranked(FOUNDED, 1.0), ranked(STORM, 0.2)], [], 10)) == [FOUNDED]


def test_each_alternative_of_the_question_gets_its_turn() -> None:
    other = "Mara Voss built a second yard near Stad in 2011."
    items = [ranked(FOUNDED, 1.0), ranked(other, 0.97), ranked(CLOSED, 0.95)]
    years = [frozenset({"2011"}), frozenset({"2019"})]
    assert texts(select(items, years, 2)) == [FOUNDED, CLOSED]


def test_no_more_than_the_limit_is_chosen_and_nothing_from_nothing() -> None:
    items = [ranked(FOUNDED, 1.0), ranked(CLOSED, 0.9), ranked(STORM, 0.8)]
    assert len(select(items, [], 2)) == 2
    assert select([], [], 2) == []


def test_a_sentence_inside_a_longer_one_resembles_it_fully() -> None:
    assert resemblance(shingles("founded the yard"), shingles(FOUNDED)) == 1.0
    assert resemblance(shingles(""), shingles(FOUNDED)) == 0.0


def test_a_sentence_that_gives_another_figure_is_no_copy() -> None:
    other = FOUNDED.replace("2011", "2014")
    chosen = select(
        [ranked(FOUNDED, 1.0), ranked(FOUNDED, 0.99, source=1), ranked(other, 0.9)], [], 3
    )
    assert texts(chosen)[:2] == [FOUNDED, other]
    assert not contradicts(shingles(FOUNDED), shingles("Mara Voss founded the yard."))
