"""Intervals, bins and the scores of public sets."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from ascertain.errors import InputError
from ascertain.evaluation.intervals import share_of
from ascertain.evaluation.judged import Judged, judge
from ascertain.evaluation.public_sets import find_sets, read_set, score_set
from ascertain.evaluation.reliability import calibration_error, reliability

PAIR = '{"claim": "The dam was built in 1931.", "evidence": "%s", "label": "%s"}'


def ticking() -> float:
    return next(TICKS)


TICKS = (float(tick) for tick in count())


def test_the_interval_is_wilsons() -> None:
    share = share_of(8, 10)
    assert (share.value, share.low, share.high) == (0.8, 0.4902, 0.9433)


def test_a_share_of_nothing_has_no_value() -> None:
    share = share_of(0, 0)
    assert (share.value, share.low, share.high) == (None, None, None)


def test_the_ends_of_an_interval_stay_between_nought_and_one() -> None:
    assert share_of(0, 5).low == 0.0
    assert share_of(5, 5).high == 1.0


def test_confidence_that_is_worth_what_it_says_has_no_error() -> None:
    rows = [(0.25, place < 1) for place in range(4)] + [(1.0, True)]
    bins = reliability(rows)
    assert [one.borne_out.of for one in bins] == [0, 0, 4, 0, 0, 0, 0, 0, 0, 1]
    assert calibration_error(bins) == 0.0


def test_confidence_that_boasts_has_an_error() -> None:
    assert calibration_error(reliability([(1.0, False)])) == 1.0
    assert calibration_error([]) == 0.0


def test_outcomes_tell_a_failed_check_from_an_open_one() -> None:
    assert Judged("supported", 1.0, has_failed=False).outcome == "supported"
    assert Judged("refuted", 0.0, has_failed=True).outcome == "refuted"
    assert Judged("not_enough_evidence", 0.0, has_failed=True).outcome == "failed"
    assert Judged("not_enough_evidence", 0.0, has_failed=False).outcome == "uncertain"


def test_a_clock_that_stands_still_gives_no_speed() -> None:
    assert judge([("a", "b")], lambda: 1.0)[1] == 0.0


def test_a_set_is_scored_with_its_intervals(tmp_path: Path) -> None:
    folder = tmp_path / "entailment"
    folder.mkdir()
    lines = [
        PAIR % ("The dam was built in 1931.", "S"),
        PAIR % ("The dam was built in 1931.", "NS"),
        PAIR % ("The dam was built in 1913.", "C"),
        "",
    ]
    (folder / "small.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (path,) = find_sets(tmp_path)
    score, rows = score_set(path.stem, read_set(path), ticking)
    assert score.name == "small"
    assert score.pairs == 3
    assert score.balanced_accuracy == 0.75
    assert score.low is not None
    assert score.high is not None
    assert score.low < 0.75 < score.high
    assert score.refuted == 1
    assert score.refuted_wrongly == 0
    assert [truth for _, truth in rows] == [True, False, False]


def test_a_set_with_one_label_has_no_balanced_accuracy(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(PAIR % ("The dam was built in 1931.", "S"), encoding="utf-8")
    assert find_sets(tmp_path) == [path]
    assert score_set("one", read_set(path), ticking)[0].balanced_accuracy is None


def test_a_folder_without_sets_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no labelled pairs"):
        find_sets(tmp_path)


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"claim": 1}\n', encoding="utf-8")
    with pytest.raises(InputError, match="line 1"):
        read_set(path)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(InputError, match="cannot be read"):
        read_set(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_set(tmp_path / "none.jsonl")


def test_a_file_without_end_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ascertain.evaluation.public_sets._MOST_BYTES", 3)
    path = tmp_path / "large.jsonl"
    path.write_text("12345", encoding="utf-8")
    with pytest.raises(InputError, match="over 3 bytes"):
        read_set(path)
