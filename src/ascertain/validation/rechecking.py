"""A quote against the text of its source as it is now, and what falls with it; pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.claim import Claim
from ascertain.evidence.document import TextRange
from ascertain.evidence.recheck import MovedNumber, RecheckedQuote, RecheckedSentence
from ascertain.evidence.report import Report, Sentence
from ascertain.sources.anchoring.finding import find_quote
from ascertain.sources.anchoring.prepared import PreparedText
from ascertain.sources.values.dates import find_dates
from ascertain.sources.values.numbers import find_quantities

__all__ = ["affected_sentences", "moved_numbers", "recheck_quote"]


def recheck_quote(
    item: Evidence, text: PreparedText, main: Sequence[TextRange] = ()
) -> RecheckedQuote:
    """Look for a quote in its source's new text.

    Args:
        item: with the quote and the characters that it stood for in the run's copy.
        text: the new text.
        main: ranges of its main content, which win when the quote stands several times.
    """
    was = item.selector.exact
    finding = find_quote(was, text, preferred=main)
    if finding.anchor is not None:
        place = finding.anchor.selector
        return RecheckedQuote(
            evidence_id=item.id,
            source_id=item.source_id,
            outcome="held",
            was=was,
            now=place.exact,
            start=place.start,
            end=place.end,
            differences=finding.anchor.differences,
        )
    near = finding.nearest
    if near is None:
        return RecheckedQuote(
            evidence_id=item.id, source_id=item.source_id, outcome="vanished", was=was
        )
    return RecheckedQuote(
        evidence_id=item.id,
        source_id=item.source_id,
        outcome="changed",
        was=was,
        now=near.text,
        start=near.start,
        end=near.end,
        differences=near.differences,
        numbers=moved_numbers(was, near.text),
    )


def moved_numbers(was: str, now: str) -> tuple[MovedNumber, ...]:
    """Return the numbers and dates that stand in the same order and are others now.

    Where one text has more of them than the other nobody can tell which became which; then only
    the differences say what changed.
    """
    old, new = _values(was), _values(now)
    if len(old) != len(new):
        return ()
    return tuple(
        MovedNumber(was=before, now=after)
        for before, after in zip(old, new, strict=True)
        if before != after
    )


def _values(text: str) -> list[str]:
    dates = [date for date in find_dates(text) if date.precision != "relative"]
    spans = [(date.start, date.end) for date in dates]
    quantities = find_quantities(text, skip=spans)
    spans.extend((quantity.start, quantity.end) for quantity in quantities)
    return [" ".join(text[start:end].split()) for start, end in sorted(spans)]


def affected_sentences(
    report: Report, claims: Mapping[str, Claim], quotes: Iterable[RecheckedQuote]
) -> tuple[RecheckedSentence, ...]:
    """Return the sentences that have lost support, in the order of the report.

    Evidence that speaks against its claim supports nothing. A claim has fallen if none of its
    evidence holds and none is unread; a sentence falls with any of its claims.
    """
    lost = {quote.evidence_id for quote in quotes if _is_lost(quote)}
    unread = {quote.evidence_id for quote in quotes if quote.outcome == "unread"}
    found: list[RecheckedSentence] = []
    for section in report.sections:
        for sentence in (*section.sentences, *section.further):
            affected = _affected(section.heading, sentence, claims, (lost, unread))
            if affected is not None:
                found.append(affected)
    return tuple(found)


def _is_lost(quote: RecheckedQuote) -> bool:
    return quote.outcome in {"changed", "vanished"} or quote.withdrawn


def _affected(
    heading: str,
    sentence: Sentence,
    claims: Mapping[str, Claim],
    known: tuple[set[str], set[str]],
) -> RecheckedSentence | None:
    lost, unread = known
    support = [
        [link.id for link in claims[name].evidence if link.stance == "supports"]
        for name in sentence.claim_ids
        if name in claims
    ]
    names = list(dict.fromkeys(name for one in support for name in one))
    mine = tuple(name for name in names if name in lost)
    if not mine:
        return None
    return RecheckedSentence(
        section=heading,
        text=sentence.text,
        claim_ids=sentence.claim_ids,
        outcome="fallen" if any(one and set(one) <= lost for one in support) else "weakened",
        lost=mine,
        unread=tuple(name for name in names if name in unread),
    )
