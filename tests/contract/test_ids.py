"""What every maker of ids promises."""

from __future__ import annotations

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.ids import FixedIds
from ascertain.adapters.system.ids import SystemIds
from ascertain.evidence.artifact_name import artifact_name
from ascertain.ports.ids import Ids


@pytest.fixture(params=["fixed", "system", "system_in_one_second"])
def ids(request: pytest.FixtureRequest) -> Ids:
    makers: dict[str, Ids] = {
        "fixed": FixedIds(),
        "system": SystemIds(),
        "system_in_one_second": SystemIds(FixedClock()),
    }
    return makers[request.param]


def test_ids_do_not_repeat(ids: Ids) -> None:
    made = [ids.run_id() for _ in range(20_000)]
    assert len(set(made)) == len(made)


def test_ids_are_safe_as_folder_names(ids: Ids) -> None:
    run_id = ids.run_id()
    assert artifact_name(run_id, writing=True) == run_id
    assert run_id.isascii()


def test_ids_sort_by_the_time_of_making() -> None:
    ids = SystemIds(FixedClock("2026-12-31T23:59:57.500Z", step_s=1))
    made = [ids.run_id() for _ in range(5)]
    assert made == sorted(made)
    assert made[0].startswith("20261231T235957Z-")
    assert made[-1].startswith("20270101T000001Z-")
