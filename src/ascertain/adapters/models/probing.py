"""Whether a model of any provider can be reached: one short question without tools."""

from __future__ import annotations

from pydantic_ai.messages import ModelRequest, TextPart
from pydantic_ai.models import Model, ModelRequestParameters

from ascertain.adapters.models.asking import AskedModel
from ascertain.adapters.models.repair import without_thoughts
from ascertain.errors import ModelError
from ascertain.ports.meter import Meter

__all__ = ["probe_any"]

_MARKER = "ASCERTAIN-READY"
_MAX_OUTPUT_TOKENS = 1_000


async def probe_any(name: str, model: Model, meter: Meter) -> str | None:
    """Ask for one exact word; returns the name that the provider answered with.

    Raises:
        ModelError: if it cannot be reached or answers something else.
        LimitReachedError: if the meter grants no call.
    """
    asked = AskedModel(name, model, timeout_s=60.0)
    said = f"Answer with exactly this and nothing else: {_MARKER}"
    response = await asked.ask(
        "probe",
        [ModelRequest.user_text_prompt(said)],
        ModelRequestParameters(),
        meter,
        max_output_tokens=_MAX_OUTPUT_TOKENS,
    )
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    if without_thoughts(text).strip() != _MARKER:
        raise ModelError("bad_output", "it answered, but not with the word asked for")
    return response.model_name
