"""What would count as an answer: the kind a question asks for, and signs of it in a sentence."""

from __future__ import annotations

import re

from ascertain.adapters.runtimes.extractive.terms import has_cjk
from ascertain.evidence.kinds import AnswerType

__all__ = ["answer_evidence", "asked_type", "names", "names_role"]

_ASKED: tuple[tuple[re.Pattern[str], AnswerType], ...] = (
    (
        re.compile(
            r"\bwhy\b|what (?:caused|led to)|\breasons?\b|为什么|为何|原因|なぜ", re.IGNORECASE
        ),
        "reason",
    ),
    (
        re.compile(
            r"\bhow (?:many|much|long|old|far|large|big|tall|often)\b|\bwhat (?:percent|number|"
            r"score|share|amount)|\bpercentage\b|\b(?:final )?score\b|"
            r"多少|几个|几次|几人|第几|人数|增长率|产量|いくつ|何人|何年間",
            re.IGNORECASE,
        ),
        "number",
    ),
    (
        re.compile(
            r"\bwhen\b|\b(?:what|which) (?:year|date|day|month)\b|"
            r"什么时候|时间|日期|何时|哪年|哪一年|几月|いつ",
            re.IGNORECASE,
        ),
        "date",
    ),
    (
        re.compile(
            r"\bwhere\b|\b(?:what|which) (?:\w+ ){0,2}(?:country|city|state|town|place|county|"
            r"region|nation|island|location)\b|\bendpoint\b|\bterminus\b|哪里|哪儿|在哪|哪个国家|哪个城市|"
            r"地点|举办地|どこ",
            re.IGNORECASE,
        ),
        "place",
    ),
    (
        re.compile(
            r"\b(?:what|which) (?:\w+ ){0,2}(?:company|team|club|school|university|agency|employer|"
            r"airline|network|chain|squad|organi[sz]ation|firm|party|band|college)\b|哪家|公司|どの会社",
            re.IGNORECASE,
        ),
        "organisation",
    ),
    (
        re.compile(
            r"\bwho(?:m|se)?\b|\b(?:what|which) (?:\w+ ){0,2}(?:person|player|actor|actress|"
            r"singer|star|politician|coach|president|chief|leader|minister|painter|author)\b|是谁|谁|导演|主演|"
            r"冠军|哪位|誰|だれ",
            re.IGNORECASE,
        ),
        "person",
    ),
    (
        re.compile(r"\bwhat (?:is|are|does) [^?]{1,60}(?:mean)?\?|什么是|とは", re.IGNORECASE),
        "definition",
    ),
    (re.compile(r"\bhow\b|如何|怎么|どう", re.IGNORECASE), "manner"),
)

