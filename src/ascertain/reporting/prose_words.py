"""Words of prose that may come and go, and wordings that say the same; English and Chinese."""

from __future__ import annotations

import re
import unicodedata

__all__ = [
    "CONFLICT_FRAMES",
    "COPULAS",
    "DATE_PREPOSITIONS",
    "DATE_QUALIFIERS",
    "FREE_HAN",
    "FREE_WORDS",
    "PARTICIPLES",
    "PRONOUNS",
    "PRONOUNS_HAN",
    "RELATIVES",
    "SCOPE",
    "TIES",
    "TITLES",
    "TOPIC_ENDS",
    "canonical",
]

FREE_WORDS = frozenset("a an the also".split())
"""Words that carry so little that prose may add them or leave them out."""

FREE_HAN = frozenset("的了也还并且是")
"""Their like in Chinese."""

COPULAS = {"is": "present", "are": "present", "was": "past", "were": "past"}
"""Words that prose may add or leave out only where time and voice stay the same."""

TIES = {"in": "in", "on": "in", "at": "in", "of": "of"}
"""Prepositions that go with the word that follows them."""

PRONOUNS = frozenset("it its he she they his her their them him".split())
PRONOUNS_HAN = frozenset("其它他她")
RELATIVES = frozenset(("which", "who"))

DATE_PREPOSITIONS = frozenset(
    "in on at 在 since from until till through to before by after following".split()
)
"""Words before a date that its relation already tells (``since``, ``until``)."""

DATE_QUALIFIERS = frozenset(("early", "late", "mid"))

PARTICIPLES = frozenset(
    (
        "built made sold born held led won run written known given taken bought found set put hit "
        "lost sent spent paid taught drawn shown chosen begun driven kept left met cut"
    ).split()
)
"""Participles that do not end in ``-ed``."""

SCOPE = frozenset(
    (
        "not no never neither nor without cannot hardly barely may might could would should will "
        "reportedly allegedly possibly probably perhaps maybe likely unlikely apparently expected "
        "planned plans plan intends aims hopes proposed says said claims claimed believes believed "
        "expects denies denied argues thinks if unless whether only few some most all every "
        "because as since so that than due owing thanks caused before after when while although "
        "though until despite besides except "
        "因 致 导 使 当 后 前 时 如 虽 "
        "不 没 未 无 非 否 可 或 据 拟 将 预 若 仅 称"
    ).split()
)
"""Words whose reach may go on over a clause that is joined to theirs."""

TITLES = frozenset(
    (
        "chair chairman chairwoman chairperson chief executive director founder president "
        "spokesman spokeswoman spokesperson minister mayor officer head boss owner partner unit "
        "subsidiary parent engineer researcher scientist professor lawyer author editor board staff"
    ).split()
)
"""Words that, behind a name, make it another's: Lumen chair Ailsa Brenn."""

TOPIC_ENDS = frozenset("在有拥由计成将已曾正收宣聘推建运经获从自没不未位设达创开雇生")
"""Characters that begin a verb, behind which what a Chinese sentence speaks of is whole."""

CONFLICT_FRAMES = re.compile(
    r"\b(?:(?:the |its )?sources (?:disagree|differ|conflict)\s*[:;,—–]\s*"
    r"|according to (?:one|another|the other)(?: source)?,?\s"
    r"|(?:one|another|the other)(?: source)? (?:says|gives|has)(?: that)?\s)"
    r"|(?:各|不同)?来源(?:的)?(?:说法)?(?:不一致?|不同|有分歧|相互矛盾)[：:，,；]?"
    r"|(?:一个|一|另一个|另一|也有)(?:个)?来源(?:则)?(?:称|说)[，,：]?",
    re.IGNORECASE,
)
"""Words that say that sources conflict; they are allowed where the claims do."""

_LATIN_SAME: tuple[tuple[str, str], ...] = (
    (r"\b(?:established|set up)\b", "founded"),
    (r"\bpurchased\b", "bought"),
    (r"\bbegan\b", "started"),
    (r"\b(?:chief executive officer|CEO)\b", "chief executive"),
    (r"\bas well as\b|\s&\s", " and "),
    (r"\bas well\b", "also"),
    (r"\b(?:approximately|around|roughly|circa)\s(?=[\d$€£])", "about "),
    (r"\bmore than\s(?=[\d$€£])", "over "),
    (r"\b(?:less|fewer) than\s(?=[\d$€£])", "under "),
)
_HAN_SAME: tuple[tuple[str, str], ...] = (
    (r"CEO(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])CEO|行政总裁", "首席执行官"),
    (r"创办|创建", "创立"),
    (r"坐落于|座落于", "位于"),
    (r"职工|雇员", "员工"),
    (r"大约", "约"),
    (r"以及|与|及(?!其他)", "和"),
)


def _compiled(table: tuple[tuple[str, str], ...]) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern, re.IGNORECASE), word) for pattern, word in table]


_HAN_PATTERNS = _compiled(_HAN_SAME)
_LATIN_PATTERNS = _compiled(_LATIN_SAME)


def canonical(text: str) -> str:
    """Return a text with one wording for each group of wordings that say the same.

    Characters are composed (NFC) and runs of white space become single spaces.
    """
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not text.isascii():
        for pattern, word in _HAN_PATTERNS:
            text = pattern.sub(word, text)
    for pattern, word in _LATIN_PATTERNS:
        text = pattern.sub(word, text)
    return " ".join(text.split())
