"""Merging is idempotent, commutative, and loses nothing."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ascertain.controller.comparing import COMPARING
from ascertain.evidence.kinds import Verdict
from ascertain.merging.aging import Aging
from ascertain.merging.independence import Borrowing
from ascertain.merging.merge import Judged, MergeTerms, merge_evidence
from builders import evidence, plan, source

WORDS = st.sampled_from(
    "Ailsa founded the firm in 2014 not all 214 people 斯凯里恩 成立 opened May".split()
)
CLAIMS = st.lists(WORDS, min_size=1, max_size=9).map(" ".join)
TERMS = MergeTerms(
    comparing=COMPARING,
    aging=Aging("2026-01-01", {"event": 365.0}),
    borrowing=Borrowing({"S1": "S0"}),
)
VERDICTS: st.SearchStrategy[Verdict] = st.sampled_from(
    ["supported", "refuted", "not_enough_evidence", "conflicting"]
)
SOURCES = {f"S{n}": source(f"S{n}") for n in range(4)}
PLAN = plan("q1", "q2")


@st.composite
def judged(draw: st.DrawFn) -> list[Judged]:
    count = draw(st.integers(0, 12))
    return [
        Judged(
            evidence(
                f"E{at}",
                draw(CLAIMS),
                source_id=f"S{draw(st.integers(0, 3))}",
                sub_question_id=draw(st.sampled_from(["q1", "q2"])),
            ),
            draw(VERDICTS),
            draw(st.floats(0, 1)),
            tuple(draw(st.sets(st.sampled_from(["q1", "q2"]), min_size=1))),
        )
        for at in range(count)
    ]


@given(judged())
def test_each_evidence_is_in_exactly_one_claim(items: list[Judged]) -> None:
    merged = merge_evidence(items, SOURCES, PLAN, TERMS)
    ids = sorted(link.id for claim in merged.claims for link in claim.evidence)
    assert ids == sorted(item.evidence.id for item in items)


@given(judged(), st.randoms(use_true_random=False))
def test_the_order_of_evidence_does_not_matter(items: list[Judged], random: Random) -> None:
    shuffled = list(items)
    random.shuffle(shuffled)
    assert merge_evidence(items, SOURCES, PLAN, TERMS) == merge_evidence(
        shuffled, SOURCES, PLAN, TERMS
    )


@given(judged())
def test_the_same_evidence_twice_changes_nothing(items: list[Judged]) -> None:
    once = merge_evidence(items, SOURCES, PLAN, TERMS)
    assert merge_evidence([*items, *items], SOURCES, PLAN, TERMS) == once
