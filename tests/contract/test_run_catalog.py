"""What every list of runs promises."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.run_catalog import MemoryRunCatalog
from ascertain.adapters.stores.run_catalog import FolderRunCatalog
from ascertain.adapters.stores.run_folder import RunFolder
from ascertain.evidence.events import RunStarted
from ascertain.evidence.ids import RunId
from ascertain.evidence.limits import Limits
from ascertain.evidence.run_summary import RunSummary
from ascertain.ports.run_catalog import RunCatalog

MakeCatalog = Callable[[dict[str, str]], RunCatalog]


def in_memory(runs: dict[str, str]) -> RunCatalog:
    catalog = MemoryRunCatalog()
    for run_id, started_at in runs.items():
        catalog.add(
            RunSummary(
                run_id=run_id,
                path=f"memory:{run_id}",
                question=f"What is {run_id}?",
                status="incomplete",
                started_at=started_at,
            )
        )
    return catalog


@pytest.fixture(params=["memory", "folder"])
def make_catalog(request: pytest.FixtureRequest, tmp_path: Path) -> MakeCatalog:
    def in_a_folder(runs: dict[str, str]) -> RunCatalog:
        for run_id, started_at in runs.items():
            with RunFolder.create(tmp_path / "runs", RunId(run_id), FixedClock(started_at)) as run:
                run.ledger.append(
                    RunStarted(
                        run_id=run_id,
                        question=f"What is {run_id}?",
                        limits=Limits(),
                        runtime="extractive",
                    )
                )
        return FolderRunCatalog(tmp_path / "runs")

    return in_memory if request.param == "memory" else in_a_folder


def test_a_place_without_runs_gives_an_empty_list(make_catalog: MakeCatalog) -> None:
    assert list(make_catalog({}).runs()) == []


def test_runs_come_newest_first(make_catalog: MakeCatalog) -> None:
    catalog = make_catalog(
        {
            "b": "2026-01-02T00:00:00.000Z",
            "c": "2026-01-01T00:00:00.000Z",
            "a": "2026-01-03T00:00:00.000Z",
        }
    )
    runs = list(catalog.runs())
    assert [run.run_id for run in runs] == ["a", "b", "c"]
    assert runs[0].question == "What is a?"
    assert runs[0].status == "incomplete"
    assert runs[0].claims is None
