"""Searching and reading: from a brief to the sources read, by tool calls alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import JsonValue, ValidationError

from ascertain.adapters.runtimes.extractive.choosing import Choice, choose
from ascertain.adapters.runtimes.extractive.question import facets
from ascertain.evidence.brief import Brief
from ascertain.evidence.lead import Lead, ReadReply, SearchReply
from ascertain.evidence.record import Record
from ascertain.ports.toolbox import Toolbox, ToolReply
from ascertain.sources.urls import canonical_url

__all__ = ["Gathered", "Gatherer", "Refusal", "refusal_of"]

_LEADS = 50
_PASSAGES = 20
_CHARACTERS = 400_000
"""Passages asked for from a source; those that bear on the query come first."""
_MAX_QUERIES = 4
_SIDE_BY_SIDE = 4
"""Sources read at the same time for one brief."""
_READING_SHARE = 0.7
"""Of the time that is left: the rest is for choosing and recording."""
_LIMIT_REACHED = "limit_reached"

_AnyRecord = TypeVar("_AnyRecord", bound=Record)


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a tool said no with."""

    code: str
    message: str

    @property
    def is_limit(self) -> bool:
        """Whether a cap was met, so that asking again is useless."""
        return self.code == _LIMIT_REACHED


@dataclass(slots=True)
class Gathered:
    """What came of searching and reading.

    Attributes:
        replies: sources read, each with how well it met the query (0 to 1).
        failed: addresses that gave no text, each with the reason.
        term_weights: by the providers, where they know them.
        searches_failed: what failing searches said.
        capped: what the toolbox said if it stopped the reading before the brief's own limit.
        late: what is said if the reading was stopped because the run's time runs out.
        tried: places used.
        leads: how many distinct addresses the searches gave.
    """

    replies: list[tuple[ReadReply, float]] = field(default_factory=list[tuple[ReadReply, float]])
    failed: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    term_weights: dict[str, float] = field(default_factory=dict[str, float])
    searches: int = 0
    searches_failed: list[str] = field(default_factory=list[str])
    capped: str | None = None
    late: str | None = None
    tried: int = 0
    leads: int = 0


