"""Web search engines without keys, through the metasearch library ``ddgs``.

By ddgs 9.16: ``DDGS(timeout=…).text(query, backend=…, max_results=…)`` gives results with
``title``, ``href``, ``body``, plain text. "Blocked" and "nothing found" are the same exception
there, an engine that was too slow may end in it too, and a name that the library does not know
stands for all its engines.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from ascertain.adapters.search.asking import cut_query, lead_of, mappings
from ascertain.adapters.search.markup import MAX_TITLE, from_text
from ascertain.errors import NotAvailableError, SearchError
from ascertain.evidence.lead import SearchReply

__all__ = ["DdgsAsk", "DdgsSearch"]

DdgsAsk = Callable[[str, str, int], list[dict[str, Any]]]
"""Backend, query and number of results to results; errors are the library's own."""

_CHARACTERS, _MOST = 400, 50
_TIMEOUT_S, _TURN_S, _ENGINE_TIMEOUT_S = 20.0, 30.0, 10
_AT_ONCE = 2
_PROBE, _PROBE_EVERY_S = "wikipedia", 300.0
_ADDRESS = re.compile(r"https?://[^\s)'\"]+")
_MEANINGS = (
    (re.compile(r"\bdns\b", re.IGNORECASE), "its host name cannot be found; is there a network?"),
    (re.compile(r"timed? ?out", re.IGNORECASE), "no answer in time"),
    (
        re.compile(r"\b(?:202|403|429)\b|ratelimit", re.IGNORECASE),
        "it refuses: a rate limit or block",
    ),
    (
        re.compile(r"error (?:sending request|trying to connect)", re.IGNORECASE),
        "it cannot be reached",
    ),
)


class DdgsSearch:
    """Asks one engine, two requests at a time.

    An empty answer counts as "nothing found" only if the engine answers a probe; otherwise the
    engine is said to have given nothing, which may be a block.

    Args:
        backend: the library's name of the engine.
        name: the provider's name here.
        ask: asks the engine; None: through the library.
        clock: seconds since some moment.
    """

    def __init__(
        self,
        backend: str,
        *,
        name: str,
        ask: DdgsAsk | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._backend = backend
        self._name = name
        self._ask = ask or _ask_ddgs
        self._clock = clock
        self._probed_at: float | None = None
        self._answers = False
        self._probing = asyncio.Lock()
        self._turns = asyncio.Semaphore(_AT_ONCE)

    @property
    def name(self) -> str:
        """The provider's name."""
        return self._name

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search."""
        wanted = min(max(limit, 1), _MOST)
        results = await self._results(cut_query(query, characters=_CHARACTERS), wanted)
        if results:
            self._probed_at, self._answers = self._clock(), True
        elif not await self._works():
            raise SearchError(
                self._name, "it gave nothing, not even for a common word: most likely a block"
            )
        leads = [
            lead_of(
                self._name,
                result.get("href"),
                from_text(result.get("title"), MAX_TITLE),
                from_text(result.get("body")),
                1 / (1 + place),
            )
            for place, result in enumerate(results)
        ]
        found = tuple(lead for lead in leads if lead is not None)
        return SearchReply(leads=found[: max(limit, 0)])

    async def _works(self) -> bool:
        """Whether the engine answers at all, asked at most every five minutes."""
        async with self._probing:
            now = self._clock()
            if self._probed_at is None or now - self._probed_at > _PROBE_EVERY_S:
                try:
                    answers = bool(await self._results(_PROBE, 1))
                except SearchError:
                    self._probed_at, self._answers = now, False
                    raise
                self._probed_at, self._answers = now, answers
            return self._answers

    async def _results(self, query: str, limit: int) -> list[Mapping[str, Any]]:
        try:
            async with asyncio.timeout(_TURN_S):
                await self._turns.acquire()
        except TimeoutError:
            reason = f"its earlier requests did not come back within {_TURN_S:g} s"
            raise SearchError(self._name, reason) from None
        outcome = _in_thread(lambda: self._ask(self._backend, query, limit), self._turns.release)
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                given = await outcome
        except TimeoutError:
            raise SearchError(self._name, f"no answer within {_TIMEOUT_S:g} s") from None
        if not isinstance(given, BaseException):
            return list(mappings(given))
        if "no results" in str(given).lower():
            return []
        raise SearchError(self._name, _said(given))


def _said(error: BaseException) -> str:
    """Say in a few words what the library's nested messages mean."""
    text = str(error)
    if isinstance(error, NotAvailableError):
        return text
    for pattern, meaning in _MEANINGS:
        if pattern.search(text):
            return meaning
    return f"{type(error).__name__}: {_ADDRESS.sub('…', text)[:100]}"


def _in_thread(
    work: Callable[[], list[dict[str, Any]]], ended: Callable[[], None]
) -> asyncio.Future[list[dict[str, Any]] | BaseException]:
    """Run in a daemon thread: a call that never returns must not keep the program alive.

    What the work raises is the outcome, not raised. ``ended`` is called in the event loop once
    the thread is through, however late that is.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[list[dict[str, Any]] | BaseException] = loop.create_future()

    def deliver(outcome: list[dict[str, Any]] | BaseException) -> None:
        ended()
        if not done.done():
            done.set_result(outcome)

    def run() -> None:
        try:
            outcome = work()
        except BaseException as error:  # noqa: BLE001 (a thread's boundary; a panic in the library's Rust is no Exception)
            outcome = error
        with suppress(RuntimeError):  # the event loop is closed: nobody waits any more
            loop.call_soon_threadsafe(deliver, outcome)

    threading.Thread(target=run, daemon=True, name="ddgs").start()
    return done


def _ask_ddgs(backend: str, query: str, limit: int) -> list[dict[str, Any]]:
    from ddgs import DDGS  # noqa: PLC0415 (heavy, and needed only where such an engine is asked)
    from ddgs.engines import ENGINES  # noqa: PLC0415 (as above)
    from ddgs.exceptions import DDGSException  # noqa: PLC0415 (as above)

    if backend not in ENGINES["text"]:
        raise NotAvailableError(f"the installed version of ddgs has no engine named {backend}")
    began = monotonic()
    try:
        with DDGS(timeout=_ENGINE_TIMEOUT_S) as engine:
            return engine.text(query, backend=backend, max_results=limit)
    except DDGSException as error:
        if monotonic() - began < _ENGINE_TIMEOUT_S:
            raise
        # It may say "no results" of an engine that it merely stopped waiting for.
        raise TimeoutError("timed out") from error
