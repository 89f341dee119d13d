"""Labelled pairs of public sets, in files that whoever runs this has."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError

from ascertain.errors import InputError
from ascertain.evaluation.intervals import Share, share_of
from ascertain.evaluation.judged import Judged, count_outcomes, judge
from ascertain.evidence.record import Record

__all__ = ["LabelledPair", "SetScore", "find_sets", "read_set", "score_set"]

_FOLDER = "entailment"
_MOST_BYTES = 200_000_000
_SUPPORTED = "S"


class LabelledPair(Record):
    """A claim, a passage and what people say about them.

    Attributes:
        claim: the claim.
        evidence: the passage.
        label: ``S`` supported; anything else is not.
    """

    claim: str
    evidence: str
    label: str

    @property
    def is_supported(self) -> bool:
        """Whether people call it supported."""
        return self.label == _SUPPORTED


class SetScore(Record):
    """The checks on one set.

    Attributes:
        name: of the set.
        pairs: how many.
        balanced_accuracy: mean of the two shares below; None where one label is missing.
        low: lower end of its 95 % interval (Newcombe's square-and-add of Wilson's intervals).
        high: upper end.
        supported_right: of pairs labelled supported, those called so.
        others_right: of the other pairs, those not called supported.
        refuted: pairs called refuted.
        refuted_wrongly: of those, pairs labelled supported.
        uncertain: pairs that are not supported and failed no check.
        pairs_per_s: a second of processor time.
    """

    name: str
    pairs: int
    balanced_accuracy: float | None
    low: float | None
    high: float | None
    supported_right: Share
    others_right: Share
    refuted: int
    refuted_wrongly: int
    uncertain: Share
    pairs_per_s: float


def find_sets(folder: Path) -> list[Path]:
    """Return the sets' files: in the folder itself or its subfolder ``entailment``.

    Raises:
        InputError: if there are none.
    """
    for place in (folder / _FOLDER, folder):
        paths = sorted(place.glob("*.jsonl"))
        if paths:
            return paths
    raise InputError(f"{folder} holds no labelled pairs (*.jsonl, or {_FOLDER}/*.jsonl)")


def read_set(path: Path) -> list[LabelledPair]:
    """Read one set: a JSON object a line with claim, evidence and label.

    Raises:
        InputError: naming the file, and the line where there is one.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(f"{path} is over {_MOST_BYTES:,} bytes")
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}") from None
    pairs: list[LabelledPair] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            pairs.append(LabelledPair.model_validate_json(line))
        except ValidationError:
            wanted = "claim, evidence and label, all strings"
            raise InputError(f"{path}, line {number}: not a JSON object of {wanted}") from None
    return pairs


def score_set(
    name: str, pairs: list[LabelledPair], seconds: Callable[[], float]
) -> tuple[SetScore, list[tuple[float, bool]]]:
    """Measure the checks on one set.

    Args:
        name: of the set.
        pairs: its pairs.
        seconds: a clock of processor time.

    Returns:
        The score, and each pair's confidence with whether it is labelled supported.
    """
    judged, speed = judge(((pair.claim, pair.evidence) for pair in pairs), seconds)
    yes = [one for pair, one in zip(pairs, judged, strict=True) if pair.is_supported]
    no = [one for pair, one in zip(pairs, judged, strict=True) if not pair.is_supported]
    right = share_of(_supported(yes), len(yes))
    others = share_of(len(no) - _supported(no), len(no))
    value, low, high = _balanced(right, others)
    counts = count_outcomes(judged)
    score = SetScore(
        name=name,
        pairs=len(pairs),
        balanced_accuracy=value,
        low=low,
        high=high,
        supported_right=right,
        others_right=others,
        refuted=counts["refuted"],
        refuted_wrongly=count_outcomes(yes)["refuted"],
        uncertain=share_of(counts["uncertain"], len(pairs)),
        pairs_per_s=round(speed, 1),
    )
    rows = [(one.confidence, pair.is_supported) for pair, one in zip(pairs, judged, strict=True)]
    return score, rows


def _supported(judged: list[Judged]) -> int:
    return sum(one.verdict == "supported" for one in judged)


def _balanced(one: Share, other: Share) -> tuple[float | None, float | None, float | None]:
    """Return the mean of two shares with its interval (R. G. Newcombe 1998, Stat Med 17:873)."""
    ends = (one.value, one.low, one.high, other.value, other.low, other.high)
    if any(end is None for end in ends):
        return None, None, None
    first, first_low, first_high, second, second_low, second_high = (end or 0.0 for end in ends)
    value = (first + second) / 2
    down = math.hypot(first - first_low, second - second_low) / 2
    up = math.hypot(first_high - first, second_high - second) / 2
    return round(value, 4), round(value - down, 4), round(value + up, 4)
