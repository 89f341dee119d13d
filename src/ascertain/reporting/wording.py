"""The words of a report that are the same in each of its forms, and what is safe to print."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.kinds import SourceKind, SourceStatus
from ascertain.evidence.number_words import counted
from ascertain.evidence.report import Report, Scorecard, TurnedAway
from ascertain.evidence.source import Source
from ascertain.reporting.visible import visible

__all__ = [
    "ATTRIBUTE_WORDS",
    "KIND_WORDS",
    "LINE_LIMIT",
    "STATUS_WORDS",
    "Tally",
    "address_line",
    "address_of",
    "anchor_words",
    "as_sentence",
    "balanced",
    "cost_tallies",
    "dates_words",
    "note_words",
    "one_line",
    "partial_reason",
    "printable",
    "repeats_words",
    "scorecard_tallies",
    "signal_words",
    "unreadable_words",
    "web_link",
    "withdrawn_words",
]

_PLAIN_WORD = re.compile(r"[a-z]{1,30}[,:;]?")
LINE_LIMIT = 300
"""Code points of a title, name or reason that are printed."""

KIND_WORDS: dict[SourceKind, str] = {
    "official": "official source",
    "repo": "code repository",
    "scholarly": "scholarly work",
    "reference": "reference work",
    "news": "news",
    "blog": "blog",
    "forum": "forum",
    "social": "social network",
    "local": "local document",
    "unknown": "kind unknown",
}
ATTRIBUTE_WORDS = {
    "number": "Different numbers",
    "date": "Different dates",
    "name": "Different names",
    "negation": "Said and denied",
    "status": "Opposite statements",
}
STATUS_WORDS: dict[SourceStatus, str] = {
    "ok": "read, but not used",
    "error": "failed",
    "blocked": "not allowed",
    "empty": "gave no text",
    "robots": "asks programs to stay out",
    "too_large": "too large",
    "unsupported": "format not readable",
}

_BLANK = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
_EMBED, _POP, _ISOLATE, _POP_ISOLATE = (
    "\u202a\u202b\u202d\u202e",
    "\u202c",
    "\u2066\u2067\u2068",
    "\u2069",
)
_URL_SAFE = "!#$%&'()*+,/:;=?@[]~"
_URL_LIMIT = 2048


class Tally(NamedTuple):
    """One row of the scorecard: what was counted, and the count in words."""

    what: str
    words: str


def one_line(text: str, limit: int = LINE_LIMIT) -> str:
    """Return a title, name or reason as one line that cannot disturb the text around it.

    White space and control characters become single spaces; characters that only turn the
    writing direction go; what is longer than ``limit`` code points ends in an ellipsis.
    """
    head = text[: 4 * limit]
    clean = _BLANK.sub(" ", _DIRECTION.sub("", head)).strip()
    if len(clean) <= limit and len(head) == len(text):
        return clean
    cut = clean[:limit]
    while cut and unicodedata.combining(cut[-1]):
        cut = cut[:-1]
    return f"{cut.rstrip()}…"


def address_line(url: str) -> str:
    """Return an address as one line in which nothing is hidden and nothing left out but its end."""
    return one_line(visible(url))


def note_words(note: str) -> str:
    """Return a sentence's note without the brackets that are put around it when printed."""
    words = one_line(note, 1000)
    inner = words[1:-1]
    bare = words.startswith("(") and words.endswith(")") and not set("()") & set(inner)
    return inner.strip() if bare else words


def balanced(text: str) -> str:
    """Return a text with its open direction marks closed (Unicode Standard Annex 9, X1 to X8).

    The text itself is unchanged; the marks that end an embedding, override or isolate are put
    behind it, so that it cannot turn the writing direction of what follows.
    """
    pending: list[str] = []
    for mark in _DIRECTION.findall(text):
        if mark in _EMBED:
            pending.append(_POP)
        elif mark in _ISOLATE:
            pending.append(_POP_ISOLATE)
        elif pending and pending[-1] == mark:
            pending.pop()
    return text + "".join(reversed(pending))


def printable(text: str) -> str:
    """Return a text that any file holds and no terminal obeys: U+FFFD for control characters."""
    return _UNPRINTABLE.sub("\ufffd", text)


def web_link(url: str | None) -> str | None:
    """Return the URL if it may be a link (http or https with a host), percent-encoded, or None."""
    if url is None or len(url) > _URL_LIMIT:
        return None
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return None
    return quote(url, safe=_URL_SAFE, errors="replace") if usable else None


def address_of(source: Source) -> str:
    """Return who publishes the source as its address says: the host, or the file's name."""
    url = source.resolved_url or source.canonical_url
    if web_link(url) is None:
        return address_line(url.rstrip("/").rsplit("/", 1)[-1]) or address_line(url)
    return address_line(urlsplit(url).hostname or url).removeprefix("www.")


def dates_words(source: Source) -> str:
    """Return the source's dates and where each was read, or ``undated``."""
    dates = (("published", source.published), ("updated", source.updated))
    said = [
        f"{word} {date.value} ({one_line(date.where)})" for word, date in dates if date is not None
    ]
    return ", ".join(said) or "undated"


