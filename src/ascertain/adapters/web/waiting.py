"""How long to wait before asking again: from the host's wish, or by chance."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

__all__ = ["backoff_s", "retry_after_s"]

_FIRST_S = 1.0
_MAX_DOUBLINGS = 10
_DIGITS = re.compile(r"[0-9]+")
_READ_DIGITS = 9
_MAX_DATE = 64


def retry_after_s(value: str | None, now: datetime) -> float | None:
    """Read ``Retry-After`` (RFC 9110, section 10.2.3): seconds from now, or None for no wish.

    A time that is over, and text that is neither seconds nor a date, are no wish.

    Args:
        value: untrusted text.
        now: UTC.
    """
    text = (value or "").strip()
    if _DIGITS.fullmatch(text):
        digits = text.lstrip("0")
        seconds = float("inf") if len(digits) > _READ_DIGITS else float(digits or 0)
    else:
        seconds = _until(text, now)
    return seconds if seconds > 0 else None


def backoff_s(attempt: int, max_wait_s: float, random: Callable[[], float]) -> float:
    """Return a wait by chance, from nothing to a limit that doubles with each attempt.

    Waits that are all alike would bring those who failed together back together.

    Args:
        attempt: how many have failed before this one, 0 for the first wait.
        max_wait_s: longest wait.
        random: gives numbers from 0 up to 1.
    """
    return random() * min(_FIRST_S * 2 ** min(attempt, _MAX_DOUBLINGS), max_wait_s)


def _until(text: str, now: datetime) -> float:
    if not text or len(text) > _MAX_DATE:
        return 0.0
    try:
        at = parsedate_to_datetime(text)
        moment = at if at.tzinfo else at.replace(tzinfo=UTC)
        return (moment - now).total_seconds()
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0.0
