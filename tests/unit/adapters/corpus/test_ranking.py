from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascertain.adapters.corpus.ranking import Candidate, QueryTerm, inverse_frequency, score

FERRY = QueryTerm("ferry", ("ferries",), 2.0)
LAMP = QueryTerm("lamp", (), 3.0)


def candidate(
    text: str, *, heading: str = "", title: str = "", elsewhere: str = "", is_main: bool = True
) -> Candidate:
    return Candidate(
        text.split(), heading.split(), title.split(), frozenset(elsewhere.split()), is_main
    )


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (candidate("the ferry lamp"), candidate("the ferry and a lamp")),
        (candidate("a lamp"), candidate("a ferry")),
        (candidate("a ferry"), candidate("many ferries")),
        (candidate("many ferries"), candidate("nothing")),
        (candidate("ferry ferry x"), candidate("ferry x x")),
        (candidate("ferry"), candidate("ferry " + "x " * 500)),
        (candidate("x", heading="lamp"), candidate("x", title="lamp")),
        (candidate("x", title="lamp"), candidate("x", elsewhere="lamp")),
        (candidate("x", elsewhere="lamp"), candidate("x")),
        (candidate("lamp"), candidate("lamp", is_main=False)),
    ],
)
def test_better_answers_score_higher(better: Candidate, worse: Candidate) -> None:
    assert score(better, [FERRY, LAMP], ()) > score(worse, [FERRY, LAMP], ())


def test_a_name_counts_where_its_words_stand_together() -> None:
    name = (("ferry", "lamp"),)
    together = score(candidate("x ferry lamp"), [FERRY, LAMP], name)
    titled = score(candidate("lamp x ferry", title="ferry lamp"), [FERRY, LAMP], name)
    apart = score(candidate("lamp x ferry"), [FERRY, LAMP], name)
    assert together > titled > apart


def test_one_character_counts_in_every_pair_that_it_begins() -> None:
    term = QueryTerm("馆", (), 1.0)
    assert score(candidate("馆长 长"), [term], ()) > 0
    assert score(candidate("书馆 馆"), [term], ()) > 0
    assert score(candidate("图书 书"), [term], ()) == 0


def test_no_words_no_score() -> None:
    assert score(candidate("ferry"), [], ()) == 0


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_inverse_frequency_is_never_negative_and_falls_with_use(documents: int, n: int) -> None:
    assert inverse_frequency(documents, n) >= 0
    assert inverse_frequency(documents, n) >= inverse_frequency(documents, n + 1)


@given(
    st.lists(st.sampled_from(["ferry", "ferries", "lamp", "x"]), max_size=60),
    st.lists(st.sampled_from(["ferry", "lamp", "x"]), max_size=4),
    st.booleans(),
)
def test_scores_lie_between_0_and_1(tokens: list[str], title: list[str], is_main: bool) -> None:
    drawn = Candidate(tokens, title, title, frozenset(title), is_main)
    assert 0 <= score(drawn, [FERRY, LAMP], (("ferry", "lamp"),)) <= 1
