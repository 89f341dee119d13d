"""Whether a researcher still gets anywhere; one that goes in circles is told to finish."""

from __future__ import annotations

from ascertain.gathering.tool_registry import refusal
from ascertain.ports.toolbox import ToolReply

__all__ = ["Progress"]

_MAX_LOOKS = 12
"""Searches and reads in a row that may bring no new source and no evidence."""
_MAX_REFUSED = 25
"""Drafts in a row that may be turned away."""


class Progress:
    """Watches the calls of one researcher. A call that repeats the one before it is not made."""

    def __init__(self) -> None:
        self._last = ""
        self._looks = 0
        self._refused = 0

    def refuse(self, said: str) -> ToolReply | None:
        """Return the refusal of a call that leads nowhere, or None if it may be made.

        Args:
            said: the tool and its arguments as one text.
        """
        repeated, self._last = said == self._last, said
        if self._looks >= _MAX_LOOKS or self._refused >= _MAX_REFUSED:
            return refusal(
                "stalled",
                f"{max(self._looks, self._refused)} calls in a row brought nothing new",
                "Finish now with what is recorded.",
            )
        if repeated:
            self._looks += 1
            return refusal(
                "repeated_call",
                "this is the call you made just before, with the same arguments",
                "Use the answer you have, ask for something else, or finish.",
            )
        return None

    def looked(self, *, found_new: bool) -> None:
        """Count a search or read, and whether it brought a source that was new."""
        self._looks = 0 if found_new else self._looks + 1

    def recorded(self, *, admitted: bool) -> None:
        """Count a draft, and whether it became evidence."""
        self._refused = 0 if admitted else self._refused + 1
        if admitted:
            self._looks = 0
