"""Phrases around a statement that take it back or leave it to others, English and Chinese."""

from __future__ import annotations

import re

__all__ = ["DENIAL_AFTER", "DENIAL_BEFORE", "HEDGED_LEAD"]

_UNTRUE = (
    r"not true|untrue|false|wrong|incorrect|inaccurate|not correct|not accurate|not the case|not so"
    r"|a myth|a lie|a hoax|a misconception"
)
_OPENING = r"[\s,:，：\"“「『'‘]*"

DENIAL_BEFORE = re.compile(
    rf"(?:\b(?:it is|it's|it was|is|was|are) (?:{_UNTRUE}) (?:that|to (?:say|claim|think|believe))"
    r"|\b(?:den(?:y|ies|ied|ying)|reject(?:s|ed)?|dismiss(?:es|ed)?|refut(?:e|es|ed)"
    r"|disput(?:e|es|ed)|debunk(?:s|ed)?|disprov(?:e|es|ed)) (?:\w+ ){0,4}"
    r"(?:that|claims?|reports?|rumou?rs?|suggestions?|allegations?|the (?:idea|claim|notion))"
    r"(?: that)?"
    r"|\b(?:no|little|insufficient) (?:evidence|proof|indication|sign) (?:that|of|for)"
    r"|\b(?:false|unfounded|baseless|debunked|fake|mistaken|wrong|misleading|inaccurate) "
    r"(?:claims?|reports?|rumou?rs?|stor(?:y|ies)|belief|allegations?|statements?)"
    r"(?: \w+){0,2}? that"
    r"|\b(?:falsely|wrongly|incorrectly|mistakenly) (?:\w+ ){0,2}(?:that|to)?"
    r"|\bnobody (?:believes|thinks|says)(?: that)?"
    r"|\b(?:myth|hoax|rumou?r|misconception|lie) that"
    r"|\b(?:doubts?|doubted|unclear|unknown|disputed|unproven) (?:that|whether|if)"
    r"|\bcontrary to"
    r"|并非|不是事实|否认|谣传|谣言称|误传|误以为|不实|没有证据(?:表明|显示|证明)|是否)"
    rf"{_OPENING}(?P<words>(?:\w+ ){{0,3}})$",
    re.IGNORECASE,
)
"""Words that, right before a statement, take it back; to be searched in what stands before it.

The group ``words`` holds the first words of the statement, where it does not begin at once.
"""

DENIAL_AFTER = re.compile(
    r"[\s\"”'’)\].,;:—–。，；」』]*(?:(?:but|however|in fact|yet|actually|though|and),? )?"
    rf"(?:(?:is|was|are) (?:{_UNTRUE})\b"
    r"|(?:this|that|it|these|which|such claims?"
    r"|the (?:claim|report|statement|story|rumou?r|figure|number|allegation)s?) "
    r"(?:(?:is|was|are|were|has been|have been|turned out to be|proved(?: to be)?|later) ){0,2}"
    rf"(?:{_UNTRUE}|debunked|retracted|withdrawn|disproved|disproven|refuted|denied|corrected"
    r"|misleading|fabricated|baseless|unfounded|mistaken)"
    r"|(?:not true|false|wrong)[.!]"
    r"|nothing (?:of the (?:kind|sort)|could be further)"
    r"|(?:\w+ ){1,4}(?:denied|denies|rejected|disputed|refuted|retracted) "
    r"(?:this|that|it|the (?:claim|report|allegation))s?\b"
    r"|但?[这该此]一?(?:种?说法|消息|报道|传言|数字)?并?(?:不(?:属实|实|正确|准确|是事实|是真的)"
    r"|是(?:错误|假|虚假|谣言)|已被(?:证伪|否认|撤回|辟谣)|有误))",
    re.IGNORECASE,
)
"""What follows a statement and takes it back; to be matched right after it."""

HEDGED_LEAD = re.compile(
    r"\b(?:(?:claim|alleg|rumou?r|speculat|assum|fear|hop|pretend|imagin|wish)(?:s|es|ed|ing|e)?"
    r"|(?:critics|some|many people|opponents|proponents) (?:say|think|believe|argue)"
    r"|it (?:is|was|has been) (?:claimed|alleged|rumou?red|said|believed|thought|suggested)"
    r"|if|unless|whether|suppose(?:dly)?|allegedly|reportedly) ?(?:that )?[\s,:\"“'‘]*$"
    r"|(?:据称|据传|传闻|有人说|有人称|声称|谣传|如果|假如|是否|假设)[\s，：“「]*$",
    re.IGNORECASE,
)
"""Words right before a statement that leave it to others, or to a condition."""
