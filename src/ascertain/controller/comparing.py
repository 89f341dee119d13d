"""The rules that check claims, handed to those that merge them: both mean the same by a value."""

from __future__ import annotations

from ascertain.merging.conflicts.relating import Comparing
from ascertain.sources.values.numbers import Quantity
from ascertain.validation.opposites import ANTONYMS, HAN_ANTONYMS
from ascertain.validation.quantities import agreement
from ascertain.validation.stems import stem

__all__ = ["COMPARING"]


def _agree(one: Quantity, other: Quantity) -> bool | None:
    """Whether a quantity bears out another; None: it cannot be told."""
    outcome, _ = agreement(one, other)
    return None if outcome == "uncertain" else outcome == "pass"


def _opposite(one: str, other: str) -> bool:
    """Whether two words are opposites."""
    return other in HAN_ANTONYMS.get(one, ()) or stem(other) in ANTONYMS.get(stem(one), ())


COMPARING = Comparing(_agree, _opposite)
"""How values of claims compare, by the checks' own rules."""
