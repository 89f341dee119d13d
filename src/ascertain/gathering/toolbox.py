"""The tools of one researcher: search and read in each lane, record."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

from pydantic import Field, JsonValue

from ascertain.errors import LimitReachedError, SearchError, ToolError
from ascertain.evidence.admitted import EvidenceDraft
from ascertain.evidence.brief import Brief
from ascertain.evidence.events import (
    EventBody,
    EvidenceRefused,
    SearchDone,
    SearchFailed,
    ToolCalled,
    ToolRefused,
)
from ascertain.evidence.lead import Lead, ReadReply, SearchReply
from ascertain.evidence.limits import Usage
from ascertain.evidence.program import (
    ProcessedPage,
    ProgramSearch,
    SubagentEnded,
    SubagentStarted,
    SubagentStep,
)
from ascertain.evidence.record import NonBlank, Record
from ascertain.gathering.admission import Admission
from ascertain.gathering.branches import within
from ascertain.gathering.lanes import Lane
from ascertain.gathering.progress import Progress
from ascertain.gathering.reading import identity_signals, read_reply
from ascertain.gathering.tool_registry import Tool, ToolRegistry, refusal, refusal_of
from ascertain.gathering.tool_sets import ToolSet
from ascertain.gathering.wire_text import cut_text, wire_text
from ascertain.ports.clock import Clock
from ascertain.ports.toolbox import ToolContract, ToolReply
from ascertain.sources.registry import SourceRegistry
from ascertain.sources.source_reading import ReadSource
from ascertain.sources.urls import canonical_url

__all__ = ["ReadArguments", "Recorded", "ResearcherToolbox", "RunDesk", "SearchArguments"]

_MAX_PASSAGES = 100
_RECORD = "evidence.record"
_PROGRAM = "the researcher's program"
_KEPT_ARGUMENTS, _KEPT_ANSWER = 4_000, 2_000
_WIRE = 2_000_000
"""Characters of a call that the ledger keeps."""
_UNPARSED = frozenset(("bad_arguments", "time_out", "tool_failed"))
"""Codes of refusals that happen before or beside admission."""


class SearchArguments(Record):
    """What a lane's ``search`` takes."""

    query: Annotated[NonBlank, Field(max_length=10_000)]
    limit: int = Field(default=10, ge=1, le=50)


class ReadArguments(Record):
    """What a lane's ``read`` takes.

    Attributes:
        query: what to look for; the passages that bear on it come first.
        max_characters: of all passages together; one passage is always given.
        after: how many passages to leave out from the front, to page on.
        passages: ids of passages to get again, such as ``S1:p4``; then ``query`` is not used.
    """

    url: Annotated[NonBlank, Field(max_length=2048)]
    query: Annotated[str, Field(max_length=10_000)] = ""
    limit: int = Field(default=5, ge=1, le=_MAX_PASSAGES)
    max_characters: int = Field(default=6_000, ge=500, le=400_000)
    after: int = Field(default=0, ge=0)
    passages: tuple[Annotated[NonBlank, Field(max_length=40)], ...] = Field(
        default=(), max_length=_MAX_PASSAGES
    )


class Recorded(Record):
    """What ``evidence.record`` answers: ``status`` is ``admitted`` or ``exists``."""

    id: NonBlank
    status: NonBlank
    anchor_method: NonBlank


@dataclass(frozen=True, slots=True)
class RunDesk:
    """What all researchers of a run share.

    Attributes:
        lanes: where they may look.
        tool_sets: tools beside searching, reading and recording.
        asked: subquestion id to the canonical addresses that took a place on its account, in
            whichever round.
    """

    registry: SourceRegistry
    admission: Admission
    lanes: tuple[Lane, ...]
    record: Callable[[EventBody], object]
    clock: Clock
    tool_sets: tuple[ToolSet, ...] = ()
    asked: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


