"""The statements that a compound claim holds, each with its subject, for comparison only."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascertain.merging.conflicts.lexicon import SAME
from ascertain.sources.values.names import find_names

__all__ = ["clauses_of"]

_MOST = 6
_BRACKETED = re.compile(r"\s?\((?!(?:born|died|founded|opened|built)\b)[^()]{0,200}\)")
"""What stands in brackets is said beside the claim, unless it says when something happened."""
_SPLIT = re.compile(
    r"[;:]\s+|(?<=[a-z0-9)]{3})[.!?]\s+(?=[A-Z])"
    r"|,\s+(?:and |but |while |whereas )?"
    r"|\s+(?:and|but)\s+(?=(?:has|have|had|is|are|was|were|will|now|also|it|he|she|they"
    r"|the company|the firm)\b|[a-z]{3,}(?:s|ed)\s+(?:\d|about|over|around|some|more|nearly"
    r"|almost)\b)",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|will|would|does|did|do|can|became|becomes|remains"
    r"|stands|stood|rose|fell|grew|lies|makes|made|holds|held|won|led|leads|said|says)\b"
    r"|\b[a-z]{3,}ed\b|n['’]t\b",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"(?:and |but )?(?:who|which|that|it|he|she|they|the (?:company|firm|institute|agency"
    r"|organi[sz]ation))\s+",
    re.IGNORECASE,
)
_NAME_ACTS = re.compile(r"(?:[A-Z][\w'’.-]*\s+){1,5}[a-z]{3,}s\b")
"""A name and a word that may be what it does."""
_WORD = re.compile(r"[^\W\d_]+")


def clauses_of(text: str) -> tuple[str, ...]:
    """Divide a claim into statements that can be compared by themselves.

    A part without a verb belongs to the part before it, or to the first; one with a number and
    no verb ("29 % more than in 2022") is nobody's and is left out. A part that names nobody, or
    points back, is given the subject of the claim: its first name before the first verb.

    Args:
        text: a claim in a script with spaces.

    Returns:
        Six at most; the claim itself where it is one statement.
    """
    plain = _BRACKETED.sub("", text)
    parts = [part.strip() for part in _SPLIT.split(plain) if part and part.strip()]
    joined = _joined(parts)
    if not joined:
        return (text,)
    subject = _subject(joined[0])
    return tuple(_with_subject(part, subject) for part in joined[:_MOST])


def _joined(parts: Sequence[str]) -> list[str]:
    joined: list[str] = []
    waiting = ""
    for part in parts:
        if _has_verb(part, opens=not joined):
            joined.append(f"{waiting}, {part}" if waiting else part)
            waiting = ""
        elif not joined:
            waiting = f"{waiting}, {part}" if waiting else part
        elif not any(char.isdigit() for char in part):
            joined[-1] = f"{joined[-1]}, {part}"
    return joined


def _has_verb(part: str, *, opens: bool) -> bool:
    if _AUXILIARY.search(part):
        return True
    if opens and _NAME_ACTS.match(part):
        return True
    words = [word.casefold() for word in _WORD.findall(part)]
    return any(_is_verb(word) for word in words[opens:])


def _subject(first: str) -> str:
    verb = _AUXILIARY.search(first)
    before = first[: verb.start()] if verb else first
    names = find_names(before)
    if names:
        return before[names[0].start : names[0].end]
    opening = _WORD.match(before)
    return opening[0] if opening and opening[0][0].isupper() else ""


def _with_subject(part: str, subject: str) -> str:
    pointing = _POINTING.match(part)
    if pointing is not None:
        return f"{subject} {part[pointing.end() :]}" if subject else part
    verb = _AUXILIARY.match(part)
    opens = _WORD.match(part)
    acts = verb is not None or (opens is not None and _is_verb(opens[0]))
    return f"{subject} {part}" if acts and subject else part


def _is_verb(word: str) -> bool:
    return word in SAME and word.endswith("s")
