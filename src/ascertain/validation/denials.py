"""Phrases around a statement that take it back or leave it to others, English and Chinese."""

from __future__ import annotations

import re

__all__ = ["DENIAL_ABOVE", "DENIAL_AFTER", "DENIAL_BEFORE", "DENIED_NEXT", "HEDGED_LEAD"]

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
    r"|\b(?:error|mistake|mistaken belief|fallacy|untruth|misreport)s?\b(?:,? (?:namely|is|was))?"
    r",? that"
    r"|\b(?:no|little|insufficient) (?:evidence|proof|indication|sign) (?:that|of|for)"
    r"|\b(?:false|unfounded|baseless|debunked|fake|mistaken|wrong|misleading|inaccurate) "
    r"(?:claims?|reports?|rumou?rs?|stor(?:y|ies)|belief|allegations?|statements?)"
    r"(?: \w+){0,2}? that"
    r"|\b(?:falsely|wrongly|incorrectly|mistakenly) (?:\w+ ){0,2}(?:that|to)?"
    r"|\bnobody (?:believes|thinks|says)(?: that)?"
    r"|\b(?:myth|hoax|rumou?r|misconception|lie) that"
    r"|\b(?:ask(?:s|ed)?|wonder(?:s|ed)?|question(?:s|ed)?) (?:whether|if)"
    r"|\b(?:doubts?|doubted|unclear|unknown|disputed|unproven) (?:that|whether|if)"
    r"|\bcontrary to"
    r"|并非|不是事实|否认|谣传|谣言称|误传|误以为|不实|并不是说|误传[：，]|谣言[：，]|没有证据(?:表明|显示|证明)|是否)"
    rf"{_OPENING}(?P<words>(?:\w+ ){{0,3}})$",
    re.IGNORECASE,
)
"""Words that, right before a statement, take it back; to be searched in what stands before it.

The group ``words`` holds the first words of the statement, where it does not begin at once.
"""

DENIAL_ABOVE = re.compile(
    rf"\b(?:following|these|below|next)\b[^.!?]{{0,60}}\b(?:{_UNTRUE}|errors?|lies|myths?|rumou?rs?"
    r"|hoax(?:es)?|misconceptions?|fabrications?|inventions?|made up|invented)\b[^.!?]{0,20}"
    r"[.:!]?\s*$"
    r"|\bnone of (?:the following|these|this|that|what follows)\b[^.!?]{0,40}[.:!]?\s*$"
    r"|\bnothing (?:of |in )?(?:the following|what follows)\b[^.!?]{0,40}[.:!]?\s*$"
    r"|(?:^|\n)[#*\s]*(?:(?:common|popular|debunked|false|untrue|fake|widespread|wrong) )?"
    r"(?:myths?|hoax(?:es)?|misconceptions?|falsehoods?|(?:false|debunked|untrue|fake|wrong) "
    r"(?:claims?|statements?|reports?|rumou?rs?|stor(?:y|ies)|beliefs?|allegations?))[*:\s]*$"
    r"|(?:以下|下列|下面)\w{0,8}(?:都|均)?(?:是|为|系)?(?:错误|不实|虚假|假|谣言|不正确|不真实)的?[：:。，]?\s*$"
    r"|(?:^|\n)[#*\s]*(?:常见)?(?:谣言|误区|不实信息|虚假说法|错误说法)[*：:\s]*$",
    re.IGNORECASE,
)
"""A sentence or a heading that takes back what follows it; to be searched at the end of it."""

