"""A recheck as Markdown and as a few lines for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ascertain.evidence.number_words import counted
from ascertain.evidence.recheck import Recheck, RecheckedQuote, RecheckedSource
from ascertain.reporting.markdown_text import escape_inline, escape_line
from ascertain.reporting.wording import address_line, one_line, printable

__all__ = ["recheck_lines", "recheck_markdown"]

_QUOTE = 500
_LINE = 160


def recheck_markdown(found: Recheck) -> str:
    """Return the whole recheck as Markdown; the same recheck gives the same characters."""
    blocks = [
        f"# Recheck: {escape_inline(one_line(found.question, 2000))}",
        f"Run {escape_inline(one_line(found.run_id))}, ended {found.ended_at or 'some time ago'} "
        f"· checked again {found.checked_at}",
        _summary(found),
        *_sentences(found),
        *_quotes(found),
        *_sources(found),
    ]
    return printable("\n\n".join(blocks)) + "\n"


def recheck_lines(found: Recheck) -> Iterator[str]:
    """Yield what a person at a terminal wants to know first."""
    yield f"run {one_line(found.run_id, 100)}: {one_line(found.question, 500)}"
    yield f"  {_summary(found)}"
    for source in found.sources:
        said = _source_said(source)
        if said:
            yield f"  {source.source_id}  {one_line(address_line(source.url), 100)}: {said}"
    for quote in found.quotes:
        if quote.outcome in {"changed", "vanished"}:
            yield f"  {quote.evidence_id}  {quote.outcome}: “{one_line(quote.was, _LINE)}”"
            if quote.now:
                yield f"      now: “{one_line(quote.now, _LINE)}”"
            for number in quote.numbers:
                yield f"      {one_line(number.was, 60)} is now {one_line(number.now, 60)}"
    for sentence in found.affected:
        yield f"  {sentence.outcome.upper()}  {one_line(sentence.text, _LINE)}"
    if found.is_unchanged:
        yield "Every quote stands where it stood."


def _summary(found: Recheck) -> str:
    quotes = Counter(quote.outcome for quote in found.quotes)
    fallen = sum(sentence.outcome == "fallen" for sentence in found.affected)
    return (
        f"{quotes['held']} of {counted(len(found.quotes), 'quote')} held, {quotes['changed']} "
        f"changed, {quotes['vanished']} vanished, {quotes['unread']} not checked; "
        f"{fallen} of {counted(found.sentences, 'sentence')} fell, "
        f"{len(found.affected) - fallen} weakened."
    )


def _sentences(found: Recheck) -> Iterator[str]:
    for outcome, heading in (
        ("fallen", "Sentences that fall"),
        ("weakened", "Sentences with less support than before"),
    ):
        mine = [sentence for sentence in found.affected if sentence.outcome == outcome]
        if mine:
            yield f"## {heading}"
            yield "\n".join(
                f"- {escape_line(one_line(sentence.text, 1000))} "
                f"({escape_line(one_line(sentence.section))}; lost {', '.join(sentence.lost)})"
                for sentence in mine
            )


def _quotes(found: Recheck) -> Iterator[str]:
    lost = [quote for quote in found.quotes if quote.outcome in {"changed", "vanished"}]
    if lost:
        yield "## Quotes that no longer stand"
        yield "\n".join(_quote(quote) for quote in lost)


def _quote(quote: RecheckedQuote) -> str:
    lines = [
        f"- {quote.evidence_id} in {quote.source_id}, {quote.outcome}  ",
        f"  Was: “{escape_line(one_line(quote.was, _QUOTE))}”",
    ]
    if quote.now:
        lines[-1] += "  "
        lines.append(f"  Now: “{escape_line(one_line(quote.now, _QUOTE))}”")
    if quote.numbers:
        moved = "; ".join(f"{number.was} is now {number.now}" for number in quote.numbers)
        lines[-1] += "  "
        lines.append(f"  Moved: {escape_line(one_line(moved, _QUOTE))}")
    return "\n".join(lines)


def _sources(found: Recheck) -> Iterator[str]:
    yield "## Sources"
    yield "\n".join(
        f"- {source.source_id} {escape_line(one_line(source.title) or address_line(source.url))}: "
        f"{escape_line(_source_said(source) or 'as it was')}"
        for source in found.sources
    )


def _source_said(source: RecheckedSource) -> str:
    """Say what became of a source; nothing where it is as it was."""
    outcome = {
        "same": "",
        "changed": "its text is another",
        "gone": f"gone: {one_line(source.reason or '')}",
        "unread": f"not read: {one_line(source.reason or '')}",
    }[source.outcome]
    moved = source.redirected_to and f"leads to {address_line(source.redirected_to)} now"
    said = (
        outcome,
        moved,
        source.retraction and f"retracted since: {one_line(source.retraction)}",
        source.superseded and f"superseded since: {one_line(source.superseded)}",
    )
    return "; ".join(part for part in said if part)
