"""Is a confidence worth what it says? Ten bins, each with the share that is really borne out."""

from __future__ import annotations

from collections.abc import Sequence

from ascertain.evaluation.intervals import Share, share_of
from ascertain.evidence.record import Record

__all__ = ["BINS", "Bin", "calibration_error", "reliability"]

BINS = 10


class Bin(Record):
    """Pairs of about equal confidence.

    Attributes:
        low: of the confidence, in.
        high: of the confidence, out; the last bin takes 1 in.
        mean: confidence of its pairs; None without pairs.
        borne_out: the share of its pairs that are labelled supported.
    """

    low: float
    high: float
    mean: float | None
    borne_out: Share


def reliability(rows: Sequence[tuple[float, bool]]) -> list[Bin]:
    """Return ten bins of equal width over confidence.

    Args:
        rows: confidence of each pair, and whether it is labelled supported.
    """
    bins: list[Bin] = []
    for place in range(BINS):
        low, high = place / BINS, (place + 1) / BINS
        inside = [row for row in rows if min(BINS - 1, int(row[0] * BINS)) == place]
        mean = sum(confidence for confidence, _ in inside) / len(inside) if inside else None
        bins.append(
            Bin(
                low=low,
                high=high,
                mean=None if mean is None else round(mean, 4),
                borne_out=share_of(sum(truth for _, truth in inside), len(inside)),
            )
        )
    return bins


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the expected calibration error: gaps of the bins, weighted by their pairs."""
    total = sum(one.borne_out.of for one in bins)
    gaps = sum(
        one.borne_out.of * abs(one.mean - one.borne_out.value)
        for one in bins
        if one.mean is not None and one.borne_out.value is not None
    )
    return round(gaps / total, 4) if total else 0.0
