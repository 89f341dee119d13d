"""The report as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.claim import Conflict
from ascertain.evidence.report import FailedSource, Sentence
from ascertain.evidence.source import Source
from ascertain.reporting.citations import Citation, Citations, Reference, number_citations
from ascertain.reporting.markdown_text import escape_inline, escape_line, quote_block
from ascertain.reporting.material import ReportMaterial
from ascertain.reporting.standing import CONFLICT_HEADINGS, standing_of, standing_side
from ascertain.reporting.wording import (
    ATTRIBUTE_WORDS,
    KIND_WORDS,
    STATUS_WORDS,
    address_line,
    address_of,
    anchor_words,
    as_sentence,
    cost_tallies,
    counted,
    dates_words,
    note_words,
    one_line,
    partial_reason,
    printable,
    repeats_words,
    scorecard_tallies,
    signal_words,
    unreadable_words,
    web_link,
    withdrawn_words,
)

__all__ = ["SHOWN_UNREADABLE", "render_markdown"]

SHOWN_UNREADABLE = 20
"""Unreadable documents that are named; the rest are counted."""


def render_markdown(material: ReportMaterial) -> str:
    """Return the report as Markdown; the same material gives the same characters.

    Raises:
        InputError: the report names a record that the material lacks.
    """
    citations = number_citations(material)
    blocks = (
        *_head(material),
        *_sections(material, citations),
        *_conflicts(material, citations),
        *_altered(material),
        *_unverified(material, citations),
        *_turned_away(material),
        *_gaps(material),
        *_references(material, citations),
        *_failed(material),
        *_scorecard(material),
        *_making(material),
    )
    return printable("\n\n".join(blocks)) + "\n"


def _head(material: ReportMaterial) -> Iterator[str]:
    report = material.report
    yield f"# {escape_inline(one_line(report.question, 2000))}"
    if report.status == "partial":
        yield f"> **Partial report.** {escape_inline(partial_reason(report))}"
    as_of = f"As of {report.as_of}" if report.as_of else "Undated"
    state = "partial" if report.status == "partial" else "complete"
    yield (
        f"{as_of} · {state} · generated {report.generated_at} "
        f"· run {escape_inline(one_line(report.run_id))}"
    )


def _sections(material: ReportMaterial, citations: Citations) -> Iterator[str]:
    gaps = {gap.sub_question_id: gap for gap in material.report.gaps}
    for section in material.report.sections:
        yield f"## {escape_inline(section.heading)}"
        for sentence in section.sentences:
            yield _sentence(sentence, citations)
        if section.further:
            yield "### Further quotes"
            for sentence in section.further:
                yield _sentence(sentence, citations)
        if not section.sentences:
            gap = gaps.get(section.sub_question_id)
            reason = escape_inline(as_sentence(gap.reason)) if gap else ""
            yield f"Not answered. {reason}".rstrip()


def _sentence(sentence: Sentence, citations: Citations) -> str:
    words = note_words(sentence.note)
    note = f" ({escape_inline(words)})" if words else ""
    return f"{escape_line(sentence.text)}{note} {_marks(citations.of(sentence.claim_ids))}"


def _marks(cited: Iterable[Citation]) -> str:
    return " ".join(
        f"[[{mark.label}]](#{mark.target}){' (against)' if mark.stance == 'refutes' else ''}"
        for mark in cited
    )


def _conflicts(material: ReportMaterial, citations: Citations) -> Iterator[str]:
    for heading, kind in CONFLICT_HEADINGS:
        listed = [one for one in material.report.conflicts if one.kind == kind]
        if listed:
            yield f"## {heading}"
        for one in listed:
            words = one_line(ATTRIBUTE_WORDS.get(one.attribute, one.attribute))
            said = f"**{escape_inline(words)}**: {escape_inline(one.detail)}".rstrip()
            standing = standing_side(one, material.claims)
            yield f"{said}  \n{escape_inline(standing)}" if standing else said
            yield "\n".join(_sides(one, material, citations))


def _sides(conflict: Conflict, material: ReportMaterial, citations: Citations) -> Iterator[str]:
    for claim_id in conflict.claim_ids:
        claim = material.claims[claim_id]
        standing = standing_of([claim])
        yield (
            f"- {escape_line(claim.text)} ({standing.support}, {standing.date}) "
            f"{_marks(citations.of([claim_id]))}"
        )


def _altered(material: ReportMaterial) -> Iterator[str]:
    if material.report.altered_copies:
        yield "## Copies that say something else"
        yield "\n".join(
            f"- {escape_line(_title(material.sources[one.source_id]))} repeats "
            f"{escape_line(_title(material.sources[one.original_id]))}, but says "
            f"«{escape_line(one_line(one.says))}» where that says "
            f"«{escape_line(one_line(one.instead_of))}»"
            for one in material.report.altered_copies
        )


def _unverified(material: ReportMaterial, citations: Citations) -> Iterator[str]:
    if material.report.unverified:
        yield "## Found but not verified"
        yield "\n".join(
            f"- {escape_line(item.text)} {_marks(citations.of([item.claim_id]))}  \n"
            f"  Why not: {escape_inline(item.reason)}"
            for item in material.report.unverified
        )


def _turned_away(material: ReportMaterial) -> Iterator[str]:
    away = material.report.turned_away
    if away:
        yield f"## Turned away: about another {escape_inline(one_line(away[0].subject_name))}"
        yield "\n".join(
            f"- **{escape_inline(one_line(item.title) or address_line(item.url))}** "
            f"({escape_line(address_line(item.url))})  \n"
            f"  Told by: {escape_inline(signal_words(item))}  \n"
            f"  Not used: {counted(len(item.claims), 'record')} of it"
            for item in away
        )


def _gaps(material: ReportMaterial) -> Iterator[str]:
    if material.report.gaps:
        yield "## Not found"
        yield "\n".join(
            f"- {escape_line(gap.question)}  \n  {escape_line(gap.reason)}"
            for gap in material.report.gaps
        )


def _references(material: ReportMaterial, citations: Citations) -> Iterator[str]:
    if citations.references:
        yield "## References"
    for reference in citations.references:
        source = material.sources[reference.source_id]
        yield _reference_head(reference, source, material)
        for evidence_id in reference.evidence_ids:
            yield from _quote(material.evidence[evidence_id], citations)


def _reference_head(reference: Reference, source: Source, material: ReportMaterial) -> str:
    url = source.resolved_url or source.canonical_url
    link = web_link(url)
    retrieved = source.fetched_at or material.evidence[reference.evidence_ids[0]].retrieval_date
    snapshots = dict.fromkeys(material.evidence[each].snapshot for each in reference.evidence_ids)
    facts = (
        escape_line(one_line(source.author or "")),
        escape_line(address_of(source)),
        KIND_WORDS[source.kind],
        escape_inline(dates_words(source)),
        f"**{escape_line(withdrawn_words(source))}**" if withdrawn_words(source) else "",
        escape_line(repeats_words(source, material.sources)),
        *(escape_line(one_line(note)) for note in source.notes),
        f"retrieved {retrieved}{' (from the kept pages)' if source.from_cache else ''}",
        "saved as " + ", ".join(f"`snapshots/{digest}.txt`" for digest in snapshots),
        f"<{link}>" if link else escape_inline(address_line(url)),
    )
    return (
        f'<a id="ref-{reference.number}"></a>'
        f"**\\[{reference.number}\\] {escape_inline(_title(source))}**  \n"
        + " · ".join(fact for fact in facts if fact)
    )


def _title(source: Source) -> str:
    return one_line(source.title or "") or address_line(source.canonical_url)


def _quote(evidence: Evidence, citations: Citations) -> Iterator[str]:
    number, letter = citations.keys[evidence.id]
    yield (
        f'<a id="ref-{number}{letter}"></a>{number}{letter} · {anchor_words(evidence)} '
        f"of snapshot `{evidence.snapshot[:12]}`"
    )
    yield quote_block(evidence.selector.exact)
    if evidence.anchor_differences:
        yield "\n".join(
            f"- {escape_line(one_line(difference.kind))}: quoted as "
            f"“{escape_inline(one_line(difference.quote))}”, stands as "
            f"“{escape_inline(one_line(difference.source))}”"
            for difference in evidence.anchor_differences
        )


def _failed(material: ReportMaterial) -> Iterator[str]:
    report = material.report
    if report.failed_sources:
        yield "## Sources that could not be used"
        yield "\n".join(_failure(source) for source in report.failed_sources)
    if report.unreadable_documents:
        total = len(report.unreadable_documents)
        yield "## Documents that could not be read"
        yield f"{unreadable_words(report)}."
        shown = [_failure(source) for source in report.unreadable_documents[:SHOWN_UNREADABLE]]
        if total > SHOWN_UNREADABLE:
            shown.append(f"- and {total - SHOWN_UNREADABLE:,} more")
        yield "\n".join(shown)


def _failure(source: FailedSource) -> str:
    return (
        f"- {escape_line(address_line(source.url))}: {STATUS_WORDS[source.status]}. "
        f"{escape_inline(one_line(source.reason))}"
    )


def _scorecard(material: ReportMaterial) -> Iterator[str]:
    tallies = (*scorecard_tallies(material.report.scorecard), *cost_tallies(material.report))
    yield "## Scorecard"
    yield "\n".join(
        (
            "| What | How much |",
            "|---|---|",
            *(f"| {tally.what} | {tally.words} |" for tally in tallies),
        )
    )


def _making(material: ReportMaterial) -> Iterator[str]:
    plan = material.plan
    yield "## How the question was divided"
    yield f"Plan made by {escape_inline(one_line(plan.made_by))}."
    yield "\n".join(
        f"{position}. {escape_line(sub.question)}  \n   Searched for: {escape_inline(sub.query)}"
        for position, sub in enumerate(plan.subquestions, start=1)
    )
    notes = (*plan.notes, *material.report.notes)
    if notes:
        yield "## Notes"
        yield "\n".join(f"- {escape_line(note)}" for note in notes if note.strip())
