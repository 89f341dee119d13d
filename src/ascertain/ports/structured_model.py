"""One prompt in, one validated record out, as a port: what planner, judge and writer use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

from ascertain.evidence.model_call import ModelStep
from ascertain.evidence.record import Record
from ascertain.ports.meter import Meter

__all__ = ["Prompt", "StructuredModel"]

Answer = TypeVar("Answer", bound=Record)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is asked.

    Attributes:
        instructions: how to go about it; trusted, from our prompt files.
        text: the matter itself; may hold what strangers wrote.
        max_output_tokens: the answer's length at most.
    """

    step: ModelStep
    instructions: str
    text: str
    max_output_tokens: int = 4_000


class StructuredModel(Protocol):
    """Answers a prompt with a record.

    Contract: the answer is a valid ``kind``; its content is not to be believed, only its form.
    Each request is reserved and settled with the meter, repairs and retries included. Errors
    that may leave: ``ModelError``, ``LimitReachedError``, ``LedgerError``; and cancellation.
    Any number of prompts at once.
    """

    @property
    def name(self) -> str:
        """The model's name, such as ``anthropic:claude-sonnet-5``."""
        ...

    async def ask(self, prompt: Prompt, kind: type[Answer], meter: Meter) -> Answer:
        """Ask once, with the model's own retries for a form that does not fit.

        Raises:
            ModelError: if no valid answer came.
            LimitReachedError: if a cap was reached before one came.
        """
        ...