class ResearcherToolbox:
    """The tools of one brief, with its limits held inside."""

    def __init__(self, brief: Brief, desk: RunDesk) -> None:
        self._brief = brief
        self._desk = desk
        self._places = desk.asked[brief.subquestion.id]
        self._tried = 0
        self._seen: set[str] = set()
        self._evidence_ids: list[str] = []
        self._counts = {"searches": 0, "calls": 0, "refused": 0, "read": 0}
        self._progress = Progress()
        self._tools = ToolRegistry()
        for lane in desk.lanes:
            self._add_lane(lane)
        skills = brief.subquestion.skills
        for tool_set in desk.tool_sets:
            # A subquestion that asks for no skill may need any.
            if not skills or tool_set.serves(skills):
                for tool in tool_set.tools:
                    self._tools.add(tool)
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

    def _add_lane(self, lane: Lane) -> None:
        self._tools.add(
            Tool(
                lane.namespace,
                "search",
                lane.search_description,
                SearchArguments,
                SearchReply,
                partial(self._search, lane),
                timeout_s=lane.timeout_s,
                cost=lane.cost,
            )
        )
        self._tools.add(
            Tool(
                lane.namespace,
                "read",
                lane.read_description,
                ReadArguments,
                ReadReply,
                partial(self._read, lane),
                timeout_s=lane.timeout_s,
                cost=lane.cost,
            )
        )

    def contracts(self) -> tuple[ToolContract, ...]:
        """Return the tools that may be called."""
        return self._tools.contracts()

    async def call(self, tool: str, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Call a tool; a refusal is a reply, and refused drafts are on record."""
        self._counts["calls"] += 1
        name = "".join(char for char in tool[:100] if char.isprintable()).strip() or "?"
        with within(f"call-{self._counts['calls']}"):
            began = self._desk.clock.monotonic()
            said = wire_text(arguments, _WIRE)
            if said is None:
                reply = refusal(
                    "bad_arguments",
                    "the arguments are nested too deeply, too long or no JSON",
                    "Call again with arguments that fit the input schema.",
                )
            else:
                reply = self._progress.refuse(f"{name} {said}")
            if reply is None:
                reply = await self._tools.call(tool, arguments)
                if tool == _RECORD:
                    self._progress.recorded(admitted=reply.ok)
            if not reply.ok:
                self._put_on_record(name, reply)
            self._called(name, said, reply.content, ok=reply.ok, began=began)
        return reply

    def _called(
        self,
        tool: str,
        arguments: object,
        answer: object,
        *,
        ok: bool = True,
        began: float | None = None,
    ) -> None:
        now = self._desk.clock.monotonic()
        said = arguments if isinstance(arguments, str) else wire_text(arguments, _WIRE)
        self._desk.record(
            ToolCalled(
                sub_question_id=self._brief.subquestion.id,
                tool=tool,
                ok=ok,
                arguments=cut_text(said or "", _KEPT_ARGUMENTS),
                answer=cut_text(wire_text(answer, _WIRE) or "", _KEPT_ANSWER),
                seconds=round(max(0.0, now - (now if began is None else began)), 3),
            )
        )

    @property
    def evidence_ids(self) -> tuple[str, ...]:
        """Evidence admitted for this brief, in order."""
        return tuple(self._evidence_ids)

    @property
    def usage(self) -> Usage:
        """What this brief used so far."""
        return Usage(
            searches=self._counts["searches"],
            sources_tried=self._tried,
            sources_read=self._counts["read"],
            evidence_admitted=len(self._evidence_ids),
            evidence_refused=self._counts["refused"],
            tool_calls=self._counts["calls"],
        )

    async def _search(self, lane: Lane, arguments: SearchArguments) -> SearchReply:
        self._counts["searches"] += 1
        sub, provider = self._brief.subquestion.id, lane.search.name
        try:
            reply = await lane.search.search(arguments.query, limit=arguments.limit)
        except SearchError as error:
            self._search_failed(provider, arguments.query, error.reason)
            raise
        for asked in reply.providers:
            if asked.failure is not None:
                self._search_failed(asked.provider, arguments.query, asked.failure)
        leads = tuple(
            lead.model_copy(update={"snippet": lead.snippet[:200]}) for lead in reply.leads
        )
        self._progress.looked(found_new=any(self._is_new(lead.url) for lead in reply.leads))
        self._desk.record(
            SearchDone(
                sub_question_id=sub,
                provider=provider,
                query=arguments.query,
                leads=leads,
                providers=reply.providers,
            )
        )
        return reply

    def _is_new(self, url: str) -> bool:
        found = canonical_url(url)
        if found in self._seen:
            return False
        self._seen.add(found)
        return True

    def _search_failed(self, provider: str, query: str, reason: str) -> None:
        self._desk.record(
            SearchFailed(
                sub_question_id=self._brief.subquestion.id,
                provider=provider,
                query=query,
                reason=reason,
            )
        )

    async def _read(self, lane: Lane, arguments: ReadArguments) -> ReadReply:
        lane.check(arguments.url)
        is_new = self._take_place(arguments.url)
        read = await self._desk.registry.read(arguments.url, self._brief.subquestion.id)
        self._counts["read"] += is_new and read.snapshot is not None
        self._progress.looked(found_new=is_new and read.snapshot is not None)
        return await asyncio.to_thread(self._reply, read, arguments)

    def _take_place(self, url: str) -> bool:
        """Take a place before a fetch: a source that fails keeps it. False: it has one."""
        key = canonical_url(url)
        if key in self._places:
            return False
        if len(self._places) >= self._brief.max_sources:
            raise LimitReachedError(
                "max_sources", f"{self._brief.max_sources} sources were asked for already"
            )
        self._places.add(key)
        self._tried += 1
        return True

    async def reserve(self, url: str) -> ToolReply:
        """Take a place for an address that a researcher's program is about to read."""
        lane = next((lane for lane in self._desk.lanes if lane.namespace == "web"), None)
        try:
            if lane is None:
                return refusal("no_web", "this run does not use the web", "Finish without it.")
            lane.check(url)
            self._take_place(url)
        except (LimitReachedError, ToolError) as error:
            reply = refusal_of(error)
            self._put_on_record("program.read", reply)
            return reply
        return ToolReply(ok=True, content={"url": url})

    async def keep(self, page: ProcessedPage) -> ToolReply:
        """Keep what a researcher's program was told of a page."""
        read = await self._desk.registry.keep(page, self._brief.subquestion.id)
        self._counts["read"] += read.snapshot is not None
        self._progress.looked(found_new=read.snapshot is not None)
        content: dict[str, JsonValue] = {"source_id": read.source.id, "status": read.source.status}
        self._called("program.read", {"url": page.url, "asked": page.asked}, content)
        return ToolReply(ok=read.snapshot is not None, content=content)

    def searched(self, search: ProgramSearch) -> None:
        """Put a search of a researcher's program on record."""
        self._counts["searches"] += 1
        if search.failure:
            self._search_failed(_PROGRAM, search.query or "?", search.failure[:_KEPT_ANSWER])
            return
        self._progress.looked(found_new=any(self._is_new(url) for url, _ in search.leads))
        self._desk.record(
            SearchDone(
                sub_question_id=self._brief.subquestion.id,
                provider=_PROGRAM,
                query=search.query or "?",
                leads=tuple(
                    Lead(url=url, title=title[:300], provider=_PROGRAM)
                    for url, title in search.leads[:_MAX_PASSAGES]
                ),
            )
        )

    def delegated(self, step: SubagentStep) -> None:
        """Put the start or the end of a subagent on record."""
        told = SubagentEnded if step.is_over else SubagentStarted
        self._desk.record(told(sub_question_id=self._brief.subquestion.id, step=step))

    def _reply(self, read: ReadSource, arguments: ReadArguments) -> ReadReply:
        name = self._brief.subject_name or self._brief.subquestion.subject
        return read_reply(
            read,
            query=arguments.query,
            limit=arguments.limit,
            max_characters=arguments.max_characters,
            after=arguments.after,
            wanted=arguments.passages,
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

    def _put_on_record(self, tool: str, reply: ToolReply) -> None:
        """Record a refusal; drafts that admission turned away are on record already."""
        content = reply.content if isinstance(reply.content, dict) else {}
        code, message, advice = (str(content.get(k) or "") for k in ("code", "message", "advice"))
        sub = self._brief.subquestion.id
        if tool == _RECORD:
            self._counts["refused"] += 1
            if code in _UNPARSED:
                self._desk.record(
                    EvidenceRefused(
                        sub_question_id=sub, code=code, message=message[:2000], advice=advice
                    )
                )
        elif code != "search_failed":
            self._desk.record(
                ToolRefused(sub_question_id=sub, tool=tool, code=code, message=message[:2000])
            )
