"""A model in memory: it answers what it was given to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import JsonValue, ValidationError

from ascertain.errors import ModelError
from ascertain.evidence.model_call import ModelCall, PlannedCall
from ascertain.evidence.record import Record
from ascertain.ports.meter import Meter
from ascertain.ports.structured_model import Prompt

__all__ = ["ScriptedModel"]

Answer = TypeVar("Answer", bound=Record)


class ScriptedModel:
    """Gives its answers in order, whatever it is asked; see ``ports.structured_model``.

    Args:
        answers: JSON for each prompt, or an error to raise; used up, it has no more to say.
        name: the model's name.
    """

    def __init__(
        self,
        answers: Sequence[Mapping[str, JsonValue] | ModelError],
        *,
        name: str = "scripted:model",
    ) -> None:
        self._answers = list(answers)
        self._name = name
        self.prompts: list[Prompt] = []

    @property
    def name(self) -> str:
        """The model's name."""
        return self._name

    async def ask(self, prompt: Prompt, kind: type[Answer], meter: Meter) -> Answer:
        """Give the next answer.

        Raises:
            ModelError: as scripted, or because the next answer is no valid ``kind``.
            LimitReachedError: if the meter grants no call.
        """
        planned = PlannedCall(
            step=prompt.step,
            model=self._name,
            input_tokens=len(prompt.text) // 4,
            max_output_tokens=prompt.max_output_tokens,
        )
        reservation = await meter.reserve(planned)
        self.prompts.append(prompt)
        answer = self._answers.pop(0) if self._answers else ModelError("error", "out of script")
        fault = answer if isinstance(answer, ModelError) else None
        try:
            if isinstance(answer, ModelError):
                raise answer
            return kind.model_validate(answer)
        except ValidationError as error:
            fault = ModelError("bad_output", str(error)[:500])
            raise fault from None
        finally:
            said = str(fault) if fault else None
            meter.settle(reservation, ModelCall(step=prompt.step, model=self._name, error=said))
