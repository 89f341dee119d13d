"""Claims that cannot both hold are told apart from change, other scope and agreement."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ascertain.controller.judging import comparing_by_checks
from ascertain.evidence.claim import Claim, ClaimEvidence, Conflict
from ascertain.evidence.document import DatedField
from ascertain.evidence.kinds import Verdict
from ascertain.merging.conflicts.assertion import assertion_of, is_han
from ascertain.merging.conflicts.finding import Weight, find_conflicts, weigh_conflicts
from ascertain.merging.conflicts.pairing import candidate_pairs
from ascertain.merging.conflicts.relating import Dated, relate

PAIRS = [
    json.loads(line)
    for line in Path(__file__).with_name("conflict_pairs.jsonl").read_text("utf-8").splitlines()
]
COMPARING = comparing_by_checks()


def kind_of(pair: dict[str, Any], *, turned: bool = False) -> str:
    one, other = (
        Dated(assertion_of(pair[side]), pair[side], pair[f"{side}_as_of"]) for side in "ab"
    )
    return relate(other, one, COMPARING).kind if turned else relate(one, other, COMPARING).kind


def f1(pairs: list[dict[str, Any]], label: str) -> float:
    counted: Counter[str] = Counter()
    for pair in pairs:
        said, meant = kind_of(pair) == label, pair["label"] == label
        counted["hit"] += said and meant
        counted["wrong"] += said != meant
    return 2 * counted["hit"] / (2 * counted["hit"] + counted["wrong"])


@pytest.mark.parametrize("held_out", [False, True])
def test_labelled_pairs_are_told_apart(held_out: bool) -> None:
    pairs = [pair for pair in PAIRS if pair["held_out"] is held_out]
    assert f1(pairs, "conflict") >= 0.9
    assert f1(pairs, "change") >= 0.9


def test_the_set_is_large_enough_to_say_something() -> None:
    assert len(PAIRS) >= 60
    assert {pair["lang"] for pair in PAIRS} == {"en", "zh"}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["id"])
def test_the_order_of_two_claims_does_not_matter(pair: dict[str, Any]) -> None:
    assert kind_of(pair) == kind_of(pair, turned=True)


MORE = [
    ("The Orrin museum is open.", "奥林博物馆已关闭。", "none"),
    ("Skerrion has 3 offices and 236 people.", "Skerrion has 4 offices and 112 people.", "none"),
    ("Skerrion employs 236 people in 2023.", "Skerrion employs 112 people.", "none"),
    ("Skerrion was led by Ailsa until 2019.", "Skerrion was led by Ailsa since 2019.", "none"),
    ("Skerrion's head office is in Aberdeen.", "Skerrion's head office is not in Bergen.", "none"),
    ("Skerrion sold 5 buoys.", "Skerrion did not sell 7 buoys.", "none"),
    (
        "Skerrion was the first maker of 3 gauges by Ailsa.",
        "Skerrion was the first maker of 4 gauges by Tomas.",
        "none",
    ),
    ("The harbour is wide.", "The railway was late.", "none"),
    ("Skerrion opened in May 2016.", "Skerrion opened in March 2016.", "conflict"),
    (
        "The director of Skerrion in 2020 was Ailsa.",
        "The director of Skerrion in 2020 was Tomas.",
        "conflict",
    ),
    ("斯凯里昂公司的总部在阿伯丁。", "斯凯里昂公司的总部在卑尔根。", "conflict"),
    ("斯凯里昂公司喜欢阿伯丁。", "斯凯里昂公司喜欢卑尔根。", "none"),
    ("Skerrion公司成立于2012年。", "Lindmar公司成立于2014年。", "none"),
    ("该公司有船3艘，总部在阿伯丁。", "该公司有船4艘，总部在卑尔根。", "none"),
    ("各港口增加投入。", "各港口减少投入。", "conflict"),
    (
        "Skerrion's revenue in the summer of 2022 was 3 million pounds.",
        "Skerrion's revenue in 2022 was 9 million pounds.",
        "none",
    ),
    ("Each buoy survived.", "No buoy survived.", "conflict"),
    ("Skerrion sells cheap gauges.", "Skerrion sells heavy gauges.", "none"),
    (
        "Skerrion公司的主要办公室位于阿伯丁港口旁边。",
        "Lindmar公司的主要办公室位于阿伯丁港口旁边。",
        "none",
    ),
    ("Skerrion employs 236 people.", "Skerrion employs 236 people and 4 dogs.", "none"),
    ("Skerrion employs people in 3 towns.", "Skerrion employs people in towns.", "none"),
    ("Skerrion opened in 2016.", "Skerrion opened.", "none"),
    ("Skerrion opened in 2016.", "Skerrion opened in 2016 until 2018.", "none"),
]


@pytest.mark.parametrize(("one", "other", "kind"), MORE)
def test_more_than_one_difference_speaks_of_something_else(one: str, other: str, kind: str) -> None:
    pair = {"a": one, "b": other, "a_as_of": None, "b_as_of": None}
    assert kind_of(pair) == kind_of(pair, turned=True) == kind


def claim(name: str, text: str, as_of: str | None = None, verdict: Verdict = "supported") -> Claim:
    return Claim(
        id=name,
        text=text,
        claim_type="statistic",
        evidence=(ClaimEvidence(id=f"E{name[1:]}"),),
        independent_sources=1,
        verdict=verdict,
        confidence=0.8,
        as_of=DatedField(value=as_of, where="meta date") if as_of else None,
    )


MANY = [
    claim("C1", "Skerrion employs 236 people.", "2024"),
    claim("C2", "Skerrion employs 112 people.", "2024"),
    claim("C3", "Skerrion employs 180 people.", "2024"),
    claim("C4", "Skerrion employs 60 people.", "2015"),
    claim("C5", "Skerrion makes tide gauges."),
    claim("C6", "Skerrion employs 999 people.", "2024", verdict="refuted"),
]


def test_claims_that_differ_in_the_same_are_one_conflict_and_change_is_another() -> None:
    found = find_conflicts(MANY, COMPARING)
    assert [(one.kind, one.attribute, one.claim_ids) for one in found] == [
        ("conflict", "number", ("C1", "C2", "C3")),
        ("change", "number", ("C1", "C2", "C3", "C4")),
    ]


@pytest.mark.parametrize(
    ("weights", "stands"),
    [
        ({"C1": Weight(0.9, 1), "C2": Weight(0.35, 3), "C3": Weight(0.35, 1)}, "C1"),
        ({"C1": Weight(0.5, 3), "C2": Weight(0.5, 1), "C3": Weight(0.5, 1)}, "C1"),
        ({"C1": Weight(0.5, 2), "C2": Weight(0.5, 1), "C3": Weight(0.5, 1)}, None),
        ({"C1": Weight(0.6, 9), "C2": Weight(0.7, 1), "C3": Weight(0.2, 1)}, None),
    ],
)
def test_one_official_document_outweighs_any_number_of_blogs(
    weights: dict[str, Weight], stands: str | None
) -> None:
    weighed = weigh_conflicts(MANY, find_conflicts(MANY, COMPARING), weights)
    assert [one.stands for one in weighed.conflicts] == [stands, None]
    after = {one.id: one for one in weighed.claims}
    for name in ("C1", "C2", "C3"):
        wanted: Verdict = "supported" if name == stands else "conflicting"
        assert after[name].verdict == wanted
        assert set(after[name].conflicts_with) == {"C1", "C2", "C3"} - {name}
    assert after["C2"].confidence <= 0.5
    assert after["C4"] == MANY[3]


def test_a_conflict_of_older_runs_is_one() -> None:
    assert Conflict(attribute="number", claim_ids=("C1", "C2"), detail="").kind == "conflict"


def test_pairs_grow_with_the_claims_and_not_with_their_square() -> None:
    def found(size: int) -> int:
        texts = {
            f"C{at}": assertion_of(f"Harbour {chr(97 + at // 10 % 26)}{at // 10} holds {at} ships.")
            for at in range(size)
        }
        return sum(1 for _ in candidate_pairs(texts))

    assert 0 < found(1_600) <= 6 * found(400)
    alike = {f"C{at}": assertion_of(f"Skerrion employs {at} people.") for at in range(2_000)}
    assert sum(1 for _ in candidate_pairs(alike)) < 4 * 2_000
    assert not list(candidate_pairs({"C1": assertion_of(""), "C2": assertion_of("!")}))


def test_scripts_are_told_apart() -> None:
    assert is_han("斯凯里昂公司有员工112人。")
    assert not is_han("Skerrion employs 112 people.")
    assert not assertion_of("The firm doesn't sell T4 gauges.").names & {"the"}
    assert assertion_of("It doesn't sell.").negations == 1


def test_claims_in_chinese_are_paired_by_the_signs_they_share() -> None:
    texts = ["该议案获得通过。", "该议案未获得通过。", "港口扩建完成。"]
    found = find_conflicts(
        [claim(f"C{at}", text) for at, text in enumerate(texts, start=1)], COMPARING
    )
    assert [one.claim_ids for one in found] == [("C1", "C2")]


def test_a_value_inside_another_is_left_out_once() -> None:
    assert assertion_of("It was founded in 2016/2017 with 3 ships.").quantities
