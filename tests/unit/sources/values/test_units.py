"""Units after numbers."""

from __future__ import annotations

import pytest

from ascertain.sources.values.units import NO_UNIT, unit_after, unit_named


@pytest.mark.parametrize(
    ("text", "dimension", "end"),
    [
        (" km away", "length", 3),
        (" percentage points", "points", 18),
        ("%of", "ratio", 1),
        ("-metre wall", "length", 6),
        (" 公里外", "length", 3),
        ("亩地", "area", 1),
        (" square miles", "area", 13),
        (" degrees Celsius", "celsius", 16),
        ("", "", 0),
        (" dogs", "", 0),
        (" dogs and cats", "", 0),
        ("只狗", "", 0),
        ("-g", "", 0),
        (" G", "", 0),
        ("° north", "degrees", 1),
        ("°Celsiusx", "degrees", 1),
    ],
)
def test_the_unit_right_after_a_number_is_found(text: str, dimension: str, end: int) -> None:
    unit, after = unit_after(text, 0)
    assert (unit.dimension, after) == (dimension, end)


def test_short_signs_keep_their_case_and_words_do_not() -> None:
    assert unit_named("g") is not None
    assert unit_named("G") is None
    assert unit_named("Kilometres") == unit_named("kilometres")
    assert unit_named("furlongs") is None
    assert not NO_UNIT.dimension
