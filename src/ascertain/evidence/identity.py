"""Whose page is it: a subject's entry, and how a source was judged against it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ascertain.evidence.record import NonBlank, Record

__all__ = [
    "IdentityJudgement",
    "IdentityOutcome",
    "IdentitySignal",
    "SubjectEntry",
    "SubjectKind",
    "SubjectTrait",
]

SubjectKind = Literal["person", "company", "product", "paper", "place", "other"]
IdentityOutcome = Literal["match", "mismatch", "uncertain"]


class SubjectTrait(Record):
    """Something that tells a subject from its namesakes, and where it was read.

    Attributes:
        name: such as ``birth_year``, ``field``, ``identifier`` or ``named_beside``.
        value: as it was read, or folded where only the folded form is compared.
        source_id: the anchor page that says so.
    """

    name: NonBlank
    value: NonBlank
    source_id: NonBlank


class SubjectEntry(Record):
    """One subject: what it is called and what is known to be true of it.

    Attributes:
        id: stable within the run.
        name: as the task gives it.
        aliases: other names that its anchor pages give, in whichever script.
        kind: told from the name and the anchor pages.
        traits: from the anchor pages that were read; none where none was.
        anchor_urls: pages that are given as being about it.
        anchors_read: ids of the sources that are those pages.
        anchors_unread: those of ``anchor_urls`` that no source is.
    """

    id: NonBlank
    name: NonBlank
    aliases: tuple[str, ...] = ()
    kind: SubjectKind = "other"
    traits: tuple[SubjectTrait, ...] = ()
    anchor_urls: tuple[str, ...] = ()
    anchors_read: tuple[str, ...] = ()
    anchors_unread: tuple[str, ...] = ()


class IdentitySignal(Record):
    """One thing on a page that speaks for or against its being about the subject.

    Attributes:
        name: such as ``birth_year`` or ``links_to_anchor``.
        weight: how much it says; about 2 is enough where nothing speaks against it.
        detail: one clause for a person.
    """

    name: NonBlank
    direction: Literal["for", "against"]
    weight: float = Field(ge=0)
    detail: str


class IdentityJudgement(Record):
    """Whether a source is about a subject, with every signal that was found.

    Attributes:
        outcome: ``uncertain`` where the signals do not decide; never ``match`` by default.
    """

    source_id: NonBlank
    subject_id: NonBlank
    outcome: IdentityOutcome
    signals: tuple[IdentitySignal, ...] = ()
