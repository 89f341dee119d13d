"""What a run may cost, and what two runs differ in, as a terminal shows it."""

from __future__ import annotations

import pytest

from ascertain.bootstrap.forecast_wiring import Forecast
from ascertain.controller.diffing import ChangedClaim, ClaimDiff
from ascertain.interfaces.cli.wording import diff_text, forecast_text
from builders import plan

CAPS = ("2 USD", "900 s")


@pytest.mark.parametrize(
    ("forecast", "words", "absent"),
    [
        (Forecast("extractive", caps=CAPS), "Researchers: extractive", "Model calls"),
        (
            Forecast("model (x)", (10, 400), (5_000, 90_000), (0.01, 2.0), CAPS),
            "Cost, estimated: 0.01 to 2.00 USD",
            "no price",
        ),
        (
            Forecast("model (x)", (10, 400), (5_000, 90_000), None, CAPS),
            "no price is known",
            "USD\n",
        ),
    ],
)
def test_a_forecast_says_who_works_what_it_costs_and_where_it_stops(
    forecast: Forecast, words: str, absent: str
) -> None:
    said = forecast_text(plan(), forecast)
    assert words in said
    assert absent not in said
    assert "Code stops the run at: 2 USD, 900 s" in said
    assert "nothing was written" in said


def test_a_difference_shows_what_was_added_lost_and_changed() -> None:
    diff = ClaimDiff(
        added=("It opened.",),
        lost=("It closed.",),
        changed=(ChangedClaim(text="It moved.", changes=("verdict: supported → conflicting",)),),
        unchanged=2,
    )
    lines = diff_text(diff).splitlines()
    assert lines[:3] == ["+ It opened.", "- It closed.", "~ It moved."]
    assert "supported" in lines[3]
    assert "2" in lines[-1]
