"""Limits and usage."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from ascertain.evidence.limits import Limits, Usage


def test_usage_adds_up_field_by_field() -> None:
    one = Usage(searches=1, input_tokens=100, cost_usd=0.25)
    two = Usage(searches=2, output_tokens=10, cost_usd=0.5)
    assert one.plus(two) == Usage(searches=3, input_tokens=100, output_tokens=10, cost_usd=0.75)
    assert one.plus(Usage()) == one


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("parallel", 0),
        ("rounds", 11),
        ("max_sources", 11),
        ("max_evidence_records", 0),
        ("max_turns", 0),
        ("max_seconds", 0),
        ("max_cost_usd", -1),
        ("max_tokens", 0),
        ("mark_older_days", -1),
    ],
)
def test_limits_out_of_range_are_refused_by_name(field: str, value: int) -> None:
    with pytest.raises(ValidationError, match=field):
        Limits.model_validate({field: value})
