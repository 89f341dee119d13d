"""What became of a run's sources and quotes when they were fetched again."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ascertain.evidence.record import NonBlank, Record, Sha256, UtcTime, VersionedRecord
from ascertain.evidence.selector import Difference

__all__ = [
    "MovedNumber",
    "QuoteOutcome",
    "Recheck",
    "RecheckedQuote",
    "RecheckedSentence",
    "RecheckedSource",
    "SourceOutcome",
]

QuoteOutcome = Literal["held", "changed", "vanished", "unread"]
"""``held``: the quote anchors in the new text; ``changed``: something near it stands there;
``vanished``: nothing near it does, or the source is gone; ``unread``: the source could not be
read this time, so nothing is known."""
SourceOutcome = Literal["same", "changed", "gone", "unread"]
"""``same``: its text is what it was; ``gone``: its host says that there is no such page."""


class MovedNumber(Record):
    """A number of a quote that is another one now, each as written."""

    was: NonBlank
    now: NonBlank


class RecheckedSource(Record):
    """One source, fetched again.

    Attributes:
        reason: why it could not be read, or null.
        redirected_to: the address that it leads to now, if that is another than before.
        retraction: what is said of its retraction that was not said before, or null;
            ``superseded`` likewise.
        was_hash: of the bytes in the run; ``now_hash``: of those fetched now, or null.
    """

    source_id: NonBlank
    url: NonBlank
    title: str = ""
    outcome: SourceOutcome
    reason: str | None = None
    redirected_to: str | None = None
    retraction: str | None = None
    superseded: str | None = None
    was_hash: Sha256 | None = None
    now_hash: Sha256 | None = None
    fetched_at: UtcTime | None = None


class RecheckedQuote(Record):
    """One quote, anchored again.

    Attributes:
        was: the text at its place in the run's saved copy.
        now: the text at its place now, or nearest to it; empty where nothing is near.
        start: where that begins in the new text, or null; ``end`` likewise.
        differences: between both.
        numbers: that are others now.
        withdrawn: whether its source was retracted or superseded since.
    """

    evidence_id: NonBlank
    source_id: NonBlank
    outcome: QuoteOutcome
    was: NonBlank
    now: str = ""
    start: int | None = None
    end: int | None = None
    differences: tuple[Difference, ...] = ()
    numbers: tuple[MovedNumber, ...] = ()
    withdrawn: bool = False


class RecheckedSentence(Record):
    """A sentence of the report that has lost support.

    Attributes:
        outcome: ``fallen``: a claim of it has no quote left; ``weakened``: each has, but fewer.
        lost: evidence that does not hold any more; ``unread``: of which nothing is known.
    """

    section: NonBlank
    text: NonBlank
    claim_ids: tuple[str, ...]
    outcome: Literal["fallen", "weakened"]
    lost: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


class Recheck(VersionedRecord):
    """A finished run against its sources as they are now; the run itself is left as it is.

    Attributes:
        ended_at: when the run ended; ``checked_at``: when this was begun.
        sentences: of the report, in all.
        not_checked: what could not be looked at, and why.
    """

    run_id: NonBlank
    question: NonBlank
    ended_at: UtcTime | None = None
    checked_at: UtcTime
    sources: tuple[RecheckedSource, ...] = ()
    quotes: tuple[RecheckedQuote, ...] = ()
    sentences: int = Field(default=0, ge=0)
    affected: tuple[RecheckedSentence, ...] = ()
    not_checked: tuple[str, ...] = ()

    @property
    def is_unchanged(self) -> bool:
        """Whether every quote was found again in a source that still stands."""
        return all(quote.outcome == "held" and not quote.withdrawn for quote in self.quotes)
