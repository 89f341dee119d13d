"""The list of runs as a port."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ascertain.evidence.run_summary import RunSummary

__all__ = ["RunCatalog"]


class RunCatalog(Protocol):
    """Lists the runs of one place, newest first.

    Contract: a damaged run is listed with what can be said about it and a reason; it never
    stops the list. A place without runs gives an empty list. Nothing is changed. Only
    ``InputError`` leaves: the place itself cannot be listed.
    """

    def runs(self) -> Iterator[RunSummary]:
        """Yield every run, newest first; those without a known start come last."""
        ...
