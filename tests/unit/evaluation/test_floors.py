"""Floors of the checker's quality. They only rise: nobody lowers a figure to let a change pass."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path

import pytest

from ascertain.evaluation.checker import CheckerReport, evaluate_checker, score_suite
from ascertain.evaluation.public_sets import read_set, score_set

RECALL = {
    "number": 0.98,
    "unit": 0.95,
    "date": 0.99,
    "name": 0.98,
    "negation": 0.98,
    "direction": 0.97,
    "role": 0.84,
    "degree": 0.90,
    "wording": 0.94,
    "context": 0.97,
}
"""Share of altered pairs, by group, that is not called supported."""

WORST_KIND = 0.75
"""Recall of every single kind with thirty cases and more."""

ALL_RECALL = 0.97
FALSE_ALARMS = {"claim": 0.01, "paraphrase": 0.05}
MOST_UNCERTAIN = 0.25

SETS = {
    "wice_dev": 0.74,
    "factcheckgpt_stance": 0.69,
    "fever_sym_dev": 0.70,
    "attrbench_dev": 0.68,
    "begin_wow_dev": 0.87,
}
"""Balanced accuracy, supported against not, of the verdicts."""


@cache
def measured() -> CheckerReport:
    return score_suite(time.process_time)


@pytest.mark.parametrize("group", sorted(RECALL))
def test_altered_pairs_of_a_group_are_not_called_supported(group: str) -> None:
    recall = next(one.recall for one in measured().groups if one.name == group)
    assert recall.value is not None
    assert recall.value >= RECALL[group]


def test_no_kind_falls_far_behind() -> None:
    behind = [
        one.name
        for one in measured().kinds
        if one.recall.of >= 30 and (one.recall.value or 0.0) < WORST_KIND
    ]
    assert behind == []


def test_all_kinds_together_keep_their_floor_in_both_halves() -> None:
    for half in measured().halves:
        assert (half.recall.value or 0.0) >= ALL_RECALL - 0.01
    assert (measured().halves[-1].recall.value or 0.0) >= ALL_RECALL


@pytest.mark.parametrize("kind", sorted(FALSE_ALARMS))
def test_true_pairs_raise_few_alarms(kind: str) -> None:
    alarms = next(one.false_alarms for one in measured().true if one.name == kind)
    assert alarms.value is not None
    assert alarms.value <= FALSE_ALARMS[kind]


def test_little_is_left_open() -> None:
    assert (measured().halves[-1].uncertain.value or 0.0) <= MOST_UNCERTAIN


@pytest.mark.parametrize("name", sorted(SETS))
def test_public_sets_keep_their_floors(name: str, data: Path) -> None:
    score, _ = score_set(name, read_set(data / "entailment" / f"{name}.jsonl"), lambda: 0.0)
    assert score.balanced_accuracy is not None
    assert score.balanced_accuracy >= SETS[name]


def test_a_folder_of_sets_adds_their_scores_and_the_bins(tmp_path: Path) -> None:
    line = '{"claim": "The dam broke.", "evidence": "The dam broke.", "label": "S"}\n'
    (tmp_path / "tiny.jsonl").write_text(line, encoding="utf-8")
    report = evaluate_checker(tmp_path, lambda: 0.0)
    assert [one.name for one in report.sets] == ["tiny"]
    assert sum(one.borne_out.of for one in report.reliability) == 1
    assert report.calibration_error is not None
    assert evaluate_checker(None, lambda: 0.0).sets == ()
