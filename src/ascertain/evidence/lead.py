"""Leads and passages: what search and reading give a researcher. Leads are never evidence."""

from __future__ import annotations

from pydantic import Field

from ascertain.evidence.document import DatedField
from ascertain.evidence.kinds import SourceStatus
from ascertain.evidence.record import NonBlank, Record

__all__ = ["Lead", "Passage", "ProviderReport", "ReadReply", "SearchReply"]


class Passage(Record):
    """A run of whole sentences of a source.

    Attributes:
        id: ``S1:p4``: the source and the passage's place in it, from 0.
        start: and ``end``: code points in the snapshot's text.
        heading: the nearest heading above it, or empty.
        is_main: whether it lies in the main content.
    """

    id: NonBlank
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    text: str
    heading: str = ""
    is_main: bool = True


class Lead(Record):
    """Somewhere to look.

    Attributes:
        snippet: the passage that matched, as the provider gives it.
        score: higher is better; comparable within one reply only.
        provider: who found it.
    """

    url: NonBlank
    title: str = ""
    snippet: str = ""
    score: float = 0.0
    provider: NonBlank


class ProviderReport(Record):
    """What one provider made of a query.

    Attributes:
        leads: how many it gave; 0 without a ``failure`` means that it looked and found nothing.
        failure: why it gave none, if it failed; never empty for a failure.
        from_store: whether the answer was kept from an earlier run.
    """

    provider: NonBlank
    leads: int = Field(default=0, ge=0)
    failure: str | None = None
    from_store: bool = False


class SearchReply(Record):
    """Leads in order, best first.

    Attributes:
        term_weights: how telling each word of the query is in this collection (inverse
            document frequency), where the provider knows it.
        documents: how many documents were searched, or null where unknown.
        providers: who was asked, where several were.
    """

    leads: tuple[Lead, ...] = ()
    term_weights: dict[str, float] = Field(default_factory=dict[str, float])
    documents: int | None = None
    providers: tuple[ProviderReport, ...] = ()


class ReadReply(Record):
    """A source as a researcher sees it.

    Attributes:
        passages: those that bear on the query, best first (in reading order without a query).
        more: passages beyond those returned.
        identity_signals: what on the page names the subject.
    """

    source_id: NonBlank
    url: NonBlank
    status: SourceStatus
    reason: str | None = None
    title: str | None = None
    author: str | None = None
    published: DatedField | None = None
    updated: DatedField | None = None
    language: str | None = None
    passages: tuple[Passage, ...] = ()
    more: int = 0
    identity_signals: tuple[str, ...] = ()
