"""One call of a model: what was planned, and what came of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ascertain.evidence.record import NonBlank, Record

__all__ = ["ModelCall", "ModelStep", "ModelUsage", "PlannedCall"]

ModelStep = Literal["planner", "researcher", "judge", "writer", "probe"]
"""What a model is asked for."""


class ModelUsage(Record):
    """Tokens as the provider counts them.

    Attributes:
        input_tokens: all of the prompt, cached parts included.
        cached_input_tokens: the part that was read from the provider's cache.
        cache_write_tokens: the part that was written to it.
    """

    input_tokens: int = Field(default=0, ge=0)
    cached_input_tokens: int = Field(default=0, ge=0)
    cache_write_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)


class PlannedCall(Record):
    """A call that is about to be made.

    Attributes:
        model: the name that will be asked for.
        input_tokens: of the prompt, estimated.
        max_output_tokens: the answer's length at most.
    """

    step: ModelStep
    model: NonBlank
    input_tokens: int = Field(ge=0)
    max_output_tokens: int = Field(ge=0)


class ModelCall(Record):
    """A call that was made.

    Attributes:
        model: the name that was asked for.
        resolved: the name that the provider answered with, or null.
        cost_usd: the runtime's or provider's own estimate; null: by our price table.
        calls: requests that this stands for, where a runtime only tells their sum.
        seconds: from the request to the answer's end.
        error: why there is no answer, or null.
    """

    step: ModelStep
    model: NonBlank
    resolved: str | None = None
    usage: ModelUsage = ModelUsage()
    cost_usd: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    calls: int = Field(default=1, ge=0)
    seconds: float = Field(default=0.0, ge=0)
    error: Annotated[str, Field(max_length=2000)] | None = None
