"""The browser's DevTools protocol, as far as it is spoken here."""

from __future__ import annotations

from typing import Protocol

__all__ = ["DevTools"]


class DevTools(Protocol):
    """A session with a page, or with the browser as a whole."""

    async def send(self, method: str, params: dict[str, object] | None = None) -> object:
        """Call a method of the protocol and return its answer, which is to be parsed."""
        ...
