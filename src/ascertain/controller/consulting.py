"""Asking a judge about evidence that the checks leave in doubt."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ascertain.controller.judging import around_of
from ascertain.controller.metering import RunMeter, StepMeter
from ascertain.controller.recorder import Recorder
from ascertain.controller.request import RunPorts
from ascertain.errors import AscertainError, LedgerError
from ascertain.evidence.events import EvidenceChecked, StepFellBack
from ascertain.evidence.opinion import OpinionGiven, PairToJudge
from ascertain.validation.checking import Checked
from ascertain.validation.joining import is_worth_asking

__all__ = ["Consulting"]

_MOST_DOUBTS = 5
_REASON = 500


class Consulting:
    """Asks the run's judge, if it has one; its failure leaves what the checks say."""

    def __init__(self, ports: RunPorts, meter: RunMeter, record: Recorder) -> None:
        self._ports = ports
        self._meter = meter
        self._record = record
        self._asked: set[str] = set()
        self._failed = False

    async def ask(self, checked: Sequence[EvidenceChecked]) -> bool:
        """Ask about evidence in doubt and record the opinions; returns whether there are any.

        Raises:
            LedgerError: if they cannot be put on record.
        """
        judge = self._ports.judge
        if judge is None or self._failed:
            return False
        pairs = await asyncio.to_thread(self._pairs, checked)
        if not pairs:
            return False
        self._asked |= {pair.id for pair in pairs}
        meter = StepMeter(self._meter, self._record, step="judge", mask=self._ports.mask)
        try:
            opinions = await judge.judge(pairs, meter)
        except LedgerError:
            raise
        except AscertainError as error:
            self._failed = True
            reason = self._ports.mask(str(error))[:_REASON]
            self._record(StepFellBack(step="judge", was=judge.name, now="rules", reason=reason))
            return False
        mask = self._ports.mask
        for pair in pairs:
            if (said := opinions.get(pair.id)) is not None:
                masked = {"reason": mask(said.reason)[:500], "quoted": mask(said.quoted)[:1000]}
                opinion = said.model_copy(update=masked)
                self._record(OpinionGiven(evidence_id=pair.id, opinion=opinion))
        return bool(opinions)

    def _pairs(self, checked: Sequence[EvidenceChecked]) -> list[PairToJudge]:
        state = self._record.state
        pairs: list[PairToJudge] = []
        for one in checked:
            known = Checked(one.checks, one.verdict, one.confidence)
            if one.evidence_id in self._asked or not is_worth_asking(known):
                continue
            item = state.evidence[one.evidence_id]
            before, passage, after = around_of(item, self._ports.reading.snapshots)
            doubts = [
                check.detail for check in one.checks if check.outcome in {"fail", "uncertain"}
            ]
            pairs.append(
                PairToJudge(
                    id=item.id,
                    claim=item.claim,
                    passage=passage,
                    before=before,
                    after=after,
                    doubts=tuple(doubts[:_MOST_DOUBTS]),
                )
            )
        return pairs