def repeats_words(source: Source, sources: Mapping[str, Source]) -> str:
    """Say which source's text a source repeats, or nothing if it repeats none."""
    original = sources.get(source.duplicate_of or "")
    if original is None:
        return ""
    return f"repeats the text of {one_line(original.title or address_of(original))}; counted once"


def withdrawn_words(source: Source) -> str:
    """Say that a source was retracted or superseded and in which words, or nothing."""
    if source.retraction:
        return f"retracted: {one_line(source.retraction)}"
    return f"superseded: {one_line(source.superseded)}" if source.superseded else ""


def anchor_words(evidence: Evidence) -> str:
    """Return how the quote was found and where it stands."""
    how = {
        "exact": "found character for character",
        "normalized": "found after folding forms that carry no meaning",
        "fuzzy": "found with small differences, all listed",
    }[evidence.anchor_method]
    place = evidence.selector
    said = f"{how}, characters {place.start}\u2013{place.end}"
    if evidence.observed_text == "page":
        return said
    page = next((check.detail for check in evidence.checks if check.name == "page"), "")
    return f"what the researcher's program said of the page ({one_line(page)}): {said}"


def partial_reason(report: Report) -> str:
    """Return why a report is partial, in words; never empty."""
    reason = one_line(report.status_reason, 1000)
    return as_sentence(reason or "the run did not finish; no reason was recorded")


def as_sentence(reason: str) -> str:
    """Return a reason with a capital, unless a name or an option stands first."""
    first = reason.partition(" ")[0]
    return reason[:1].upper() + reason[1:] if _PLAIN_WORD.fullmatch(first) else reason


def unreadable_words(report: Report) -> str:
    """Say how many documents could not be read; entries that stand for several are said to."""
    listed = len(report.unreadable_documents)
    total = max(listed, report.scorecard.documents_unreadable)
    grouped = f" ({counted(listed, 'entry', 'entries')} below)" if listed != total else ""
    return f"{counted(total, 'document')} could not be read{grouped}"


def cost_tallies(report: Report) -> Iterator[Tally]:
    """Yield what each step spent on models, and all of them; nothing for a run without one."""
    if not report.spent:
        return
    about = "at least" if "no known price" in report.cost_basis else "about"
    for cost in report.spent:
        yield Tally(
            f"Model, {one_line(cost.step, 100)}",
            f"{counted(cost.calls, 'call')}, {counted(cost.tokens, 'token')}, "
            f"{about} {cost.cost_usd:.3f} USD",
        )
    total = sum(cost.cost_usd for cost in report.spent)
    yield Tally(
        "Model, in all",
        f"{counted(sum(cost.calls for cost in report.spent), 'call')}, "
        f"{counted(sum(cost.tokens for cost in report.spent), 'token')}, "
        f"{about} {total:.3f} USD ({report.cost_basis})",
    )


def signal_words(item: TurnedAway) -> str:
    """Say what told that a page is about somebody else, and what spoke for it."""
    sides = {
        direction: "; ".join(
            one_line(signal.detail) for signal in item.signals if signal.direction == direction
        )
        for direction in ("against", "for")
    }
    return sides["against"] + (f" (for it: {sides['for']})" if sides["for"] else "")


def scorecard_tallies(card: Scorecard) -> Iterator[Tally]:
    """Yield the scorecard's rows, each count with its denominator in words."""
    removed = f", {card.sentences_removed} removed" if card.sentences_removed else ""
    yield Tally(
        "Sentences",
        f"{card.sentences_checked} of {counted(card.sentences_needing_support, 'sentence')} "
        f"needing support checked, {card.sentences_supported} supported{removed}",
    )
    yield Tally(
        "Claims",
        f"{card.claims_supported} of {counted(card.claims, 'claim')} supported, "
        f"{card.claims_with_several_independent_sources} by several independent sources",
    )
    yield Tally("Subquestions", f"{card.subquestions_answered} of {card.subquestions} with quotes")
    undated = f", {card.sources_undated} undated" if card.sources_undated else ""
    yield Tally(
        "Sources",
        f"{card.sources_read} of {counted(card.sources_tried, 'tried source')} read, "
        f"{card.sources_failed} failed{undated}",
    )
    yield Tally(
        "Evidence",
        f"{card.evidence_admitted} of {counted(card.evidence_submitted, 'record')} submitted "
        f"admitted, {card.evidence_refused} refused",
    )
    quotes = card.quotes_exact + card.quotes_normalized + card.quotes_fuzzy
    yield Tally(
        "Quotes",
        f"{card.quotes_exact} of {counted(quotes, 'quote')} found character for character, "
        f"{card.quotes_normalized} after folding, {card.quotes_fuzzy} with small differences",
    )
    checks = card.checks_run + card.checks_not_run
    yield Tally(
        "Checks",
        f"{card.checks_run} of {counted(checks, 'check')} run, {card.checks_not_run} did not apply "
        "or could not run",
    )
    if card.documents_searched is not None:
        yield Tally(
            "Documents",
            f"{counted(card.documents_searched, 'document')} searched, "
            f"{card.documents_unreadable} unreadable",
        )
