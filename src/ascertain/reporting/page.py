"""What the page shows, as plain records: the template only lays them out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.claim import Conflict, Gap
from ascertain.evidence.source import Source
from ascertain.reporting.citations import Citation, Citations, Reference, number_citations
from ascertain.reporting.excerpts import Excerpt, Quote, cut_text
from ascertain.reporting.material import ReportMaterial
from ascertain.reporting.standing import Standing, standing_of, standing_side
from ascertain.reporting.wording import (
    ATTRIBUTE_WORDS,
    address_line,
    address_of,
    one_line,
    repeats_words,
    web_link,
    withdrawn_words,
)

__all__ = [
    "AlteredView",
    "CardView",
    "CiteView",
    "ConflictView",
    "Page",
    "ReferenceView",
    "SectionView",
    "StatementView",
    "TextView",
    "build_page",
]


class CiteView(NamedTuple):
    """One citation link: its own place in the page, and the citation."""

    id: str
    citation: Citation
    title: str


class StatementView(NamedTuple):
    """A sentence, an unverified item or one side of a conflict.

    Attributes:
        id: its place in the page.
        note: what a reader must know beside it, or empty.
    """

    id: str
    text: str
    note: str
    cites: tuple[CiteView, ...]
    standing: Standing


class SectionView(NamedTuple):
    """One subquestion with its sentences, and the gap that it leaves, if it does."""

    id: str
    heading: str
    statements: tuple[StatementView, ...]
    further: tuple[StatementView, ...]
    gap: Gap | None


class ConflictView(NamedTuple):
    """A disagreement or a change, its sides, and which of them stands, in words."""

    heading: str
    conflict: Conflict
    sides: tuple[StatementView, ...]
    standing: str


class AlteredView(NamedTuple):
    """A copy that says something else than what it repeats: both titles, both sentences."""

    copy: str
    original: str
    says: str
    instead_of: str


class CardView(NamedTuple):
    """One cited quote.

    Attributes:
        key: number and letter, such as ``1a``.
        fault: why the quote cannot be shown in the saved text, or empty.
        link: the source's address with a text fragment, if it may be a link.
        used_by: the statements that cite it.
        passed: how many of its checks passed; ``tried`` is how many were run.
    """

    key: str
    evidence: Evidence
    text_id: str
    fault: str
    link: str | None
    used_by: tuple[str, ...]
    passed: int
    tried: int


class ReferenceView(NamedTuple):
    """One cited source.

    Attributes:
        withdrawn: that it was retracted or superseded, or empty; ``repeats``: whose text.
    """

    reference: Reference
    source: Source
    title: str
    address: str
    link: str | None
    retrieved: str
    withdrawn: str
    repeats: str
    snapshots: tuple[str, ...]
    cards: tuple[CardView, ...]


class TextView(NamedTuple):
    """One saved text, shown once however many sources and quotes lead to it."""

    id: str
    snapshot: str
    numbers: tuple[int, ...]
    title: str
    language: str | None
    length: int
    excerpt: Excerpt


class Page(NamedTuple):
    """The whole page."""

    sections: tuple[SectionView, ...]
    conflicts: tuple[ConflictView, ...]
    altered: tuple[AlteredView, ...]
    unverified: tuple[tuple[StatementView, str], ...]
    references: tuple[ReferenceView, ...]
    texts: tuple[TextView, ...]


def build_page(material: ReportMaterial) -> Page:
    """Arrange the material as the page shows it.

    Raises:
        InputError: the report names a record that the material lacks.
    """
    citations = number_citations(material)
    statements = _Statements(material, citations)
    gaps = {gap.sub_question_id: gap for gap in material.report.gaps}
    sections = tuple(
        SectionView(
            f"section-{position}",
            section.heading,
            tuple(
                statements.add(sentence.text, sentence.claim_ids, sentence.note)
                for sentence in section.sentences
            ),
            tuple(
                statements.add(sentence.text, sentence.claim_ids, sentence.note)
                for sentence in section.further
            ),
            gaps.get(section.sub_question_id),
        )
        for position, section in enumerate(material.report.sections, start=1)
    )
    conflicts = tuple(
        ConflictView(
            one_line(ATTRIBUTE_WORDS.get(conflict.attribute, conflict.attribute)),
            conflict,
            tuple(
                statements.add(material.claims[claim_id].text, [claim_id])
                for claim_id in conflict.claim_ids
            ),
            standing_side(conflict, material.claims),
        )
        for conflict in material.report.conflicts
    )
    unverified = tuple(
        (statements.add(item.text, [item.claim_id]), item.reason)
        for item in material.report.unverified
    )
    text_ids = _text_ids(material, citations)
    references = tuple(
        _reference(reference, material, citations, text_ids, statements.used_by)
        for reference in citations.references
    )
    return Page(
        sections=sections,
        conflicts=conflicts,
        altered=_altered(material),
        unverified=unverified,
        references=references,
        texts=_texts(material, references, text_ids),
    )


class _Statements:
    """Gives statements and their citation links their places, in the order of the page."""

    def __init__(self, material: ReportMaterial, citations: Citations) -> None:
        self._material = material
        self._citations = citations
        self._made = 0
        self._links = 0
        self.used_by: dict[str, list[str]] = defaultdict(list)

    def add(self, text: str, claim_ids: Iterable[str], note: str = "") -> StatementView:
        self._made += 1
        place = f"s{self._made}"
        ids = tuple(claim_ids)
        cites: list[CiteView] = []
        for citation in self._citations.of(ids):
            self._links += 1
            self.used_by[citation.evidence_id].append(place)
            cites.append(CiteView(f"c{self._links}", citation, self._title(citation)))
        standing = standing_of([self._material.claims[claim_id] for claim_id in ids])
        return StatementView(place, text, note, tuple(cites), standing)

    def _title(self, citation: Citation) -> str:
        source = self._material.sources[self._material.evidence[citation.evidence_id].source_id]
        return _title_of(source)


def _altered(material: ReportMaterial) -> tuple[AlteredView, ...]:
    return tuple(
        AlteredView(
            _title_of(material.sources[one.source_id]),
            _title_of(material.sources[one.original_id]),
            one_line(one.says),
            one_line(one.instead_of),
        )
        for one in material.report.altered_copies
    )


def _title_of(source: Source) -> str:
    return one_line(source.title or "") or address_line(source.canonical_url)


def _text_ids(material: ReportMaterial, citations: Citations) -> dict[str, str]:
    """Name each cited snapshot whose text is at hand, in the order of the references."""
    cited = dict.fromkeys(
        material.evidence[evidence_id].snapshot
        for reference in citations.references
        for evidence_id in reference.evidence_ids
    )
    present = [digest for digest in cited if digest in material.texts]
    return {digest: f"text-{position}" for position, digest in enumerate(present, start=1)}


def _reference(
    reference: Reference,
    material: ReportMaterial,
    citations: Citations,
    text_ids: Mapping[str, str],
    used_by: Mapping[str, list[str]],
) -> ReferenceView:
    source = material.sources[reference.source_id]
    quoted = [material.evidence[evidence_id] for evidence_id in reference.evidence_ids]
    cards: list[CardView] = []
    for evidence in quoted:
        number, letter = citations.keys[evidence.id]
        outcomes = Counter(check.outcome for check in evidence.checks)
        cards.append(
            CardView(
                key=f"{number}{letter}",
                evidence=evidence,
                text_id=text_ids.get(evidence.snapshot, ""),
                fault=_fault(evidence, material.texts.get(evidence.snapshot)),
                link=web_link(evidence.text_fragment_url),
                used_by=tuple(dict.fromkeys(used_by.get(evidence.id, ()))),
                passed=outcomes["pass"],
                tried=outcomes.total() - outcomes["not_run"],
            )
        )
    return ReferenceView(
        reference=reference,
        source=source,
        title=_title_of(source),
        address=address_of(source),
        link=web_link(source.resolved_url or source.canonical_url),
        retrieved=source.fetched_at or quoted[0].retrieval_date,
        withdrawn=withdrawn_words(source),
        repeats=repeats_words(source, material.sources),
        snapshots=tuple(dict.fromkeys(evidence.snapshot for evidence in quoted)),
        cards=tuple(cards),
    )


def _fault(evidence: Evidence, text: str | None) -> str:
    if text is None:
        return "The saved text of this source was not at hand when this page was made."
    place = evidence.selector
    if not place.exact or text[place.start : place.end] != place.exact:
        return "The saved text no longer holds these words at this place."
    return ""


def _texts(
    material: ReportMaterial,
    references: Iterable[ReferenceView],
    text_ids: Mapping[str, str],
) -> tuple[TextView, ...]:
    quotes: dict[str, list[Quote]] = defaultdict(list)
    owners: dict[str, list[ReferenceView]] = defaultdict(list)
    for reference in references:
        for digest in reference.snapshots:
            owners[digest].append(reference)
        for card in reference.cards:
            if not card.fault:
                place = card.evidence.selector
                quotes[card.evidence.snapshot].append(Quote(card.key, place.start, place.end))
    return tuple(
        TextView(
            id=text_id,
            snapshot=digest,
            numbers=tuple(owner.reference.number for owner in owners[digest]),
            title=owners[digest][0].title,
            language=owners[digest][0].source.language,
            length=len(material.texts[digest]),
            excerpt=cut_text(
                material.texts[digest], quotes[digest], material.headings.get(digest, ())
            ),
        )
        for digest, text_id in text_ids.items()
    )
