"""Where in the run's tree of steps the running code is: each event is recorded under it."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from contextvars import ContextVar

__all__ = ["branch_now", "within"]

_MOST = 300
_branch: ContextVar[str] = ContextVar("branch", default="")


@contextlib.contextmanager
def within(part: str) -> Generator[None]:
    """Put what this task does meanwhile, and the tasks it starts, under a further part."""
    above = _branch.get()
    token = _branch.set(f"{above}/{part}"[:_MOST] if above else part[:_MOST])
    try:
        yield
    finally:
        _branch.reset(token)


def branch_now() -> str:
    """Return the parts of the branch, joined by ``/``; empty: the run itself."""
    return _branch.get()
