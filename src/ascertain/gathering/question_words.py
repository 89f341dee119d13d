"""What a question asks for, told from its wording."""

from __future__ import annotations

import re

from ascertain.evidence.kinds import AnswerType, ClaimType

__all__ = ["answer_type_of", "claim_type_of", "content_of", "has_content", "is_chinese"]

_HAN = re.compile(r"[㐀-鿿]")

# In order: the first pattern that is found decides.
_ANSWER_TYPES: tuple[tuple[AnswerType, str], ...] = (
    ("reason", r"\bwhy\b|\bfor what reason|\bwhat (?:caused|led to)|为什么|为何|原因|なぜ|\bwarum\b|\bpourquoi\b|لماذا"),
    ("date", r"\bwhen\b|\bsince when|\bwhat (?:year|date|day|month)\b|\bin (?:which|what) year|\bhow long ago|何时|什么时候|哪一?年|哪天|几月|时间|日期|いつ|\bwann\b|\bquand\b|\bcu[aá]ndo\b|متى"),
    ("number", r"\bhow (?:many|much|large|big|tall|old|far|long|accurate|fast|deep|heavy)\b|\bwhat (?:is|was|were|are) (?:the )?[\w\s'’]*?(?:number|revenue|turnover|price|cost|population|size|share|percentage|rate|profit|accuracy)\b|多少|几[个人家名次]|多大|多高|いくつ|いくら|\bwie ?viele?\b|\bcombien\b|\bcu[aá]nt|كم"),
    ("person", r"\bwho(?:m|se)?\b|谁|哪位|誰|\bwer\b|\bqui\b|\bqui[eé]n|من هو|من الذي"),
    ("place", r"\bwhere\b|\bin (?:which|what) (?:city|country|place|town|state)|哪里|何处|哪个(?:国家|城市|地方)|在哪|どこ|\bwo\b|\boù\b|\bd[oó]nde\b|أين"),
    ("organisation", r"\b(?:which|what) (?:company|companies|organi[sz]ation|university|airline|team|agency|party|firm|school|club|employer)\b|哪家|哪个(?:公司|机构|大学|球队)"),
    ("manner", r"\bhow (?:do|does|did|can|is|are|was|were|to)\b|\bhow\b|如何|怎么|怎样|どのように"),
    ("definition", r"^\s*(?:what (?:is|are|was|were)|define|explain)\b|是什么|什么是|とは"),
)  # fmt: skip

_CLAIM_TYPES: tuple[tuple[ClaimType, str], ...] = (
    ("previous_role", r"\b(?:former(?:ly)?|previous(?:ly)?|used to) .*\b(?:role|position|job|post|chief|ceo|chair|director)|\bprevious roles?\b|曾任|前任"),
    ("current_role", r"\b(?:roles?|positions?|job titles?|ceo|chief executive|chair(?:man|woman|person)?|president|director|head of)\b|职务|职位|担任|首席"),
    ("education", r"\b(?:stud(?:y|ied)|degree|educat|graduat|alma mater|school|university)\b|学历|毕业|就读"),
    ("publication", r"\b(?:publish|publication|paper|book|wrote|written|author)\b|论文|著作|出版"),
    ("talk_or_media", r"\b(?:talk|lecture|speech|interview|keynote|podcast)\b|演讲|采访"),
    ("project", r"\bprojects?\b|项目"),
    ("public_profile", r"\b(?:website|profile|homepage|social media|twitter|linkedin|github)\b|主页|网站"),
    ("statistic", r"\bhow (?:many|much)\b|\b(?:revenue|turnover|employees|percentage|population|profit|number of)\b|多少|收入|员工|营收"),
    ("definition", r"^\s*(?:what (?:is|are)|define)\b|什么是|是什么"),
    ("event", r"\b(?:when|founded|launched|opened|happen|won|died|born)\b|何时|成立|创立|发生"),
)  # fmt: skip

_STRUCTURE = frozenset(
    "a an and any are as at be been being but by can could did do does doing done for from had has "
    "have having he her here hers him his how i if in into is it its itself just may me might more "
    "most must my no nor not of off on once only or other our ours out over own please same shall "
    "she should so some such tell than that the their theirs them then there these they this those "
    "through to too under until up us very was we were what when where which while who whom whose "
    "why will with would you your yours about after before between during since anyone anything "
    "give list find describe explain know want need many much".split()
)
_HAN_STRUCTURE = re.compile(
    r"什么时候|为什么|是什么|什么|为何|何时|哪里|哪些|哪家|哪位|哪个|哪一|哪|谁|多少|几个|如何|怎么样|怎么|怎样|请问|"
    r"请|告诉我|介绍一下|[的了是吗呢吧啊在有和与及或也都被把从到？?。，,、！!：:；;\s]"
)
_WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")


def answer_type_of(question: str) -> AnswerType:
    """Return what would count as an answer; ``any`` where the wording does not tell."""
    for kind, pattern in _ANSWER_TYPES:
        if _says(pattern, question):
            return kind
    return "any"


def claim_type_of(question: str) -> ClaimType:
    """Return the type of the claims that would answer; ``other`` where unclear."""
    for kind, pattern in _CLAIM_TYPES:
        if _says(pattern, question):
            return kind
    return "other"


def content_of(question: str) -> list[str]:
    """Return the words that say what the question is about, in order, as written."""
    text = _HAN_STRUCTURE.sub(" ", question) if is_chinese(question) else question
    return [word for word in _WORD.findall(text) if word.casefold() not in _STRUCTURE]


def has_content(question: str) -> bool:
    """Tell whether anything is left to search for."""
    return bool(content_of(question))


def is_chinese(question: str) -> bool:
    """Tell whether the question is mostly written in Han characters."""
    han = len(_HAN.findall(question))
    return han > 0 and han * 2 >= len(re.findall(r"\w", question)) - han


def _says(pattern: str, question: str) -> bool:
    # The re module keeps compiled patterns, so nothing is compiled at import.
    return re.search(pattern, question, re.IGNORECASE) is not None
