"""Asking for one URL at a time: kept or asked, and never twice in a run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Protocol

from ascertain.adapters.web.client import WebRequest
from ascertain.adapters.web.kept import Answer, AnswerKind, KeptAnswers
from ascertain.adapters.web.network import UnreachableError
from ascertain.adapters.web.statuses import Failure
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace, RefusedRequest
from ascertain.ports.clock import Clock

__all__ = ["Exchanging", "HopAnswer", "HopRequest", "Hops", "Permit"]

_NOT_MODIFIED = 304
_ENDING_S = 5.0
_NOT_KEPT = "it is not among the kept pages, and --offline forbids asking for it"
_CLOSED = "it was not fetched to the end, because the run is over"

Permit = Callable[[bool], Awaitable[None]]
"""Raises ``FetchError`` if a URL may not be used; told whether it may ask the host to find out."""


class Exchanging(Protocol):
    """What asks one request under policy, such as ``WebClient``."""

    async def exchange(self, request: WebRequest, trace: FetchTrace | None = None) -> Exchange:
        """Ask; only ``FetchError`` leaves, ``blocked`` meaning that policy refused."""
        ...


@dataclass(frozen=True, slots=True)
class HopRequest:
    """One URL to ask for.

    Attributes:
        kind: what it is asked for as.
        url: as policy wants it written.
        may_ask: False: only what is kept.
        max_bytes: of the body, where the client's own bound is not the one to hold.
    """

    kind: AnswerKind
    url: str
    may_ask: bool = True
    max_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class HopAnswer:
    """What became of a URL.

    Attributes:
        answer: the response or the failure.
        attempts: requests that this call made for it.
        from_store: whether its bytes were kept, by an earlier run or by this one.
    """

    answer: Answer
    attempts: int = 0
    from_store: bool = True


class Hops:
    """Gives the answer for a URL, from what is kept or by asking, at most once in a run.

    Calls for the same URL at the same time share one request. It ends when the last of them
    is cancelled, and not before.

    Args:
        client: asks.
        kept: answers of this run and of earlier ones.
        clock: for their age.
        offline: never ask.
    """

    def __init__(
        self, client: Exchanging, kept: KeptAnswers, clock: Clock, *, offline: bool = False
    ) -> None:
        self._client = client
        self._kept = kept
        self._clock = clock
        self._offline = offline
        self._flights: dict[HopRequest, _Flight] = {}
        self._tasks: set[asyncio.Task[HopAnswer]] = set()
        self._is_closed = False

    async def get(
        self, request: HopRequest, trace: FetchTrace, permit: Permit | None = None
    ) -> HopAnswer:
        """Return what became of the URL; a response of any status is an answer.

        Args:
            request: the URL.
            trace: gets what happened.
            permit: is asked before anything kept is used or the host is asked.

        Raises:
            FetchError: if policy or ``permit`` forbids it, or it may not be asked for.
        """
        flight = self._flights.get(request)
        if flight is not None:
            return await self._shared(flight, request, trace)
        if self._is_closed:
            raise FetchError("error", _CLOSED)
        task = asyncio.create_task(self._answer(request, trace, permit))
        flight = _Flight(task)
        self._flights[request] = flight
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._landed(request, done))
        return await self._wait(flight, request)

    async def close(self) -> None:
        """End what is left. Closing twice is harmless."""
        self._is_closed = True
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=_ENDING_S)

    async def _shared(self, flight: _Flight, request: HopRequest, trace: FetchTrace) -> HopAnswer:
        try:
            hop = await self._wait(flight, request)
        except FetchError as fault:
            if fault.status == "blocked":
                trace.refused.append(RefusedRequest(request.url, fault.reason))
            raise
        _show(hop.answer, trace)
        trace.from_store += 1
        return HopAnswer(hop.answer)

    async def _wait(self, flight: _Flight, request: HopRequest) -> HopAnswer:
        task = flight.task
        flight.waiting += 1
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            if flight.waiting == 1 and not task.done():
                # Nobody else waits: the transfer ends with the call.
                self._forget(request, flight)
                task.cancel()
                await asyncio.wait({task}, timeout=_ENDING_S)
            raise
        finally:
            flight.waiting -= 1
        if task.cancelled():
            raise FetchError("error", _CLOSED)
        fault = task.exception()
        if isinstance(fault, FetchError):
            raise FetchError(fault.status, fault.reason) from fault
        return task.result()

    def _landed(self, request: HopRequest, task: asyncio.Task[HopAnswer]) -> None:
        self._tasks.discard(task)
        flight = self._flights.get(request)
        if flight is not None and flight.task is task:
            del self._flights[request]
        if not task.cancelled():
            task.exception()  # nobody may be left to hear of it

    def _forget(self, request: HopRequest, flight: _Flight) -> None:
        if self._flights.get(request) is flight:
            del self._flights[request]

    async def _answer(
        self, request: HopRequest, trace: FetchTrace, permit: Permit | None
    ) -> HopAnswer:
        found = await asyncio.to_thread(self._kept.find, request.kind, request.url, self._now())
        if found.answer is not None and found.is_usable:
            if permit is not None:
                await permit(False)  # noqa: FBT003 (a Permit takes no name)
            _show(found.answer, trace)
            trace.from_store += 1
            return HopAnswer(found.answer)
        if self._offline or not request.may_ask:
            raise FetchError("error", _NOT_KEPT)
        if permit is not None:
            await permit(True)  # noqa: FBT003 (as above)
        return await self._ask(request, trace, found.answer)

    async def _ask(self, request: HopRequest, trace: FetchTrace, stale: Answer | None) -> HopAnswer:
        before = len(trace.exchanges)
        conditions = stale.conditions() if stale is not None else ()
        asked = WebRequest(request.url, headers=conditions, max_bytes=request.max_bytes)
        confirms = False
        try:
            exchange = await self._client.exchange(asked, trace)
        except FetchError as fault:
            if fault.status == "blocked":
                raise
            answer = Answer(self._now(), failure=_failure(fault))
        else:
            answer = Answer.of(exchange, self._now())
            if stale is not None and conditions and exchange.status == _NOT_MODIFIED:
                answer, confirms = stale.confirmed(exchange, self._now()), True
        attempts = max(1, len(trace.exchanges) - before)
        if confirms:
            _show(answer, trace)
        await asyncio.to_thread(self._kept.keep, request.kind, request.url, answer)
        return HopAnswer(answer, attempts, from_store=confirms)

    def _now(self) -> datetime:
        return datetime.fromisoformat(self._clock.now()).astimezone(UTC)


@dataclass(slots=True)
class _Flight:
    task: asyncio.Task[HopAnswer]
    waiting: int = 0


def _show(answer: Answer, trace: FetchTrace) -> None:
    if answer.exchange is not None:
        trace.exchanges.append(replace(answer.exchange, from_store=True))


def _failure(fault: FetchError) -> Failure:
    if fault.status == "too_large":
        return Failure("too_large", fault.reason)
    # A name that does not exist may be entered within the hour; it is kept no longer than that.
    is_dead_end = isinstance(fault, UnreachableError) and not fault.is_passing
    return Failure("error", fault.reason, is_passing=True, is_dead_end=is_dead_end)
