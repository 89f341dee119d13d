"""Run ids as a port."""

from __future__ import annotations

from typing import Protocol

from ascertain.evidence.ids import RunId

__all__ = ["Ids"]


class Ids(Protocol):
    """Makes ids that do not repeat."""

    def run_id(self) -> RunId:
        """Return a new run id: safe as a folder's name, sortable by time of making."""
        ...
