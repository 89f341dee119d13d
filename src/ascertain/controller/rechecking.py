"""Fetching a finished run's sources again and holding its quotes against them."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ascertain.controller.outputs import make_report
from ascertain.controller.state import RunState
from ascertain.errors import InputError
from ascertain.evidence.admitted import Evidence
from ascertain.evidence.recheck import (
    QuoteOutcome,
    Recheck,
    RecheckedQuote,
    RecheckedSource,
    SourceOutcome,
)
from ascertain.evidence.source import Source
from ascertain.sources.anchoring.finding import prepare
from ascertain.sources.source_reading import ReadingPorts, ReadSource, SourceReader
from ascertain.sources.urls import canonical_url
from ascertain.validation.rechecking import affected_sentences, recheck_quote

__all__ = ["RecheckTerms", "recheck_run"]

_GONE = re.compile(r"HTTP (?:404|410)\b|there is no such file")
"""What our fetchers say of a page that is not there, in contrast to one that failed today."""


@dataclass(frozen=True, slots=True)
class RecheckTerms:
    """How far a recheck goes.

    Attributes:
        parallel: sources that are fetched side by side; politeness per host is the fetcher's.
        max_seconds: after which no further source is asked.
        told: called with each source when it is known what became of it.
    """

    parallel: int = 4
    max_seconds: float = 900.0
    told: Callable[[RecheckedSource], None] = lambda _: None


async def recheck_run(
    state: RunState, ports: ReadingPorts, terms: RecheckTerms | None = None
) -> Recheck:
    """Fetch each source with evidence once more and anchor each of its quotes anew.

    Args:
        state: of a run that has ended.
        ports: with a snapshot store of its own: the run's is not to be written to.
        terms: how far to go.

    Raises:
        InputError: if the run has not ended or has no evidence.
    """
    if state.ended is None or state.plan is None:
        raise InputError(
            "the run has not ended, so there is nothing to recheck",
            hint="Wait for it, or take it up again.",
        )
    if not state.evidence:
        raise InputError("the run holds no evidence, so there is nothing to recheck")
    given = terms or RecheckTerms()
    checked_at = ports.clock.now()
    by_source: defaultdict[str, list[Evidence]] = defaultdict(list)
    for item in state.evidence.values():
        by_source[item.source_id].append(item)
    reader = SourceReader(ports, lambda _: None)
    rechecked = await _all(state, by_source, reader, given)
    quotes = {quote.evidence_id: quote for _, found in rechecked.values() for quote in found}
    report = make_report(state, state.plan, status=state.ended, reason=state.end_reason)
    sentences = sum(len(part.sentences) + len(part.further) for part in report.sections)
    return Recheck(
        run_id=state.run_id,
        question=state.question,
        ended_at=state.ended_at,
        checked_at=checked_at,
        sources=tuple(rechecked[name][0] for name in by_source),
        quotes=tuple(quotes[name] for name in state.evidence),
        sentences=sentences,
        affected=affected_sentences(report, state.claims, quotes.values()),
        not_checked=tuple(
            f"{source.source_id} ({source.url}): {source.reason}"
            for source, _ in (rechecked[name] for name in by_source)
            if source.outcome == "unread"
        ),
    )


_Rechecked = tuple[RecheckedSource, tuple[RecheckedQuote, ...]]


async def _all(
    state: RunState,
    by_source: Mapping[str, Sequence[Evidence]],
    reader: SourceReader,
    terms: RecheckTerms,
) -> dict[str, _Rechecked]:
    loop = asyncio.get_running_loop()
    until = loop.time() + terms.max_seconds
    gate = asyncio.Semaphore(terms.parallel)
    found: dict[str, _Rechecked] = {}

    async def one(name: str) -> None:
        source = state.sources[name]
        async with gate:
            read, why = None, "the time for rechecking was up"
            if source.observed_text != "page":
                why = "what was kept of it is a program's account, not the page"
            elif loop.time() < until:
                try:
                    async with asyncio.timeout_at(until):
                        read = await reader.read(name, source.resolved_url or source.requested_url)
                except TimeoutError:
                    read = None
            was = state.texts.get(source.content_hash or "")
            found[name] = await asyncio.to_thread(
                _outcome, _Kept(source, was), by_source[name], read, why
            )
        terms.told(found[name][0])

    async with asyncio.TaskGroup() as group:
        for name in by_source:
            group.create_task(one(name))
    return found


class _Kept(NamedTuple):
    """A source as the run read it, and the digest of its text then."""

    source: Source
    text_sha256: str | None


def _outcome(
    kept: _Kept, items: Sequence[Evidence], read: ReadSource | None, why: str
) -> _Rechecked:
    source = kept.source
    if read is None or read.snapshot is None:
        reason = why if read is None else read.source.error or read.source.status
        is_gone = read is not None and _GONE.search(reason) is not None
        outcome: SourceOutcome = "gone" if is_gone else "unread"
        return _described(source, outcome, reason=reason), tuple(
            _without_text(item, "vanished" if is_gone else "unread") for item in items
        )
    now = read.source
    retraction = now.retraction if source.retraction is None else None
    superseded = now.superseded if source.superseded is None else None
    prepared = prepare(read.text)
    quotes = [recheck_quote(item, prepared, read.snapshot.main) for item in items]
    withdrawn = retraction is not None or superseded is not None
    same = read.snapshot.text_sha256 == kept.text_sha256
    described = _described(source, "same" if same else "changed").model_copy(
        update={
            "redirected_to": _moved_to(source, now),
            "retraction": retraction,
            "superseded": superseded,
            "now_hash": now.content_hash,
            "fetched_at": now.fetched_at,
        }
    )
    return described, tuple(quote.model_copy(update={"withdrawn": withdrawn}) for quote in quotes)


def _moved_to(was: Source, now: Source) -> str | None:
    before, after = was.resolved_url or was.requested_url, now.resolved_url or now.requested_url
    return after if canonical_url(before) != canonical_url(after) else None


def _described(
    source: Source, outcome: SourceOutcome, *, reason: str | None = None
) -> RecheckedSource:
    return RecheckedSource(
        source_id=source.id,
        url=source.resolved_url or source.requested_url,
        title=source.title or "",
        outcome=outcome,
        reason=reason,
        was_hash=source.content_hash,
    )


def _without_text(item: Evidence, outcome: QuoteOutcome) -> RecheckedQuote:
    return RecheckedQuote(
        evidence_id=item.id, source_id=item.source_id, outcome=outcome, was=item.selector.exact
    )
