"""What all records have in common."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from ascertain.evidence.admitted import EvidenceDraft
from ascertain.evidence.claim import Claim, Conflict
from ascertain.evidence.document import DatedField
from ascertain.evidence.limits import Limits
from ascertain.evidence.manifest import Manifest
from ascertain.evidence.record import NonBlank, PartialDate, Record, Sha256, UtcTime
from ascertain.evidence.report import Sentence
from ascertain.evidence.run_summary import RunSummary
from ascertain.evidence.selector import QuoteSelector

DRAFT = {
    "claim_type": "event",
    "claim": "The bridge opened in 1931.",
    "source_url": "https://example.org/",
    "source_type": "other",
    "quote": "opened in 1931",
}


class Sample(Record):
    text: NonBlank


def test_records_are_equal_by_content_and_frozen() -> None:
    assert Sample(text="a") == Sample(text="a") != Sample(text="b")
    with pytest.raises(ValidationError, match="frozen"):
        setattr(Sample(text="a"), "text", "b")  # noqa: B010 - the type checker forbids the plain form


def test_unknown_fields_are_refused_by_name() -> None:
    with pytest.raises(ValidationError, match="surprise"):
        Sample.model_validate({"text": "a", "surprise": 1})


def test_white_space_around_a_non_blank_string_is_dropped() -> None:
    assert Sample(text=" a\n").text == "a"


@pytest.mark.parametrize("value", ["2026", "2026-02", "2026-02-28", "0001-01-01"])
def test_partial_dates_are_accepted(value: str) -> None:
    assert DatedField(value=value, where="visible text").value == value


@pytest.mark.parametrize(
    "value",
    ["", "26", "2026-13", "2026-00", "2026-02-32", "2026-2-3", "2026-02-28T00:00", "2026\n"],
)
def test_what_is_no_partial_date_is_refused(value: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter[str](PartialDate).validate_python(value)


@pytest.mark.parametrize("value", ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.123Z"])
def test_utc_times_are_accepted(value: str) -> None:
    assert TypeAdapter[str](UtcTime).validate_python(value) == value


@pytest.mark.parametrize("value", ["2026-01-01T00:00:00", "2026-01-01T00:00:00+02:00", "now"])
def test_times_that_are_not_utc_are_refused(value: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter[str](UtcTime).validate_python(value)


@pytest.mark.parametrize("value", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64])
def test_what_is_no_digest_is_refused(value: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter[str](Sha256).validate_python(value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("claim", ""),
        ("claim", "x" * 1001),
        ("quote", " "),
        ("quote", "x" * 501),
        ("claim_type", "rumour"),
        ("source_type", "rumour"),
        ("publication_date", "last week"),
        ("identity_signals", [""]),
    ],
)
def test_a_draft_out_of_bounds_is_refused_by_field(field: str, value: object) -> None:
    assert EvidenceDraft.model_validate(DRAFT).quote == "opened in 1931"
    with pytest.raises(ValidationError, match=field):
        EvidenceDraft.model_validate(DRAFT | {field: value})


def test_a_claim_needs_evidence_and_a_conflict_two_claims_and_a_sentence_one() -> None:
    with pytest.raises(ValidationError, match="evidence"):
        Claim(
            id="C1",
            text="t",
            claim_type="other",
            evidence=(),
            independent_sources=0,
            verdict="supported",
            confidence=0,
        )
    with pytest.raises(ValidationError, match="claim_ids"):
        Conflict(attribute="number", claim_ids=("C1",), detail="d")
    with pytest.raises(ValidationError, match="claim_ids"):
        Sentence(text="t", claim_ids=())


def test_places_are_not_negative() -> None:
    with pytest.raises(ValidationError, match="start"):
        QuoteSelector(exact="x", start=-1, end=0)


def test_a_summary_of_a_run_says_by_which_schema_it_was_written() -> None:
    run = RunSummary(run_id="r", path="runs/r", question="q", status="collected")
    assert '"schema_version":1' in run.model_dump_json()


def test_a_manifest_reads_back_as_what_it_was_with_unknowns_as_null() -> None:
    manifest = Manifest(
        run_id="r",
        status="incomplete",
        question="q",
        runtime="extractive",
        started_at="2026-01-01T00:00:00Z",
        limits=Limits(),
        ledger_root="0" * 64,
    )
    raw = manifest.model_dump_json()
    assert Manifest.model_validate_json(raw) == manifest
    assert '"ended_at":null' in raw
