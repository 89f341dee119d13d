"""Whether Claude can be reached through the SDK from here: one turn without tools."""

from __future__ import annotations

from dataclasses import dataclass, replace

from claude_agent_sdk import AssistantMessage, ClaudeSDKClient, ResultMessage

from ascertain.adapters.runtimes.claude.closing import closed
from ascertain.adapters.runtimes.claude.endings import fault_of, result_of
from ascertain.adapters.runtimes.claude.options import ErrorStream, closed_options, workplace
from ascertain.adapters.runtimes.claude.terms import ClaudeTerms

__all__ = ["Probe", "probe_claude"]

_SECONDS = 90.0
_MARKER = "ASCERTAIN-READY"


@dataclass(frozen=True, slots=True)
class Probe:
    """What came of it.

    Attributes:
        status: ``ok``, or as in ``ModelError``: ``missing_program``, ``sign_in``,
            ``no_access``, ``time_out`` and the others.
        detail: a sentence for a person.
        cost_usd: the SDK's estimate.
    """

    status: str
    detail: str
    model: str | None = None
    session_id: str | None = None
    cost_usd: float | None = None


async def probe_claude(terms: ClaudeTerms, seconds: float = _SECONDS) -> Probe:
    """Ask for one exact word; never raises but on cancellation, never shows a key."""
    errors = ErrorStream()
    result: ResultMessage | None = None
    model: str | None = None
    try:
        with workplace(terms.folder) as place:
            options = replace(
                closed_options(
                    place,
                    model=terms.model,
                    program=terms.program,
                    timeout_s=min(terms.timeout_s, seconds),
                    stderr=errors,
                ),
                system_prompt="You are a connection test.",
                max_turns=1,
            )
            async with closed(ClaudeSDKClient(options), seconds) as client:
                await client.query(f"Answer with exactly this and nothing else: {_MARKER}")
                async for message in client.receive_response():
                    if isinstance(message, AssistantMessage):
                        model = message.model
                    elif isinstance(message, ResultMessage):
                        result = message
    except Exception as error:  # noqa: BLE001 (the SDK's boundary: whatever it raises is the answer)
        ended = fault_of(error, errors.text)
        return Probe(ended.status, ended.error or "")
    if result is None:
        return Probe("cut", "the program ended without a result")
    ended = result_of(result)
    known = (model, result.session_id, result.total_cost_usd)
    if ended.ending != "finished":
        return Probe(ended.status, ended.error or "", *known)
    if (result.result or "").strip() != _MARKER:
        return Probe("bad_output", "it answered, but not with the word asked for", *known)
    return Probe("ok", f"{model} answered", *known)
