"""How measurements become one score. Pure."""

from __future__ import annotations

from ascertain.adapters.runtimes.extractive.features import Features

__all__ = ["WEIGHTS", "score"]

WEIGHTS = Features(
    coverage=0.7,
    topic=0.35,
    nearby=0.4,
    named=0.05,
    matter=0.0,  # decides whether a sentence may answer, not how well
    answer=0.3,
    time=0.5,
    passage=0.15,
    source=0.45,
    odd_length=-0.15,
    off_main=-0.3,
)
"""Chosen on the even-numbered questions of three data sets; see ``bench/recall.py``."""


def score(features: Features, weights: Features = WEIGHTS) -> float:
    """Return the weighted sum of the measurements."""
    return sum(value * weight for value, weight in zip(features, weights, strict=True))
