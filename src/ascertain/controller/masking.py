"""Keys in other people's words: a provider's error may repeat the key that it was sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable

__all__ = ["Mask", "mask_of"]

Mask = Callable[[str], str]
"""Returns a text without the secrets in it."""

_SHORTEST = 8
"""What is shorter is no key, and may be a common word."""


def mask_of(secrets: Iterable[str]) -> Mask:
    """Return what replaces each secret, and what providers show of one, by ``[key]``.

    Providers that shorten a key show its first letters and its last four.
    """
    known = sorted({text for text in secrets if len(text) >= _SHORTEST}, key=len, reverse=True)

    def mask(text: str) -> str:
        for secret in known:
            text = text.replace(secret, "[key]")
        return text

    return mask
