"""A judge in memory: opinions from a table, every pair kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ascertain.evidence.opinion import Opinion, PairToJudge
from ascertain.ports.meter import Meter

__all__ = ["MemoryJudge"]


class MemoryJudge:
    """Answers by the claim's text; see ``ports.entailment_judge``.

    Args:
        opinions: claim to opinion; claims that are not in it get none.
        error: raised by each call, if given.
    """

    name = "table"

    def __init__(self, opinions: Mapping[str, Opinion], error: Exception | None = None) -> None:
        self._opinions = dict(opinions)
        self._error = error
        self.asked: list[PairToJudge] = []

    async def judge(self, pairs: Sequence[PairToJudge], meter: Meter) -> Mapping[str, Opinion]:
        """Keep the pairs, and give the table's opinions on them."""
        del meter
        self.asked.extend(pairs)
        if self._error is not None:
            raise self._error
        return {
            pair.id: self._opinions[pair.claim] for pair in pairs if pair.claim in self._opinions
        }
