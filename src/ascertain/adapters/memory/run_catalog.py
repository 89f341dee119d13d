"""A list of runs in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ascertain.evidence.run_summary import RunSummary

__all__ = ["MemoryRunCatalog"]


class MemoryRunCatalog:
    """Lists the runs it was given; see ``ports.run_catalog.RunCatalog``."""

    def __init__(self, runs: Iterable[RunSummary] = ()) -> None:
        self._runs = list(runs)

    def add(self, run: RunSummary) -> None:
        """Add a run."""
        self._runs.append(run)

    def runs(self) -> Iterator[RunSummary]:
        """Yield every run, newest first; those without a known start come last."""
        yield from sorted(
            self._runs, key=lambda run: (run.started_at or "", run.run_id), reverse=True
        )
