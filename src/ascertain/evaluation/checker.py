"""The checker is checked: recall, false alarms and what is left open, with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from ascertain.evaluation.intervals import Share, share_of
from ascertain.evaluation.judged import Judged, count_outcomes, judge
from ascertain.evaluation.public_sets import SetScore, find_sets, read_set, score_set
from ascertain.evaluation.reliability import Bin, calibration_error, reliability
from ascertain.evaluation.suite import GROUPS, KINDS, TRUE_KINDS, Case, mutation_suite
from ascertain.evidence.record import Record, VersionedRecord
from ascertain.validation.calibration import calibrated
from ascertain.validation.checking import METHOD

__all__ = ["AlteredScore", "CheckerReport", "TrueScore", "evaluate_checker", "score_suite"]

_Row = tuple[Case, Judged]


class AlteredScore(Record):
    """Altered pairs of a kind, of a group of kinds, or of a half.

    Attributes:
        name: of the kind, group or half.
        recall: the share that was not called supported.
        refuted: the share that was called refuted.
        uncertain: the share that is not supported and failed no check.
    """

    name: str
    recall: Share
    refuted: Share
    uncertain: Share


class TrueScore(Record):
    """Pairs that are true: the claims themselves, or rewritings that keep their meaning.

    Attributes:
        name: ``claim`` or ``paraphrase``, with a half where one is meant.
        false_alarms: the share that was called refuted or failed a check.
        uncertain: the share that is not supported and failed no check.
    """

    name: str
    false_alarms: Share
    uncertain: Share


class CheckerReport(VersionedRecord):
    """The whole measurement.

    Attributes:
        method: name and version of the rules.
        kinds: altered pairs by kind.
        groups: the same by group of kinds.
        languages: the same by language.
        halves: the same for both halves and for all; the held-out half was not looked at.
        true: true pairs, of both halves and of each.
        sets: public sets, where a folder was given.
        reliability: ten bins over all public sets, as the checks give their confidence.
        calibrated: the same after the table of ``validation.calibration``.
        calibration_error: expected calibration error before that table and after it.
        pairs_per_s: pairs of the suite a second of processor time.
    """

    method: str
    kinds: tuple[AlteredScore, ...]
    groups: tuple[AlteredScore, ...]
    languages: tuple[AlteredScore, ...]
    halves: tuple[AlteredScore, ...]
    true: tuple[TrueScore, ...]
    sets: tuple[SetScore, ...] = ()
    reliability: tuple[Bin, ...] = ()
    calibrated: tuple[Bin, ...] = ()
    calibration_error: tuple[float, float] | None = None
    pairs_per_s: float


def evaluate_checker(data: Path | None, seconds: Callable[[], float]) -> CheckerReport:
    """Measure the checks on the mutation suite, and on public sets where there are any.

    Args:
        data: folder with the public sets, or None.
        seconds: a clock of processor time.

    Raises:
        InputError: if the folder holds no sets, or one that cannot be read.
    """
    paths = [] if data is None else find_sets(data)
    report = score_suite(seconds)
    if not paths:
        return report
    scores: list[SetScore] = []
    rows: list[tuple[float, bool]] = []
    for path in paths:
        score, found = score_set(path.stem, read_set(path), seconds)
        scores.append(score)
        rows += found
    before = reliability(rows)
    after = reliability([(calibrated(confidence), truth) for confidence, truth in rows])
    return report.model_copy(
        update={
            "sets": tuple(scores),
            "reliability": tuple(before),
            "calibrated": tuple(after),
            "calibration_error": (calibration_error(before), calibration_error(after)),
        }
    )


def score_suite(seconds: Callable[[], float]) -> CheckerReport:
    """Measure the checks on the mutation suite.

    Args:
        seconds: a clock of processor time.
    """
    cases = mutation_suite()
    judged, speed = judge(((case.claim, case.passage) for case in cases), seconds)
    rows = list(zip(cases, judged, strict=True))
    altered = [row for row in rows if not row[0].is_true]
    return CheckerReport(
        method=METHOD,
        kinds=tuple(_altered(kind, _of(altered, (kind,))) for kind in KINDS),
        groups=tuple(_altered(group, _of(altered, kinds)) for group, kinds in GROUPS.items()),
        languages=tuple(
            _altered(language, [row for row in altered if row[0].language == language])
            for language in ("en", "zh")
        ),
        halves=(
            *(
                _altered(half, [row for row in altered if row[0].half == half])
                for half in ("open", "held_out")
            ),
            _altered("all", altered),
        ),
        true=tuple(_true_scores(rows)),
        pairs_per_s=round(speed, 1),
    )


def _of(rows: Iterable[_Row], kinds: Iterable[str]) -> list[_Row]:
    wanted = set(kinds)
    return [row for row in rows if row[0].kind in wanted]


def _altered(name: str, rows: list[_Row]) -> AlteredScore:
    counts = count_outcomes(judged for _, judged in rows)
    size = len(rows)
    return AlteredScore(
        name=name,
        recall=share_of(size - counts["supported"], size),
        refuted=share_of(counts["refuted"], size),
        uncertain=share_of(counts["uncertain"], size),
    )


def _true_scores(rows: list[_Row]) -> Iterable[TrueScore]:
    for kind in TRUE_KINDS:
        mine = _of(rows, (kind,))
        yield _true(kind, mine)
        for half in ("open", "held_out"):
            yield _true(f"{kind}, {half}", [row for row in mine if row[0].half == half])


def _true(name: str, rows: list[_Row]) -> TrueScore:
    counts = count_outcomes(judged for _, judged in rows)
    return TrueScore(
        name=name,
        false_alarms=share_of(counts["refuted"] + counts["failed"], len(rows)),
        uncertain=share_of(counts["uncertain"], len(rows)),
    )
