"""Numbers of citations: the one authority, for every form of the report.

A number belongs to a source; a letter tells the quotes of one source apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from ascertain.errors import InputError
from ascertain.evidence.claim import Claim
from ascertain.evidence.kinds import Stance
from ascertain.reporting.material import ReportMaterial

__all__ = ["Citation", "Citations", "Reference", "letter_of", "number_citations"]

_Found = TypeVar("_Found")


class Citation(NamedTuple):
    """One mark beside a sentence, and where it leads.

    Attributes:
        label: what stands between the brackets: the number, with the quote's letter where the
            same sentence cites two quotes of one source.
        target: the quote's place in the list of references, such as ``ref-1a``.
        key: number and letter of the quote, such as ``1a``; unique in the report.
        stance: whether the quote speaks for the claim or against it.
    """

    number: int
    label: str
    target: str
    key: str
    evidence_id: str
    stance: Stance


class Reference(NamedTuple):
    """One cited source and its cited quotes, in order of first use."""

    number: int
    source_id: str
    evidence_ids: tuple[str, ...]


@dataclass(frozen=True)
class Citations:
    """The numbers of one report.

    Attributes:
        references: exactly the cited sources, by number.
        keys: number and letter of each cited quote, by evidence id.
        claims: by claim id.
    """

    references: tuple[Reference, ...]
    keys: Mapping[str, tuple[int, str]]
    claims: Mapping[str, Claim]

    def of(self, claim_ids: Iterable[str]) -> tuple[Citation, ...]:
        """Return the citations of a sentence that rests on these claims, each quote once.

        Raises:
            InputError: a claim id is not among the claims.
        """
        stances: dict[str, Stance] = {}
        for claim_id in claim_ids:
            for link in _get(self.claims, claim_id, "claim").evidence:
                stances.setdefault(link.id, link.stance)
        per_source = Counter(self.keys[evidence_id][0] for evidence_id in stances)
        return tuple(
            self._citation(evidence_id, stance, lettered=per_source[self.keys[evidence_id][0]] > 1)
            for evidence_id, stance in stances.items()
        )

    def _citation(self, evidence_id: str, stance: Stance, *, lettered: bool) -> Citation:
        number, letter = self.keys[evidence_id]
        key = f"{number}{letter}"
        label = key if lettered else str(number)
        return Citation(number, label, f"ref-{key}", key, evidence_id, stance)


def letter_of(position: int) -> str:
    """Return ``a`` for 0, ``z`` for 25, ``aa`` for 26, and so on."""
    letters = ""
    position += 1
    while position:
        position, rest = divmod(position - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def number_citations(material: ReportMaterial) -> Citations:
    """Number the cited sources in the order in which a reader meets them.

    First the sentences of the body, then the unverified items, then the sides of conflicts.

    Raises:
        InputError: the report names a claim, evidence or source that the material lacks.
    """
    quotes: dict[str, list[str]] = {}
    seen: set[str] = set()
    for claim_id in _claims_in_order(material):
        for link in _get(material.claims, claim_id, "claim").evidence:
            if link.id in seen:
                continue
            seen.add(link.id)
            source_id = _get(material.evidence, link.id, "evidence").source_id
            _get(material.sources, source_id, "source")
            quotes.setdefault(source_id, []).append(link.id)
    references = tuple(
        Reference(number, source_id, tuple(evidence_ids))
        for number, (source_id, evidence_ids) in enumerate(quotes.items(), start=1)
    )
    keys = {
        evidence_id: (reference.number, letter_of(position))
        for reference in references
        for position, evidence_id in enumerate(reference.evidence_ids)
    }
    return Citations(references, keys, material.claims)


def _claims_in_order(material: ReportMaterial) -> Iterator[str]:
    report = material.report
    for section in report.sections:
        for sentence in (*section.sentences, *section.further):
            yield from sentence.claim_ids
    for item in report.unverified:
        yield item.claim_id
    for conflict in report.conflicts:
        yield from conflict.claim_ids


def _get(records: Mapping[str, _Found], record_id: str, kind: str) -> _Found:
    try:
        return records[record_id]
    except KeyError:
        raise InputError(
            f"the report rests on {kind} {record_id!r}, which is not among the records",
            hint="The run's folder is incomplete; verify it before rendering.",
        ) from None
