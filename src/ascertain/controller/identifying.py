"""The identity stage: whose page is each source that evidence was recorded from?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ascertain.controller.state import RunState
from ascertain.errors import SnapshotError
from ascertain.evidence.admitted import Evidence
from ascertain.evidence.check import Check
from ascertain.evidence.identity_events import IdentityJudged, SubjectDescribed
from ascertain.evidence.snapshot import Snapshot
from ascertain.evidence.source import Source
from ascertain.ports.snapshot_store import SnapshotStore
from ascertain.sources.urls import canonical_url
from ascertain.validation.identity.checking import identity_check
from ascertain.validation.identity.entry import Subject, subject_of
from ascertain.validation.identity.judging import judge_page
from ascertain.validation.identity.page import PageView, links_in, page_view

__all__ = ["changed_identities", "check_identity", "identify"]


def identify(
    state: RunState, snapshots: SnapshotStore
) -> Iterator[SubjectDescribed | IdentityJudged]:
    """Describe the run's subject and judge each source of evidence once.

    Sources are judged again only if another anchor page was read since. Nothing comes from a run
    whose task names no subject.
    """
    sources = dict(state.sources)
    subject = _subject(state, snapshots, sources.values())
    if subject is None:
        return
    known = state.identities
    if subject.entry != state.subject:
        yield SubjectDescribed(entry=subject.entry)
        known = {}
    used = dict.fromkeys(item.source_id for item in tuple(state.evidence.values()))
    for source_id in used:
        if source_id not in known:
            page = _page(sources[source_id], snapshots, subject.entry.anchor_urls)
            yield IdentityJudged(judgement=judge_page(subject, page))


def changed_identities(state: RunState, snapshots: SnapshotStore) -> Iterator[tuple[str, str]]:
    """Judge again every source that a run has judged; yield each that now comes out otherwise.

    The anchor pages are those that the run had read when it judged.
    """
    entry = state.subject
    if entry is None:
        return
    read = [state.sources[name] for name in entry.anchors_read if name in state.sources]
    subject = _subject(state, snapshots, read)
    for source_id, before in state.identities.items():
        source = state.sources.get(source_id)
        if subject is None or source is None:
            continue
        anew = judge_page(subject, _page(source, snapshots, entry.anchor_urls))
        if anew.outcome != before.outcome:
            yield source_id, f"it was {before.outcome} and is now {anew.outcome}"


def check_identity(item: Evidence, state: RunState) -> Check:
    """Return the identity check of an evidence, by what its source was judged to be."""
    name = state.task.subject_name if state.task else None
    if name is None and state.plan is not None:
        subjects = {sub.id: sub.subject for sub in state.plan.subquestions}
        name = subjects.get(item.sub_question_id)
    return identity_check(state.identities.get(item.source_id), name)


def _subject(
    state: RunState, snapshots: SnapshotStore, sources: Iterable[Source]
) -> Subject | None:
    task = state.task
    if task is None or task.subject_name is None:
        return None
    urls = task.identity_anchor_urls
    wanted = frozenset(map(canonical_url, urls))
    anchors = [
        page
        for source in sources
        if source.content_hash is not None and (page := _page(source, snapshots, urls)).text
        if page.addresses & wanted
    ]
    return subject_of(task.subject_name, urls, anchors)


def _page(source: Source, snapshots: SnapshotStore, anchor_urls: Iterable[str]) -> PageView:
    """Return a source as identity sees it; without text where its copy is lost."""
    addresses = _addresses(source)
    digest = source.content_hash
    text, links = "", ()
    if digest is not None:
        try:
            described = snapshots.describe(digest)
            addresses |= _own_address(source, described, anchor_urls)
            text = _main_first(snapshots.text(digest), described)
            links = _links(source, described, snapshots)
        except SnapshotError:
            text = ""
    return page_view(
        source.id,
        sorted(addresses),
        title=source.title or "",
        text=text,
        links=links,
        author=source.author or "",
        doi=source.doi or "",
    )


def _addresses(source: Source) -> set[str]:
    every = (source.requested_url, source.canonical_url, source.resolved_url, *source.redirects)
    return {url for url in every if url}


def _own_address(source: Source, described: Snapshot, anchor_urls: Iterable[str]) -> set[str]:
    """A file in a given folder may be the copy of an anchor page, and says of which.

    Of a page on the web, that is believed on its own site only (``Source.canonical_url``).
    """
    stated = described.canonical_url
    if stated is None or not source.requested_url.startswith("file:"):
        return set()
    wanted = set(map(canonical_url, anchor_urls))
    return {stated} if canonical_url(stated) in wanted else set()


def _main_first(text: str, described: Snapshot) -> str:
    """Return the main content alone, where the reader could tell it."""
    main = "\n\n".join(text[part.start : part.end] for part in described.main)
    return main or text


def _links(source: Source, described: Snapshot, snapshots: SnapshotStore) -> tuple[str, ...]:
    if "html" not in described.media_type:
        return ()
    markup = snapshots.data(described.sha256).decode("utf-8", "replace")
    return links_in(markup, source.resolved_url or source.requested_url)
