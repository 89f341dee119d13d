"""JSON Schemas as models are shown them: whole in meaning, short in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue

__all__ = ["compact_schema"]

_DEEPEST = 30


def compact_schema(schema: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return a schema without titles, and with its definitions put where they are used.

    Some servers do not follow ``$ref``. A definition that holds itself stays a reference.
    """
    definitions = schema.get("$defs")
    known = cast("dict[str, JsonValue]", definitions) if isinstance(definitions, dict) else {}
    made = _compact(dict(schema), known, ())
    result = cast("dict[str, JsonValue]", made)
    result.pop("$defs", None)
    if "$ref" in str(result):
        result["$defs"] = _properties(definitions, {}, ())
    return result


def _compact(
    value: JsonValue, known: Mapping[str, JsonValue], inside: tuple[str, ...]
) -> JsonValue:
    if isinstance(value, list):
        return [_compact(item, known, inside) for item in value]
    if not isinstance(value, dict):
        return value
    reference = value.get("$ref")
    if isinstance(reference, str):
        name = reference.rpartition("/")[2]
        if name in known and name not in inside and len(inside) < _DEEPEST:
            return _compact(known[name], known, (*inside, name))
        return {"$ref": reference}
    return {
        key: _properties(item, known, inside)
        if key in {"properties", "$defs"}
        else _compact(item, known, inside)
        for key, item in value.items()
        if not (key == "title" and isinstance(item, str))
    }


def _properties(
    value: JsonValue, known: Mapping[str, JsonValue], inside: tuple[str, ...]
) -> JsonValue:
    """A property may be called ``title``; its name is no title."""
    if not isinstance(value, dict):
        return value
    return {name: _compact(item, known, inside) for name, item in value.items()}
