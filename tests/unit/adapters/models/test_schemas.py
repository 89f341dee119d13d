"""Schemas as models are shown them."""

from __future__ import annotations

from collections.abc import Mapping

import jsonschema
from pydantic import JsonValue

from ascertain.adapters.models.schemas import compact_schema
from ascertain.evidence.admitted import EvidenceDraft
from ascertain.evidence.record import Record


class Leaf(Record):
    title: str


class Branch(Record):
    leaves: tuple[Leaf, ...]
    inner: Branch | None = None


def test_titles_go_and_properties_called_title_stay() -> None:
    made = compact_schema(Leaf.model_json_schema())
    assert set(made["properties"]) == {"title"}  # type: ignore[arg-type]
    assert "title" not in made


def test_definitions_stand_where_they_are_used_but_what_holds_itself_stays() -> None:
    made = compact_schema(Branch.model_json_schema())
    assert "$ref" in str(made)
    assert "$defs" in made
    flat = compact_schema(EvidenceDraft.model_json_schema())
    assert "$defs" not in flat
    assert "$ref" not in str(flat)


def test_it_means_the_same() -> None:
    schema = EvidenceDraft.model_json_schema()
    good: dict[str, JsonValue] = {
        "claim_type": "event",
        "claim": "a",
        "source_url": "u",
        "source_type": "other",
        "quote": "q",
    }
    for draft in (good, {**good, "quote": ""}, {**good, "extra": 1}, {**good, "claim_type": "x"}):
        assert _fits(draft, schema) == _fits(draft, compact_schema(schema))


def _fits(draft: dict[str, JsonValue], schema: Mapping[str, object]) -> bool:
    try:
        jsonschema.validate(draft, schema)  # pyright: ignore[reportUnknownMemberType] (untyped)
    except jsonschema.ValidationError:
        return False
    return True
