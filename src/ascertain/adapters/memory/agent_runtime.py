"""A researcher in memory: it plays what it was given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from ascertain.evidence.brief import Brief, HandBack
from ascertain.ports.meter import Meter
from ascertain.ports.toolbox import Toolbox, ToolReply

__all__ = ["ScriptedCall", "ScriptedRuntime"]

_RECORD = "evidence.record"
_LIMIT_REACHED = "limit_reached"


@dataclass(frozen=True, slots=True)
class ScriptedCall:
    """One call of a script: a tool's full name and its arguments."""

    tool: str
    arguments: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])


class ScriptedRuntime:
    """Makes the calls of a script in order and hands back what was admitted.

    A refusal for ``limit_reached`` ends the script early; other refusals do not. Within the
    brief it asks for at most ``max_sources`` distinct addresses and records at most
    ``max_evidence_records``, so that a script may be longer than a brief allows.

    Args:
        script: calls by subquestion id; a subquestion without a script gets none.
        name: the runtime's name in manifests.
        failing: subquestion ids for which a broken researcher is played.
    """

    def __init__(
        self,
        script: Mapping[str, Sequence[ScriptedCall]],
        *,
        name: str = "scripted",
        failing: frozenset[str] = frozenset(),
    ) -> None:
        self._script = {key: tuple(calls) for key, calls in script.items()}
        self._name = name
        self._failing = failing
        self.briefs: list[Brief] = []

    @property
    def name(self) -> str:
        """The runtime's name in manifests."""
        return self._name

    async def run(self, brief: Brief, toolbox: Toolbox, meter: Meter) -> HandBack:
        """Play the script of the brief's subquestion."""
        del meter  # a script costs nothing
        self.briefs.append(brief)
        place = brief.subquestion.id
        ids: list[str] = []
        urls: set[str] = set()
        for call in self._script.get(place, ()):
            if _beyond(brief, call, urls, ids):
                continue
            reply = await toolbox.call(call.tool, call.arguments)
            if _code(reply) == _LIMIT_REACHED:
                break
            found = _id(reply) if call.tool == _RECORD else None
            if found and found not in ids:
                ids.append(found)
        if place in self._failing:
            return HandBack(
                sub_question_id=place,
                evidence_ids=tuple(ids),
                ending="error",
                error="the script ends in an error",
            )
        return HandBack(
            sub_question_id=place,
            conclusion=f"The script was played; {len(ids)} admitted.",
            evidence_ids=tuple(ids),
            ending="finished",
        )


def _beyond(brief: Brief, call: ScriptedCall, urls: set[str], ids: Sequence[str]) -> bool:
    if call.tool == _RECORD:
        return len(ids) >= brief.max_evidence_records
    url = call.arguments.get("url")
    if not call.tool.endswith(".read") or not isinstance(url, str) or url in urls:
        return False
    if url in brief.already_read or len(urls) >= brief.max_sources:
        return True
    urls.add(url)
    return False


def _code(reply: ToolReply) -> str | None:
    content = reply.content
    code = content.get("code") if not reply.ok and isinstance(content, dict) else None
    return code if isinstance(code, str) else None


def _id(reply: ToolReply) -> str | None:
    content = reply.content
    found = content.get("id") if reply.ok and isinstance(content, dict) else None
    return found if isinstance(found, str) else None
