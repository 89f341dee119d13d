"""The task: what one researcher is asked, as users write it."""

from __future__ import annotations

from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, model_validator

from ascertain.evidence.kinds import SourceType
from ascertain.evidence.record import NonBlank, VersionedRecord

__all__ = ["HttpUrl", "ResearchTask"]


def _http_url(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        msg = "must be an http or https URL with a host"
        raise ValueError(msg)
    return value


HttpUrl = Annotated[NonBlank, Field(max_length=2048), AfterValidator(_http_url)]
"""An absolute http(s) URL, at most 2,048 characters."""


class ResearchTask(VersionedRecord):
    """One subquestion for one researcher.

    Attributes:
        subject_name: the person, company or product it is about, or null.
        identity_anchor_urls: pages known to be about the subject; at least one with a subject.
        sub_question_id: the caller's name for the question.
        question: the question itself.
        preferred_source_types: kinds of source to try first.
        max_sources: distinct URLs that may be submitted for reading, 1 to 10.
        max_evidence_records: evidence records that may be admitted, 1 to 30.
    """

    subject_name: Annotated[NonBlank, Field(max_length=200)] | None = None
    identity_anchor_urls: tuple[HttpUrl, ...] = Field(default=(), max_length=20)
    sub_question_id: Annotated[NonBlank, Field(max_length=100)]
    question: Annotated[NonBlank, Field(max_length=2000)]
    preferred_source_types: tuple[SourceType, ...] = Field(default=(), max_length=10)
    max_sources: int = Field(default=3, ge=1, le=10)
    max_evidence_records: int = Field(default=6, ge=1, le=30)

    @model_validator(mode="after")
    def _subject_needs_anchor(self) -> Self:
        if self.subject_name is not None and not self.identity_anchor_urls:
            msg = "identity_anchor_urls: at least one is needed when subject_name is given"
            raise ValueError(msg)
        return self
