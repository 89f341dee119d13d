"""Fetching scholarly works by identifier: the open copy where an open index names one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from pydantic import ValidationError

from ascertain.adapters.scholarly.answers import WorkRecord
from ascertain.adapters.scholarly.indexes import Index, OpenIndexes
from ascertain.errors import FetchError
from ascertain.evidence.chain import digest
from ascertain.evidence.exchange import FetchTrace
from ascertain.evidence.freshness import Freshness
from ascertain.ports.answer_store import AnswerStore, StoredAnswer
from ascertain.ports.clock import Clock
from ascertain.ports.fetcher import Fetched, Fetcher
from ascertain.sources.scholarly_ids import ScholarlyId, scholarly_id
from ascertain.sources.urls import canonical_url

__all__ = ["ScholarlyFetcher"]

_KIND, _FAILED = "scholarly", "scholarly_failed"
_MAX_TRIED = 3
_TIMEOUT_S = 20.0
_ARXIV = "https://arxiv.org/pdf/"


class ScholarlyFetcher:
    """Gives the open copy of a work for its DOI, arXiv or PubMed address; else fetches as is.

    A publisher's own page is asked first, and a copy only where the page refuses. The indexes
    are asked once a run and work, their answers kept. An index that fails is left out: the
    work is then fetched at its own address. ``facts`` say ``doi``, ``retraction`` and
    ``open-copy``.

    Args:
        fetcher: fetches pages, under policy.
        indexes: who is asked about works.
        store: keeps their answers.
        clock: for the answers' age.
        freshness: how old a kept answer may be.
    """

    def __init__(
        self,
        fetcher: Fetcher,
        indexes: OpenIndexes,
        store: AnswerStore,
        clock: Clock,
        freshness: Freshness,
    ) -> None:
        self._fetcher = fetcher
        self._indexes = indexes
        self._store = store
        self._clock = clock
        self._freshness = freshness
        self._asked: dict[str, asyncio.Task[WorkRecord]] = {}

    async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
        """Fetch the work's open copy, or the address itself."""
        wanted = scholarly_id(url)
        if wanted is None:
            return await self._fetcher.fetch(url, trace)
        work = await self._work(wanted)
        refused: FetchError | None = None
        if canonical_url(url) not in _addresses_of(wanted):
            try:
                return _with_facts(await self._fetcher.fetch(url, trace), work, wanted)
            except FetchError as error:
                refused = error
        for copy in work.copies[:_MAX_TRIED]:
            try:
                fetched = await self._fetcher.fetch(copy, trace)
            except FetchError:
                continue  # the next copy, then the address itself: their faults are in the trace
            return _with_facts(fetched, work, wanted, asked=url, copy=copy)
        if refused is not None:
            raise refused
        return _with_facts(await self._fetcher.fetch(url, trace), work, wanted)

    async def close(self) -> None:
        """Stop asking."""
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)

    async def _work(self, wanted: ScholarlyId) -> WorkRecord:
        if wanted.kind == "arxiv":
            return WorkRecord(copies=(f"{_ARXIV}{wanted.value}",))
        key = f"{wanted.kind}:{wanted.value}"
        task = self._asked.get(key)
        if task is None:
            task = asyncio.create_task(self._ask_all(wanted, key))
            self._asked[key] = task
        return await asyncio.shield(task)

    async def _ask_all(self, wanted: ScholarlyId, key: str) -> WorkRecord:
        indexes = self._indexes.about(wanted)
        records = await asyncio.gather(*(self._ask(index, key) for index in indexes))
        copies = dict.fromkeys(copy for record in records for copy in record.copies)
        return WorkRecord(
            doi=next((record.doi for record in records if record.doi), None),
            copies=tuple(copies)[:_MAX_TRIED],
            retraction="; ".join(r.retraction for r in records if r.retraction) or None,
        )

    async def _ask(self, index: Index, key: str) -> WorkRecord:
        name = f"{index.name}\n{digest(index.place.encode())}\n{key}"
        kept = await asyncio.to_thread(self._kept, name)
        if kept is not None or self._freshness.offline:
            return kept or WorkRecord()
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                record = await index.ask(self._indexes.client)
            kind = _KIND
        except (FetchError, TimeoutError):
            record, kind = WorkRecord(), _FAILED
        answer = StoredAnswer(self._now(), record.model_dump_json())
        await asyncio.to_thread(self._store.put, kind, name, answer)
        return record

    def _kept(self, name: str) -> WorkRecord | None:
        now = self._now()
        answer = self._store.get(_KIND, name)
        if answer is None or not self._freshness.allows(answer.stored_at, now):
            answer = self._store.get(_FAILED, name)
            if answer is None or not self._freshness.allows(answer.stored_at, now, failed=True):
                return None
        try:
            return WorkRecord.model_validate_json(answer.head)
        except ValidationError:
            return None

    def _now(self) -> datetime:
        return datetime.fromisoformat(self._clock.now())


def _addresses_of(wanted: ScholarlyId) -> frozenset[str]:
    """The addresses that name the work and nothing else."""
    place = {
        "doi": f"https://doi.org/{wanted.value}",
        "arxiv": f"https://arxiv.org/abs/{wanted.value}",
        "pubmed": f"https://pubmed.ncbi.nlm.nih.gov/{wanted.value}/",
    }
    return frozenset((canonical_url(place[wanted.kind]),))


def _with_facts(
    fetched: Fetched, work: WorkRecord, wanted: ScholarlyId, *, asked: str = "", copy: str = ""
) -> Fetched:
    facts = dict(fetched.facts)
    doi = wanted.value if wanted.kind == "doi" else work.doi
    if doi:
        facts["doi"] = doi
    if work.retraction:
        facts["retraction"] = work.retraction
    if copy:
        facts["open-copy"] = copy
    came_by = tuple(dict.fromkeys((*((asked,) if asked else ()), *fetched.redirects)))
    return replace(fetched, facts=facts, redirects=came_by)
