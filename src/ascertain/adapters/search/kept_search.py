"""One provider whose answers are kept, from run to run and within a run."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import NamedTuple, Protocol, runtime_checkable

from pydantic import ValidationError

from ascertain.errors import SearchError
from ascertain.evidence.chain import digest
from ascertain.evidence.freshness import Freshness
from ascertain.evidence.lead import Lead
from ascertain.evidence.record import Record
from ascertain.ports.answer_store import AnswerStore, StoredAnswer
from ascertain.ports.clock import Clock
from ascertain.ports.search_provider import SearchProvider

__all__ = ["NOT_KEPT", "KeptSearch", "Outcome", "Placed"]

NOT_KEPT = "no kept answer, and --offline forbids asking"
"""Why a provider that was not asked gave nothing."""

_KIND = "search"
_MAX_REASON = 500


@runtime_checkable
class Placed(Protocol):
    """A provider that can be at several places, of which each answers for itself."""

    @property
    def place(self) -> str:
        """Where it asks, and what else of its setting decides its answers; never a key."""
        ...


class Outcome(NamedTuple):
    """What a provider made of a query; ``failure`` is None if it answered."""

    leads: tuple[Lead, ...]
    failure: str | None
    from_store: bool


class _Kept(Record):
    leads: tuple[Lead, ...] = ()


class KeptSearch:
    """Asks a provider what is not kept, each query once.

    An answer is kept with the place that gave it: another instance or engine is asked anew.

    Args:
        provider: who is asked.
        store: keeps the answers; None: they are kept for this run only.
        clock: for their age.
        freshness: how old a kept answer may be.
        timeout_s: after which a call has failed.
    """

    def __init__(
        self,
        provider: SearchProvider,
        store: AnswerStore | None,
        clock: Clock,
        freshness: Freshness,
        timeout_s: float,
    ) -> None:
        self._provider = provider
        self._store = store
        self._clock = clock
        self._freshness = freshness
        self._timeout_s = timeout_s
        self._asked: dict[tuple[str, int], asyncio.Task[Outcome]] = {}

    @property
    def name(self) -> str:
        """The provider's name."""
        return self._provider.name

    async def search(self, query: str, limit: int) -> Outcome:
        """Return what the provider says, asking it unless the answer is kept."""
        key = (query, limit)
        task = self._asked.get(key)
        if task is None or task.cancelled():
            task = asyncio.create_task(self._search(query, limit))
            self._asked[key] = task
            return await asyncio.shield(task)
        earlier = await asyncio.shield(task)
        return earlier._replace(from_store=True)

    async def close(self) -> None:
        """Stop asking."""
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)

    async def _search(self, query: str, limit: int) -> Outcome:
        key = f"{self._who()}\n{limit}\n{query}"
        kept = await asyncio.to_thread(self._find, key)
        if kept is not None:
            return kept
        if self._freshness.offline:
            return Outcome((), NOT_KEPT, from_store=False)
        try:
            async with asyncio.timeout(self._timeout_s):
                reply = await self._provider.search(query, limit=limit)
        except TimeoutError:
            failure = f"no answer within {self._timeout_s:g} s"
        except SearchError as error:
            failure = error.reason[:_MAX_REASON]
        except Exception as error:  # noqa: BLE001 (one provider's boundary: the others go on, and its fault is reported)
            failure = f"an unexpected fault: {type(error).__name__}"
        else:
            await asyncio.to_thread(self._keep, key, _Kept(leads=reply.leads))
            return Outcome(reply.leads, None, from_store=False)
        # Failures are kept for this run alone: a mended key or network counts at once.
        return Outcome((), failure, from_store=False)

    def _who(self) -> str:
        if not isinstance(self._provider, Placed):
            return self.name
        # A digest, since an address may hold a password.
        return f"{self.name}\n{digest(self._provider.place.encode())}"

    def _find(self, key: str) -> Outcome | None:
        answer = self._store.get(_KIND, key) if self._store else None
        if answer is None:
            return None
        try:
            kept = _Kept.model_validate_json(answer.head)
        except ValidationError:
            return None
        if not self._freshness.allows(answer.stored_at, self._now()):
            return None
        return Outcome(kept.leads, None, from_store=True)

    def _keep(self, key: str, kept: _Kept) -> None:
        if self._store is not None:
            self._store.put(_KIND, key, StoredAnswer(self._now(), kept.model_dump_json()))

    def _now(self) -> datetime:
        return datetime.fromisoformat(self._clock.now())
