"""Arguments and answers of calls as text that a ledger can hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

__all__ = ["cut_text", "wire_text"]


def wire_text(value: object, most: int) -> str | None:
    """Return arguments or an answer as JSON; None if they cannot be had as such."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=_plain)
    except (RecursionError, ValueError, TypeError):
        return None
    # Half a surrogate pair is no text: a model may send one, the ledger could not hold it.
    return text.encode("utf-8", "replace").decode()[:most]


def cut_text(text: str, most: int) -> str:
    """Return a text of at most so many characters, with a sign where it was cut."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _plain(value: object) -> object:
    return dict(cast("Mapping[str, object]", value)) if isinstance(value, Mapping) else str(value)
