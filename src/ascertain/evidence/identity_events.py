"""Events of identity: what the subject is, and whose page each source is."""

from __future__ import annotations

from typing import Literal

from ascertain.evidence.identity import IdentityJudgement, SubjectEntry
from ascertain.evidence.record import Record

__all__ = ["IdentityJudged", "SubjectDescribed"]


class SubjectDescribed(Record):
    """The entry that pages are compared with; replaces what an earlier one said."""

    kind: Literal["subject_described"] = "subject_described"
    entry: SubjectEntry


class IdentityJudged(Record):
    """Whether a source is about the subject; replaces an earlier judgement of that source."""

    kind: Literal["identity_judged"] = "identity_judged"
    judgement: IdentityJudgement
