"""What is wrong with a value that somebody wrote, in the words of the file it stands in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

__all__ = ["fault_place", "fault_words", "faults_of"]

_Words = Callable[[Mapping[str, Any]], str]


def _entries(count: int) -> str:
    return f"{count:,} {'entry' if count == 1 else 'entries'}"


_BY_KIND: Mapping[str, _Words] = {
    "bool_type": lambda _: "must be true or false",
    "bool_parsing": lambda _: "must be true or false",
    "extra_forbidden": lambda _: "unknown field",
    "finite_number": lambda _: "must be a number that has an end",
    "float_parsing": lambda _: "must be a number",
    "float_type": lambda _: "must be a number",
    "greater_than": lambda ctx: f"must be more than {ctx['gt']}",
    "greater_than_equal": lambda ctx: f"must be at least {ctx['ge']}",
    "int_from_float": lambda _: "must be a whole number",
    "int_parsing": lambda _: "must be a whole number",
    "int_parsing_size": lambda _: "is too large a number",
    "int_type": lambda _: "must be a whole number",
    "less_than": lambda ctx: f"must be less than {ctx['lt']}",
    "less_than_equal": lambda ctx: f"must be at most {ctx['le']}",
    "list_type": lambda _: "must be a list",
    "literal_error": lambda ctx: f"must be {ctx['expected']}",
    "missing": lambda _: "this field is needed",
    "string_pattern_mismatch": lambda _: "has another form than this field takes",
    "string_too_long": lambda ctx: f"must have at most {ctx['max_length']:,} characters",
    "string_too_short": lambda _: "must not be empty",
    "string_type": lambda _: "must be text in quotation marks",
    "too_long": lambda ctx: f"must have at most {_entries(ctx['max_length'])}",
    "too_short": lambda ctx: f"must have at least {_entries(ctx['min_length'])}",
    "tuple_type": lambda _: "must be a list",
    "value_error": lambda ctx: str(ctx["error"]),
}
_OF_FIELDS = frozenset(("model_type", "model_attributes_type", "dict_type", "dataclass_type"))


def faults_of(error: ValidationError) -> Sequence[ErrorDetails]:
    """Return what is wrong, a misspelt field first: it explains what else seems to be."""
    return sorted(
        error.errors(include_url=False), key=lambda fault: fault["type"] != "extra_forbidden"
    )


def fault_words(fault: ErrorDetails, *, table: str) -> str:
    """Say what is wrong with a value.

    Args:
        fault: as the validating library has it.
        table: what a value with named fields is called: ``an object``, ``a table``.
    """
    kind = fault["type"]
    if kind in _OF_FIELDS:
        return f"must be {table}"
    words = _BY_KIND.get(kind)
    return words(fault.get("ctx", {})) if words else fault["msg"]


def fault_place(location: Sequence[int | str]) -> str:
    """Return where it stands, such as ``subquestions[0].query``."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in location)
    return "".join(steps).removeprefix(".")
