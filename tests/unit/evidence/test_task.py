"""The task file: what is accepted, and every refusal with its path."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from ascertain.evidence.task import ResearchTask

WHOLE: dict[str, Any] = {
    "subject_name": "Ada Example",
    "identity_anchor_urls": ["https://ada.example/"],
    "sub_question_id": "professional_roles",
    "question": "Which professional roles are described?",
    "preferred_source_types": ["personal_website", "official_company_page"],
    "max_sources": 3,
    "max_evidence_records": 6,
}


def refused(**fields: Any) -> tuple[str, str]:
    with pytest.raises(ValidationError) as caught:
        ResearchTask.model_validate(WHOLE | fields)
    first = caught.value.errors()[0]
    return ".".join(str(part) for part in first["loc"]), first["msg"]


def test_the_whole_form_is_accepted() -> None:
    task = ResearchTask.model_validate(WHOLE)
    assert task.subject_name == "Ada Example"
    assert task.identity_anchor_urls == ("https://ada.example/",)
    assert task.schema_version == 1


def test_a_question_without_a_subject_needs_no_anchor_and_gets_the_defaults() -> None:
    task = ResearchTask.model_validate({"sub_question_id": "q", "question": "Why?"})
    assert (task.subject_name, task.identity_anchor_urls) == (None, ())
    assert (task.max_sources, task.max_evidence_records) == (3, 6)


def test_a_subject_without_an_anchor_is_refused() -> None:
    _, message = refused(identity_anchor_urls=[])
    assert "identity_anchor_urls: at least one is needed when subject_name is given" in message


@pytest.mark.parametrize(
    "url",
    [
        "ftp://ada.example/",
        "ada.example",
        "javascript:alert(1)",
        "https://",
        "http:///x",
        "file:/x",
    ],
)
def test_an_anchor_that_is_not_http_is_refused_with_its_place(url: str) -> None:
    where, message = refused(identity_anchor_urls=["https://ada.example/", url])
    assert where == "identity_anchor_urls.1"
    assert "must be an http or https URL with a host" in message


def test_an_anchor_that_cannot_be_split_is_refused_with_its_place() -> None:
    where, _ = refused(identity_anchor_urls=["http://[::1"])
    assert where == "identity_anchor_urls.0"


@pytest.mark.parametrize("field", ["subject_name", "sub_question_id", "question"])
@pytest.mark.parametrize("blank", ["", " ", "\n\t\u3000"])
def test_blank_strings_are_refused_with_their_field(field: str, blank: str) -> None:
    assert refused(**{field: blank})[0] == field


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("max_sources", 0),
        ("max_sources", 11),
        ("max_evidence_records", 0),
        ("max_evidence_records", 31),
        ("question", "x" * 2001),
        ("subject_name", "x" * 201),
        ("schema_version", 2),
        ("unknown_field", 1),
    ],
)
def test_values_out_of_range_and_unknown_fields_are_refused_by_name(
    field: str, value: object
) -> None:
    assert refused(**{field: value})[0] == field


def test_an_unknown_source_type_is_refused_with_its_place() -> None:
    assert refused(preferred_source_types=["repository", "gossip"])[0] == "preferred_source_types.1"


def test_a_url_of_more_than_2048_characters_is_refused() -> None:
    where, _ = refused(identity_anchor_urls=["https://ada.example/" + "x" * 2048])
    assert where == "identity_anchor_urls.0"


def test_a_task_cannot_be_changed() -> None:
    task = ResearchTask.model_validate(WHOLE)
    with pytest.raises(ValidationError, match="frozen"):
        setattr(task, "question", "another")  # noqa: B010 - the type checker forbids the plain form
