"""The brief: all that one researcher is given, and what it hands back."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ascertain.evidence.kinds import Ending
from ascertain.evidence.limits import Usage
from ascertain.evidence.plan import Subquestion
from ascertain.evidence.record import NonBlank, Record

__all__ = ["Brief", "HandBack"]


class Brief(Record):
    """What one researcher is given.

    Attributes:
        identity_anchor_urls: pages known to be about the subject; read first.
        max_sources: places for distinct URLs; code holds it.
        max_seconds: left until the run is stopped; what is not recorded by then is lost.
        round: from 1.
        gap: why the subquestion is still open, after an earlier round.
        tried: words that were searched for on its account.
        already_read: URLs that an earlier round spent places on.
        known: claims already recorded, so that they are not recorded again.
    """

    run_id: NonBlank
    subquestion: Subquestion
    subject_name: str | None = None
    identity_anchor_urls: tuple[str, ...] = ()
    max_sources: int = Field(ge=1)
    max_evidence_records: int = Field(ge=1)
    max_turns: int = Field(default=15, ge=1)
    max_seconds: float | None = Field(default=None, gt=0)
    round: int = Field(default=1, ge=1)
    already_read: tuple[str, ...] = ()
    gap: str = ""
    tried: tuple[str, ...] = ()
    known: tuple[str, ...] = ()


class HandBack(Record):
    """What a researcher returns: a conclusion and references, never its transcript.

    Attributes:
        conclusion: the researcher's own words, at most 1,000 characters; not evidence.
        evidence_ids: admitted for this brief, in order.
        gaps: what it looked for and did not find.
        ending: how it ended, and ``error`` with the reason if not ``finished``.
    """

    sub_question_id: NonBlank
    conclusion: Annotated[str, Field(max_length=1000)] = ""
    evidence_ids: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    ending: Ending
    error: str | None = None
    usage: Usage = Usage()
