"""A source as a researcher sees it: the passages that bear on a query, dates, signals."""

from __future__ import annotations

from collections.abc import Sequence

from ascertain.evidence.lead import Passage, ReadReply
from ascertain.sources.bearing import bearing_passages
from ascertain.sources.passages import TextPassage
from ascertain.sources.source_reading import ReadSource
from ascertain.sources.urls import canonical_url

__all__ = ["identity_signals", "read_reply"]


def read_reply(
    read: ReadSource,
    *,
    query: str = "",
    limit: int = 8,
    max_characters: int = 400_000,
    after: int = 0,
    wanted: Sequence[str] = (),
    signals: Sequence[str] = (),
) -> ReadReply:
    """Make the reply to a read.

    Args:
        read: the source.
        query: what to look for; empty gives the passages in reading order.
        limit: passages at most.
        max_characters: of all passages together; one passage is always given.
        after: passages to leave out from the front, to page on.
        wanted: ids of the passages to give; empty: those that bear on the query.
        signals: what on the page names the subject.
    """
    source = read.source
    if wanted:
        by_id = {f"{source.id}:p{at}": (at, part) for at, part in enumerate(read.passages)}
        chosen = [by_id[name] for name in dict.fromkeys(wanted) if name in by_id]
    else:
        chosen = bearing_passages(read.text, read.passages, query)
    window = _fitting(chosen[after : after + limit], max_characters)
    return ReadReply(
        source_id=source.id,
        url=source.resolved_url or source.requested_url,
        status=source.status,
        reason=source.error,
        title=source.title,
        author=source.author,
        published=source.published,
        updated=source.updated,
        language=source.language,
        passages=tuple(
            Passage(
                id=f"{source.id}:p{at}",
                start=passage.start,
                end=passage.end,
                text=read.text[passage.start : passage.end],
                heading=passage.heading,
                is_main=passage.is_main,
            )
            for at, passage in window
        ),
        more=max(0, len(chosen) - after - len(window)),
        identity_signals=tuple(signals),
    )


def _fitting(
    chosen: Sequence[tuple[int, TextPassage]], most: int
) -> Sequence[tuple[int, TextPassage]]:
    """Return the passages from the front that together are short enough; one at least."""
    if chosen and chosen[0][1].end - chosen[0][1].start > most:
        # A text without sentences is one passage, however long.
        at, first = chosen[0]
        return [(at, first._replace(end=first.start + most))]
    total = 0
    for count, (_, passage) in enumerate(chosen):
        total += passage.end - passage.start
        if total > most and count:
            return chosen[:count]
    return chosen


def identity_signals(
    read: ReadSource, name: str | None, anchor_urls: Sequence[str]
) -> tuple[str, ...]:
    """Say what on the page ties it to the subject: its name, an address known to be its own."""
    signals: list[str] = []
    if name:
        times = read.text.casefold().count(name.casefold())
        if times:
            signals.append(f"the text names {name} ({times} times)")
        if name.casefold() in (read.source.title or "").casefold():
            signals.append(f"the title names {name}")
    signals.extend(
        f"the text gives the address {url}"
        for url in anchor_urls
        if url.removeprefix("https://").removeprefix("http://").rstrip("/") in read.text
    )
    if canonical_url(read.source.requested_url) in map(canonical_url, anchor_urls):
        signals.append("it is a page given as being about the subject")
    return tuple(signals)