DENIED_NEXT = re.compile(
    r"\b(?:none of (?:this|that|these|it|the above)|nothing of (?:this|the (?:kind|sort)))\b"
    r"|^\W*(?:this|that|it|these|all (?:of )?(?:this|that)|the (?:claim|report|statement|story"
    r"|figure|number|allegation|rumou?r)s?) (?:(?:has|have|had|is|was|are|were|be|been"
    r"|later|since|soon|also|in fact|turned out|proved|to|however|simply|completely) ?){1,5}"
    rf"(?:{_UNTRUE}|an? (?:error|mistake|invention|fabrication|fake|forgery|joke)|retracted"
    r"|withdrawn|debunked|disproved|disproven|refuted|made up|invented|in error|mistaken"
    r"|fabricated|unfounded|baseless)\b"
    r"|^\W*(?:this|that|it|these) (?:never happened|did(?:n[’']t| not) happen)"
    r"|\b(?:withdr[ae]wn?|retract(?:ed|s)?|disown(?:ed|s)?) (?:this|that|the|its|their) (?:claim"
    r"|report|statement|story|figure|article|allegation)s?\b"
    r"|^\W*(?:that|this|so|it)\b[^.!?]{0,40}\b(?:forged|fake|hoax|satirical) "
    r"(?:letter|report|article|post|document)"
    r"|\b(?:denied|denies|rejected|rejects|dismissed|dismisses|disputed|refuted|threw out"
    r"|struck down) (?:this|that|it|these|the (?:claim|report|allegation|accusation|rumou?r|charge"
    r"|story))s?\b"
    r"|^[“”\"\s]*(?:事实并非如此|并非如此|这并不是真的|纯属虚构|子虚乌有|这都不是真的)"
    r"|^\s*(?:后来|随后|之后|经查|经核实)?(?:被?证实|被?证明|调查发现|查明)?(?:这|此|该|上述)?"
    r"(?:一|些)?(?:种)?(?:说法|消息|报道|传言|数字|内容|事)?(?:并非|不是|并不是|纯属|并不|不|有|已被?|系)"
    r"(?:事实|真的|虚构|属实|实|准确|误|撤回|更正|辟谣|否认|证伪|错误的?|假的?)"
    r"|^\s*(?:这|此|该|上述)\w{0,6}(?:是|系|为)(?:错误|虚假|假|谣言|误传)",
    re.IGNORECASE,
)
"""What, anywhere in the next sentence, takes a statement back."""

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
    r"|(?:critics|some|some people|many|many people|opponents|proponents|sceptics|skeptics|fans"
    r"|bloggers|commenters) (?:say|think|believe|argue|wrote|insist)"
    r"|(?:anonymous|unnamed|unknown|unverified|satirical) (?:\w+ ){0,3}(?:wrote|writes|said|says"
    r"|posted|posts|states|stated|reads)"
    r"|an? (?:blogger|commenter|troll|parody|hoaxer|forged letter|fake letter) (?:wrote|says|said"
    r"|posted|states|stated)"
    r"|according to (?:an? |one )?(?:(?:unconfirmed|anonymous|unverified) )?(?:rumou?rs?|gossip"
    r"|blog|blogger|post|legend)"
    r"|in (?:the|a|an|his|her|their|one) (?:\w+ )?(?:novel|story|tale|film|movie|play|poem|game"
    r"|legend|myth|dream|simulation|thought experiment|satire|parody)(?: by [\w ]{1,30})?"
    r"|it (?:is|was|has been) (?:claimed|alleged|rumou?red|said|believed|thought|suggested)"
    r"|if|unless|whether|suppose(?:dly)?|allegedly|reportedly) ?(?:that )?[\s,:\"“'‘]*"
    r"(?:(?:the|an?|all|some|no|only|most|its|their|his|her|every|about|between|roughly|when"
    r"|around|several|of|more|than|at|least|in|on) ){0,3}$"
    r"|(?:据称|据传|传闻|有人说|有人称|声称|谣传|如果|假如|假设|假使|要是|倘若|是否|难道|批评者(?:认为|称|说)"
    r"|网友(?:声?称|说)|匿名\w{0,6}(?:称|说|写道)"
    r"|在(?:\w{0,6})?(?:小说|电影|故事|剧本|传说|游戏|梦)(?:里|中))[\s，：“「]*(?:the )?$",
    re.IGNORECASE,
)
"""Words right before a statement that leave it to others, or to a condition."""