_WORD_NUMBER = (
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|"
    r"dozen|half|twice|once|thrice"
)
_NUMBER = re.compile(
    rf"\d(?:[\d,.]*\d)?|\b(?:{_WORD_NUMBER})\b|[零一二三四五六七八九十百千万亿]{{2,}}",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b(?:1[0-9]|20)\d\d\b|\b(?:january|february|march|april|may|june|july|august|september|"
    r"october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|"
    r"\d{1,2}\s*[月日号]",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\b(?:in|at|near|from|to|of|outside|across|around|throughout)\s+(?:the\s+)?[A-Z][\w\u2019'-]+|"
    r"在[\u4e00-\u9fff]{2,8}(?:举|召|开|市|省|县|区)|[\u4e00-\u9fff]{2,6}(?:市|省|州|国|县|馆|体育场)"
)
_REASON = re.compile(
    r"\bbecause\b|\bdue to\b|\bowing to\b|\bso that\b|\bas a result\b|\bin order to\b|"
    r"\bcaused by\b|\breasons?\b|\bsince\b|\btherefore\b|\bafter (?:he|she|they|it)\b|"
    r"因为|由于|为了|因此|原因|旨在|以便|ため|ので|から",
    re.IGNORECASE,
)
_MANNER = re.compile(
    r"\bby \w+ing\b|\bthrough\b|\busing\b|\bvia\b|\bwith the help\b|通过|利用|采用|によって",
    re.IGNORECASE,
)
_DEFINITION = re.compile(
    r"\b(?:is|are|was|were) (?:an?|the)\b|\brefers? to\b|\bdefined as\b|\bknown as\b|\bmeans\b|"
    r"是指|是一[种个项款类名]|指的是|とは|である",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"(?<![\w.])[A-Z][\w\u2019'-]*(?:(?:\s+(?:of|de|van|von|der|the|al|bin|da|di))?\s+[A-Z][\w\u2019'.-]*)*"
)
_CJK_NAME = re.compile(
    r"[\u4e00-\u9fff]{1,6}\u00b7[\u4e00-\u9fff\u00b7]{1,12}|《[^》]{1,40}》|[\u30a1-\u30fc]{3,}"
)
_CJK_PERSON = re.compile(
    r"(?:导演|主演|执导|饰演|出演|领衔|冠军|选手|总裁|主席|部长|教授|校长|院长|先生|女士|夺|获得|当选|击败)"
)
_CJK_ORG = re.compile(r"公司|集团|大学|学院|委员会|协会|银行|电视台|俱乐部|研究院|株式会社")


_ROLE = re.compile(
    r"\b(?:chief (?:executive|[a-z]+ officer)|c[etfo]o|chair(?:man|"
    r"woman|person)?|president|director|"
    r"head of|founder|co-founder|professor|lecturer|fellow|dean|rector|principal|manager|minister|"
    r"secretary|ambassador|senator|governor|mayor|judge|editor|coach|captain|commander|partner|"
    r"engineer|scientist|researcher|analyst|adviser|advisor|board member|member of the board|"
    r"trustee|treasurer|curator|conductor)\b"
    r"|董事长|总裁|首席|主席|主任|校长|院长|教授|经理|部长|总监|创始人|社長|会長|教授|取締役",
    re.IGNORECASE,
)


def names_role(text: str) -> bool:
    """Whether a text names an office or position."""
    return _ROLE.search(text) is not None


def asked_type(question: str) -> AnswerType:
    """Read off a question what kind of answer it asks for; ``any`` where its words do not say."""
    for pattern, kind in _ASKED:
        if pattern.search(question):
            return kind
    return "any"


def names(text: str) -> list[str]:
    """Return the runs of capitalised words, titles in 《》 and transliterated names of a text."""
    found = [match[0] for match in _NAME.finditer(text)]
    if has_cjk(text):
        found.extend(match[0] for match in _CJK_NAME.finditer(text))
    return found


def answer_evidence(kind: AnswerType, text: str, new_names: int, new_numbers: int) -> float:
    """Say how much a sentence looks as if it held an answer of a kind.

    Args:
        kind: what the question asks for.
        text: the sentence.
        new_names: names in it that the question does not have.
        new_numbers: numbers in it that the question does not have.

    Returns:
        0 (no sign) to 1.
    """
    signs = _SIGNS.get(kind)
    if kind == "number":
        return 1.0 if new_numbers else 0.0
    if kind == "any":
        return 0.5 if new_names or new_numbers else 0.0
    if kind in {"person", "organisation"}:
        if has_cjk(text):
            return 1.0 if signs and signs.search(text) else 0.3
        return min(1.0, new_names / 2)
    hit = 1.0 if signs and signs.search(text) else 0.0
    return hit if new_names or new_numbers or kind != "place" or has_cjk(text) else 0.0


_SIGNS: dict[AnswerType, re.Pattern[str]] = {
    "date": _DATE,
    "place": _PLACE,
    "reason": _REASON,
    "manner": _MANNER,
    "definition": _DEFINITION,
    "person": _CJK_PERSON,
    "organisation": _CJK_ORG,
    "number": _NUMBER,
}
