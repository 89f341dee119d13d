"""The tools of one researcher over a corpus: search, read, record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, JsonValue, ValidationError

from ascertain.errors import LimitReachedError, SearchError
from ascertain.evidence.admitted import EvidenceDraft
from ascertain.evidence.brief import Brief
from ascertain.evidence.events import EventBody, EvidenceRefused, SearchDone, SearchFailed
from ascertain.evidence.lead import ReadReply, SearchReply
from ascertain.evidence.limits import Usage
from ascertain.evidence.record import NonBlank, Record
from ascertain.gathering.admission import Admission
from ascertain.gathering.reading import identity_signals, read_reply
from ascertain.gathering.tool_registry import Tool, ToolRegistry
from ascertain.ports.search_provider import SearchProvider
from ascertain.ports.toolbox import ToolContract, ToolReply
from ascertain.sources.registry import ReadSource, SourceRegistry
from ascertain.sources.urls import canonical_url

__all__ = ["ReadArguments", "Recorded", "ResearcherToolbox", "RunDesk", "SearchArguments"]

_MAX_PASSAGES = 100


class SearchArguments(Record):
    """What ``corpus.search`` takes."""

    query: Annotated[NonBlank, Field(max_length=10_000)]
    limit: int = Field(default=10, ge=1, le=50)


class ReadArguments(Record):
    """What ``corpus.read`` takes; ``after`` pages on."""

    url: Annotated[NonBlank, Field(max_length=2048)]
    query: Annotated[str, Field(max_length=10_000)] = ""
    limit: int = Field(default=8, ge=1, le=_MAX_PASSAGES)
    after: int = Field(default=0, ge=0)


class Recorded(Record):
    """What ``evidence.record`` answers: ``status`` is ``admitted`` or ``exists``."""

    id: NonBlank
    status: NonBlank
    anchor_method: NonBlank


@dataclass(frozen=True, slots=True)
class RunDesk:
    """What all researchers of a run share."""

    registry: SourceRegistry
    admission: Admission
    search: SearchProvider
    record: Callable[[EventBody], object]


class ResearcherToolbox:
    """The tools of one brief, with its limits held inside."""

    def __init__(self, brief: Brief, desk: RunDesk) -> None:
        self._brief = brief
        self._desk = desk
        self._places: set[str] = set()
        self._evidence_ids: list[str] = []
        self._counts = {"searches": 0, "calls": 0, "refused": 0, "read": 0}
        self._tools = ToolRegistry()
        self._tools.add(
            Tool(
                "corpus",
                "search",
                "Search the given folders. Leads are never evidence; read before you record.",
                SearchArguments,
                SearchReply,
                self._search,
            )
        )
        self._tools.add(
            Tool(
                "corpus",
                "read",
                "Read a document in a given folder; returns passages that bear on the query.",
                ReadArguments,
                ReadReply,
                self._read,
                timeout_s=120,
            )
        )
        self._tools.add(
            Tool(
                "evidence",
                "record",
                "Record one claim with a verbatim quote from a document that was read.",
                EvidenceDraft,
                Recorded,
                self._record,
                read_only=False,
            )
        )

    def contracts(self) -> tuple[ToolContract, ...]:
        """Return the tools that may be called."""
        return self._tools.contracts()

    async def call(self, tool: str, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Call a tool; a refusal is a reply, and refused drafts are on record."""
        self._counts["calls"] += 1
        reply = await self._tools.call(tool, arguments)
        if not reply.ok and tool == "evidence.record":
            self._counts["refused"] += 1
            self._record_malformed(reply, arguments)
        return reply

    @property
    def evidence_ids(self) -> tuple[str, ...]:
        """Evidence admitted for this brief, in order."""
        return tuple(self._evidence_ids)

    @property
    def usage(self) -> Usage:
        """What this brief used so far."""
        return Usage(
            searches=self._counts["searches"],
            sources_tried=len(self._places),
            sources_read=self._counts["read"],
            evidence_admitted=len(self._evidence_ids),
            evidence_refused=self._counts["refused"],
            tool_calls=self._counts["calls"],
        )

    async def _search(self, arguments: SearchArguments) -> SearchReply:
        self._counts["searches"] += 1
        sub, provider = self._brief.subquestion.id, self._desk.search.name
        try:
            reply = await self._desk.search.search(arguments.query, limit=arguments.limit)
        except SearchError as error:
            self._desk.record(
                SearchFailed(
                    sub_question_id=sub,
                    provider=provider,
                    query=arguments.query,
                    reason=error.reason,
                )
            )
            raise
        leads = tuple(
            lead.model_copy(update={"snippet": lead.snippet[:200]}) for lead in reply.leads
        )
        self._desk.record(
            SearchDone(sub_question_id=sub, provider=provider, query=arguments.query, leads=leads)
        )
        return reply

    async def _read(self, arguments: ReadArguments) -> ReadReply:
        key = canonical_url(arguments.url)
        if key not in self._places:
            if len(self._places) >= self._brief.max_sources:
                raise LimitReachedError(
                    "max_sources", f"{self._brief.max_sources} sources were asked for already"
                )
            # The place is taken before the fetch: a source that fails keeps it.
            self._places.add(key)
            read = await self._desk.registry.read(arguments.url, self._brief.subquestion.id)
            self._counts["read"] += read.snapshot is not None
        else:
            read = await self._desk.registry.read(arguments.url, self._brief.subquestion.id)
        return await asyncio.to_thread(self._reply, read, arguments)

    def _reply(self, read: ReadSource, arguments: ReadArguments) -> ReadReply:
        name = self._brief.subject_name or self._brief.subquestion.subject
        return read_reply(
            read,
            query=arguments.query,
            limit=arguments.limit,
            after=arguments.after,
            signals=identity_signals(read, name, self._brief.identity_anchor_urls),
        )

    async def _record(self, draft: EvidenceDraft) -> Recorded:
        admitted = await self._desk.admission.submit(draft, self._brief)
        evidence = admitted.evidence
        if evidence.id not in self._evidence_ids:
            self._evidence_ids.append(evidence.id)
        return Recorded(
            id=evidence.id,
            status="admitted" if admitted.is_new else "exists",
            anchor_method=evidence.anchor_method,
        )

    def _record_malformed(self, reply: ToolReply, arguments: Mapping[str, JsonValue]) -> None:
        """Put a draft on record that was refused before it could be parsed."""
        content = reply.content
        if not isinstance(content, dict) or content.get("code") != "bad_arguments":
            return
        try:
            draft = EvidenceDraft.model_validate(arguments)
        except ValidationError:
            draft = None
        self._desk.record(
            EvidenceRefused(
                sub_question_id=self._brief.subquestion.id,
                draft=draft,
                code="bad_arguments",
                message=str(content.get("message"))[:2000] or "bad arguments",
                advice=str(content.get("advice")),
            )
        )
