"""Texts folded for anchoring, the last few of them."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from ascertain.sources.anchoring.finding import prepare
from ascertain.sources.anchoring.prepared import PreparedText

__all__ = ["PreparedTexts"]

_KEPT = 4
"""A prepared text takes many times the memory of its text; few are in use at a time."""


class PreparedTexts:
    """Prepares texts, and keeps the ones used last. Safe across threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, PreparedText] = OrderedDict()
        self._lock = Lock()

    def get(self, sha256: str, text: str) -> PreparedText:
        """Return the prepared text of a snapshot."""
        with self._lock:
            if sha256 in self._kept:
                self._kept.move_to_end(sha256)
                return self._kept[sha256]
        made = prepare(text)
        with self._lock:
            self._kept[sha256] = made
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return made
