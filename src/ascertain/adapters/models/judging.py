"""A model as a judge: a rubric, a reason, and words of the passage that code looks up."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Annotated

from pydantic import Field

from ascertain.errors import LimitReachedError, ModelError
from ascertain.evidence.opinion import Opinion, OpinionLabel, PairToJudge
from ascertain.evidence.record import Record
from ascertain.ports.meter import Meter
from ascertain.ports.structured_model import Prompt, StructuredModel
from ascertain.prompts.loading import load_prompt

__all__ = ["Judgement", "Judgements", "ModelJudge"]

_AT_ONCE = 8
_MOST_CHARACTERS = 12_000
_AROUND = 300
_OUTPUT_TOKENS = 250
_BEGIN, _END = "--- pairs ---", "--- end of pairs ---"


class Judgement(Record):
    """A model's judgement of one pair."""

    id: Annotated[str, Field(max_length=100)]
    label: OpinionLabel
    quoted: Annotated[str, Field(max_length=1000)] = ""
    reason: Annotated[str, Field(max_length=1000)] = ""


class Judgements(Record):
    """What a model answers."""

    judgements: Annotated[tuple[Judgement, ...], Field(max_length=4 * _AT_ONCE)]


class ModelJudge:
    """Asks a model about a few pairs at a time; see ``ports.entailment_judge``."""

    def __init__(self, model: StructuredModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The judge's name."""
        return f"model:{self._model.name}"

    async def judge(self, pairs: Sequence[PairToJudge], meter: Meter) -> Mapping[str, Opinion]:
        """Judge pairs; those that the model passes over or judges twice get no opinion.

        Raises:
            ModelError: if no valid answer came for any of them.
            LimitReachedError: if a cap was reached before the first answer came; after it, what
                was judged is kept.
        """
        prompt = load_prompt("judge")
        method = f"{self.name}, prompt {prompt.said}"
        opinions: dict[str, Opinion] = {}
        fault: ModelError | LimitReachedError | None = None
        for few in _portions(pairs):
            asked = Prompt(
                step="judge",
                instructions=prompt.text,
                text="\n".join((_BEGIN, *map(_line, few), _END)),
                max_output_tokens=_OUTPUT_TOKENS * len(few) + 500,
            )
            try:
                answer = await self._model.ask(asked, Judgements, meter)
            except (LimitReachedError, ModelError) as error:
                fault = error
                break
            opinions |= _opinions(few, answer.judgements, method)
        if fault is not None and not opinions:
            raise fault
        return opinions


def _portions(pairs: Sequence[PairToJudge]) -> list[list[PairToJudge]]:
    """Divide pairs so that a prompt stays short."""
    portions: list[list[PairToJudge]] = [[]]
    size = 0
    for pair in pairs:
        length = len(_line(pair))
        if portions[-1] and (len(portions[-1]) >= _AT_ONCE or size + length > _MOST_CHARACTERS):
            portions.append([])
            size = 0
        portions[-1].append(pair)
        size += length
    return [few for few in portions if few]


def _line(pair: PairToJudge) -> str:
    given = {
        "id": pair.id,
        "claim": pair.claim,
        "before": pair.before[-_AROUND:],
        "passage": pair.passage,
        "after": pair.after[:_AROUND],
        "doubts": [*islice(pair.doubts, 5)],
    }
    return json.dumps({key: value for key, value in given.items() if value}, ensure_ascii=False)


def _opinions(
    asked: Sequence[PairToJudge], given: Sequence[Judgement], method: str
) -> dict[str, Opinion]:
    names = [judgement.id for judgement in given]
    wanted = {pair.id for pair in asked}
    return {
        judgement.id: Opinion(
            label=judgement.label,
            quoted=judgement.quoted,
            reason=judgement.reason[:500],
            method=method,
        )
        for judgement in given
        if judgement.id in wanted and names.count(judgement.id) == 1
    }
