"""Whether the model of a run can be reached from here: one short question, no tools."""

from __future__ import annotations

import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from ascertain.bootstrap.model_wiring import Choice, choose_runtime, export_keys
from ascertain.controller.masking import mask_of
from ascertain.errors import AscertainError, ModelError, NotAvailableError

if TYPE_CHECKING:
    from ascertain.bootstrap.settings import Settings

__all__ = ["ModelProbe", "probe_model"]

_SECONDS = 90.0


class ModelProbe(TypedDict):
    """What came of the question.

    ``status`` is ``ok``, ``none`` (no model is named and no key found), ``missing_package``,
    ``missing_program``, ``sign_in``, ``no_access``, ``not_reached``, ``overloaded``,
    ``time_out``, ``bad_output``, ``refused``, ``cut`` or ``error``. ``cost_usd`` is an estimate.
    """

    status: str
    detail: str
    runtime: str
    model_requested: str | None
    model_resolved: str | None
    session_id: str | None
    cost_usd: float | None


async def probe_model(
    runtime: str | None, model: str | None, settings: Settings, seconds: float = _SECONDS
) -> ModelProbe:
    """Ask the model that a run would use for one exact word; never shows a key.

    Raises:
        InputError: if runtime and model do not fit.
    """
    choice = choose_runtime(runtime, model, settings.models)
    if choice.runtime == "extractive":
        return _probe(choice, "none", f"researchers work without a model: {choice.reason}")
    export_keys(settings.models)
    try:
        if choice.runtime == "claude":
            found = await _claude(choice, settings, seconds)
        else:
            found = await _any(choice, settings, seconds)
    except (AscertainError, ImportError, TimeoutError) as error:
        found = _probe(choice, *_failed(error, choice, seconds))
    return {**found, "detail": mask_of(settings.secrets)(found["detail"])}


def _failed(error: Exception, choice: Choice, seconds: float) -> tuple[str, str]:
    if isinstance(error, ImportError):
        extra = "claude" if choice.runtime == "claude" else "model"
        said = (
            f"the extra `{extra}` is not installed ({error.name} is missing): "
            f"pip install 'ascertain[{extra}]'"
        )
        return "missing_package", said
    if isinstance(error, TimeoutError):
        return "time_out", f"no answer within {seconds:g} s"
    if isinstance(error, ModelError):
        return error.status, str(error)
    return "missing_package" if isinstance(error, NotAvailableError) else "error", str(error)


async def _claude(choice: Choice, settings: Settings, seconds: float) -> ModelProbe:
    from ascertain.adapters.models.prices import price_of
    from ascertain.adapters.runtimes.claude.probing import probe_claude
    from ascertain.adapters.runtimes.claude.terms import ClaudeTerms

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        found = await probe_claude(
            ClaudeTerms(
                model=choice.model or "",
                folder=Path(folder),
                price=price_of,
                program=settings.models.claude_cli,
                timeout_s=settings.models.timeout_s,
            ),
            seconds,
        )
    return {
        **_probe(choice, found.status, found.detail),
        "model_resolved": found.model,
        "session_id": found.session_id,
        "cost_usd": found.cost_usd,
    }


async def _any(choice: Choice, settings: Settings, seconds: float) -> ModelProbe:
    import asyncio

    from ascertain.adapters.memory.meter import MemoryMeter
    from ascertain.adapters.models.opening import open_model
    from ascertain.adapters.models.prices import price_of
    from ascertain.adapters.models.probing import probe_any

    name, meter = choice.model or "", MemoryMeter()
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(open_model(name, settings.models.url))
        async with asyncio.timeout(seconds):
            resolved = await probe_any(name, opened, meter)
    costs = [price_of(call.resolved or call.model, call.usage) for call in meter.calls]
    return {
        **_probe(choice, "ok", f"{resolved or name} answered"),
        "model_resolved": resolved,
        "cost_usd": None if None in costs else sum(cost or 0.0 for cost in costs),
    }


def _probe(choice: Choice, status: str, detail: str) -> ModelProbe:
    return ModelProbe(
        status=status,
        detail=detail,
        runtime=choice.runtime,
        model_requested=choice.model,
        model_resolved=None,
        session_id=None,
        cost_usd=None,
    )