class Gatherer:
    """Searches once for each side of the question, then reads the best sources.

    Args:
        brief: what is wanted, within which limits.
        toolbox: the tools; pairs of ``X.search`` and ``X.read`` are used.
    """

    def __init__(self, brief: Brief, toolbox: Toolbox) -> None:
        self._brief = brief
        self._toolbox = toolbox
        contracts = toolbox.contracts()
        names = {contract.full_name for contract in contracts}
        spaces = dict.fromkeys(contract.namespace for contract in contracts)
        self.tools = frozenset(names)
        self.namespaces = tuple(
            space for space in spaces if {f"{space}.search", f"{space}.read"} <= names
        )
        self.readable = tuple(space for space in spaces if f"{space}.read" in names)

    async def gather(self) -> Gathered:
        """Search and read until places, leads or the time for it are used up."""
        got = Gathered()
        left = self._brief.max_seconds
        allowed = asyncio.timeout(None if left is None else left * _READING_SHARE)
        try:
            async with allowed:
                await self._gather(got)
        except TimeoutError:
            if not allowed.expired():
                raise
            got.late = "reading was stopped so that what was read could be recorded in time"
        return got

    async def _gather(self, got: Gathered) -> None:
        leads = await self._search(got)
        got.leads = len({lead.url for _, lead in leads})
        anchors: list[Choice] = []
        for url in self._brief.identity_anchor_urls:
            space = self._space_of(url)
            if space is None:
                # Asking would only spend a place: no tool here reads such an address.
                got.failed.append((url, "no tool of this run reads such an address"))
            else:
                anchors.append(Choice(space, url, 1.0))
        chosen = choose(self._brief.subquestion, leads, got.term_weights)
        done = set(map(canonical_url, self._brief.already_read))
        wanted: list[Choice] = []
        for choice in (*anchors, *chosen):
            if (key := canonical_url(choice.url)) not in done:
                done.add(key)
                wanted.append(choice)
        await self._read_all(wanted[: self._brief.max_sources], got)

    def _queries(self) -> list[str]:
        sub = self._brief.subquestion
        sides = facets(sub.question)
        queries = [sub.query]
        for side in sides:
            query = sub.query
            for other in sides:
                if other != side:
                    query = query.replace(other, " ")
            queries.append(" ".join(query.split()))
        return list(dict.fromkeys(query for query in queries if query))[:_MAX_QUERIES]

    async def _search(self, got: Gathered) -> list[tuple[str, Lead]]:
        asked = [(space, query) for space in self.namespaces for query in self._queries()]
        got.searches += len(asked)
        replies = await asyncio.gather(
            *(
                self._toolbox.call(f"{space}.search", {"query": query, "limit": _LEADS})
                for space, query in asked
            )
        )
        found: list[tuple[str, Lead]] = []
        # In the order of asking, whoever answered first: the same replies, the same leads.
        for (space, _), reply in zip(asked, replies, strict=True):
            parsed = _parsed(reply, SearchReply)
            if isinstance(parsed, Refusal):
                got.searches_failed.append(parsed.message)
                continue
            found.extend((space, lead) for lead in parsed.leads)
            for term, weight in parsed.term_weights.items():
                got.term_weights.setdefault(term, weight)
        return found

    async def _read_all(self, wanted: Sequence[Choice], got: Gathered) -> None:
        """Read side by side; what was read by the time that this is stopped is kept, in order."""
        gate = asyncio.Semaphore(_SIDE_BY_SIDE)
        calls = [asyncio.ensure_future(self._read(choice, gate, got)) for choice in wanted]
        try:
            await asyncio.gather(*calls)
        finally:
            for call in calls:
                call.cancel()
            for choice, call in zip(wanted, calls, strict=True):
                if call.done() and not call.cancelled() and call.exception() is None:
                    _sort_in(choice, call.result(), got)

    async def _read(
        self, choice: Choice, gate: asyncio.Semaphore, got: Gathered
    ) -> ReadReply | Refusal | None:
        async with gate:
            if got.capped is not None:
                return None
            got.tried += 1
            reply = await self._toolbox.call(
                f"{choice.space}.read",
                {
                    "url": choice.url,
                    "query": self._brief.subquestion.query,
                    "limit": _PASSAGES,
                    "max_characters": _CHARACTERS,
                },
            )
            parsed = _parsed(reply, ReadReply)
            if isinstance(parsed, Refusal) and parsed.is_limit:
                got.capped = parsed.message
                return None
            return parsed

    def _space_of(self, url: str) -> str | None:
        local = url.startswith("file:")
        return _first(space for space in self.readable if (space == "corpus") == local)


def _sort_in(choice: Choice, parsed: ReadReply | Refusal | None, got: Gathered) -> None:
    if isinstance(parsed, Refusal):
        got.failed.append((choice.url, parsed.message))
    elif parsed is not None and (parsed.status != "ok" or not parsed.passages):
        got.failed.append((choice.url, parsed.reason or f"status {parsed.status}"))
    elif parsed is not None:
        got.replies.append((parsed, choice.strength))


def refusal_of(reply: ToolReply) -> Refusal:
    """Read a refusal, whatever shape it has."""
    content = reply.content if isinstance(reply.content, dict) else {}
    return Refusal(_word(content.get("code")), _word(content.get("message")) or "no reason given")


def _word(value: JsonValue) -> str:
    return value[:500] if isinstance(value, str) else ""


def _first(names: Iterable[str]) -> str | None:
    return next(iter(names), None)


def _parsed(reply: ToolReply, kind: type[_AnyRecord]) -> _AnyRecord | Refusal:
    if not reply.ok:
        return refusal_of(reply)
    try:
        return kind.model_validate(reply.content)
    except ValidationError as error:
        return Refusal(
            "bad_reply", f"the tool's reply is no {kind.__name__}: {error.error_count()} faults"
        )
