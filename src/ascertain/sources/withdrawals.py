"""What a page says of itself: that it was retracted, or that another takes its place."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Withdrawal", "withdrawal_of"]

_HEAD = 3_000
_MAX_SAID = 200
_KIND = (
    r"(?:page|document|version|report|guideline|guidance|standard|article|paper|release|notice"
    r"|policy|edition|draft|specification|recommendation|regulation|statement)s?"
)
_RETRACTED_TITLE = re.compile(
    r"\s*[\[(]?(?:retracted|withdrawn)\b|\s*[【\[(]?(?:撤稿|已撤回)", re.IGNORECASE
)
_SUPERSEDED_TITLE = re.compile(r"\s*[\[(]?superseded\b|\s*[【\[(]?(?:已废止|已失效)", re.IGNORECASE)
_RETRACTED = re.compile(
    rf"\bthis {_KIND} (?:has been|have been|was|is) (?:retracted|withdrawn)\b[^.\n]{{0,160}}"
    r"|本(?:文|页|报告|文件|公告)已?被?(?:撤回|撤稿|撤销)[^。\n]{0,80}",
    re.IGNORECASE,
)
_SUPERSEDED = re.compile(
    rf"\bthis {_KIND} (?:has been|have been|was|is) (?:now )?(?:superseded|replaced|obsoleted"
    r"|out of date|outdated|no longer (?:current|valid|in force|maintained))\b[^.\n]{0,160}"
    r"|本(?:标准|文件|页|版本|规定|办法|公告)已?(?:被[^。\n]{1,40}(?:取代|替代|代替)|废止|失效|作废)[^。\n]{0,80}",
    re.IGNORECASE,
)


class Withdrawal(NamedTuple):
    """What a page says of itself, in its own words; None: nothing of the kind."""

    retraction: str | None = None
    superseded: str | None = None


def withdrawal_of(title: str | None, text: str) -> Withdrawal:
    """Read a page's title and first lines; only what it says of itself counts.

    Args:
        title: or None.
        text: its visible text; three thousand characters are looked at.
    """
    head = text[:_HEAD]
    retracted, superseded = _RETRACTED.search(head), _SUPERSEDED.search(head)
    named = title or ""
    return Withdrawal(
        _said(retracted, named if _RETRACTED_TITLE.match(named) else ""),
        _said(superseded, named if _SUPERSEDED_TITLE.match(named) else ""),
    )


def _said(found: re.Match[str] | None, title: str) -> str | None:
    words = found[0] if found else title
    return " ".join(words.split())[:_MAX_SAID] or None
