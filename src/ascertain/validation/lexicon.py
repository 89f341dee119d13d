"""Words that turn, weaken or reverse a statement, English and Chinese."""

from __future__ import annotations

import re

__all__ = [
    "ANTONYMS",
    "DENIAL_AFTER",
    "DENIAL_BEFORE",
    "FUNCTION_WORDS",
    "HAN_ANTONYMS",
    "HEDGE",
    "HEDGED_LEAD",
    "NEGATION",
    "QUANTIFIERS",
    "SYMMETRIC",
    "stem",
]

FUNCTION_WORDS = frozenset(
    (
        "a an the of in on at by for from to with as and or but nor so yet if than then that this "
        "these those it its he she they them his her hers their theirs "
        "who whom whose which what when where while how why is am are was were be been being do "
        "does did done has have had having will would shall should can could may might must also "
        "there here such into onto over under about after before between through during per via "
        "up down out off not no n't s t very just only more most some any all each both own same "
        "other others another one too because since until although though however not said says "
        "say according located located known called named including included include among well "
        "的 了 在 是 和 与 及 或 也 都 就 而 其 这 那 有 为 于 以 对 从 到 被 把 将 等 中 之 一 个 上 下 年 月 日"
    ).split()
)
"""Words that carry little of what a sentence says."""

NEGATION = re.compile(
    r"\b(?:not(?! (?:only|just|merely|least))|no|never|neither|nor|none|nobody|nothing|nowhere|without|cannot|hardly|barely"
    r"|scarcely|unable|lack(?:s|ed|ing)?|fail(?:s|ed|ing)?|refus(?:e|es|ed|ing)"
    r"|den(?:y|ies|ied|ying)|untrue|false|falsely)\b|\w+n[’']t\b"
    r"|不(?![断仅同过但少久管论妨止得已]|可或缺)|没(?!收)|未(?!来)|(?<!除)非(?![常洲])|无(?![论数线限])|否认|尚未|从未|并非"
    r"|拒绝",
    re.IGNORECASE,
)

HEDGE = re.compile(
    r"\b(?:(?-i:may)|might|could|reportedly|allegedly|alleged|purported(?:ly)?|supposed(?:ly)?"
    r"|possibly|possible that|potential(?:ly)?|probabl[ey]|perhaps|maybe|likely|unlikely|presumably"
    r"|apparently|seem(?:s|ed|ingly)?|appear(?:s|ed)? to|suggest(?:s|ed|ing)?|rumou?red"
    r"|expect(?:s|ed)? to|expected|plan(?:s|ned|ning)? to|intend(?:s|ed)? to|hop(?:es|ed|ing) to"
    r"|aim(?:s|ed|ing)? to|propos(?:e|es|ed|al)|considering|is to be|would|if"
    r"|claim(?:s|ed)? (?:that|to)|believ(?:e|es|ed)|speculat\w+|hypothesi[sz]\w+|estimated)\b"
    r"|可能|或许|也许|大概|据称|据说|据报道|疑似|涉嫌|预计|预期|有望|计划|拟(?!定)|打算|将会|如果|似乎|传闻|建议|考虑",
    re.IGNORECASE,
)
"""Signs that something is less than stated as a fact."""

QUANTIFIERS: dict[str, int] = {
    "no": 0,
    "none": 0,
    "few": 1,
    "hardly": 1,
    "rarely": 1,
    "seldom": 1,
    "some": 2,
    "several": 2,
    "sometimes": 2,
    "occasionally": 2,
    "many": 3,
    "often": 3,
    "frequently": 3,
    "most": 4,
    "mostly": 4,
    "usually": 4,
    "majority": 4,
    "nearly all": 4,
    "all": 5,
    "every": 5,
    "each": 5,
    "always": 5,
    "entire": 5,
    "only": 6,
    "solely": 6,
    "exclusively": 6,
    "少数": 1,
    "部分": 2,
    "一些": 2,
    "有时": 2,
    "许多": 3,
    "很多": 3,
    "经常": 3,
    "大多数": 4,
    "多数": 4,
    "大部分": 4,
    "通常": 4,
    "所有": 5,
    "全部": 5,
    "全体": 5,
    "每": 5,
    "总是": 5,
    "始终": 5,
    "只有": 6,
    "仅": 6,
    "唯一": 6,
}
"""How much of a whole a word speaks of, from none to all; 6 excludes everything else."""

_PAIRS = (
    "increase/decrease increase/decline increase/reduce increase/drop increase/fall "
    "increased/fell increased/dropped rise/fall rose/fell rise/drop rose/dropped rise/decline "
    "rose/declined grow/shrink grew/shrank grew/fell grew/declined growth/decline gain/loss gain/lose "
    "gained/lost profit/loss surplus/deficit higher/lower high/low highest/lowest more/less "
    "more/fewer most/least larger/smaller largest/smallest bigger/smaller biggest/smallest "
    "greater/lesser greater/smaller longer/shorter longest/shortest older/younger oldest/youngest "
    "faster/slower fastest/slowest hotter/colder warmer/cooler hottest/coldest hot/cold better/worse "
    "best/worst stronger/weaker strengthen/weaken strong/weak above/below over/under before/after "
    "earlier/later first/last early/late win/lose won/lost winner/loser victory/defeat accept/reject "
    "approve/reject approved/rejected accepted/rejected support/oppose supports/opposes "
    "supported/opposed allow/ban allowed/banned permit/prohibit legal/illegal "
    "legalise/ban pass/fail passed/failed succeed/fail success/failure successful/unsuccessful "
    "open/close opened/closed open/closed start/end started/ended begin/end began/ended start/stop "
    "buy/sell bought/sold import/export imports/exports import/exports hire/fire hired/fired "
    "join/leave joined/left arrive/depart arrived/departed enter/exit expand/contract "
    "expanded/contracted accelerate/slow improve/worsen improved/worsened raise/lower raised/lowered "
    "raise/cut raised/cut true/false present/absent include/exclude included/excluded "
    "positive/negative male/female man/woman men/women boy/girl boys/girls father/mother son/daughter "
    "brother/sister husband/wife king/queen north/south northern/southern east/west eastern/western "
    "left/right top/bottom upper/lower inside/outside internal/external public/private "
    "major/minor majority/minority maximum/minimum upgrade/downgrade upgraded/downgraded safe/dangerous "
    "safe/unsafe common/rare easy/difficult easy/hard cheap/expensive rich/poor alive/dead guilty/innocent "
    "acquitted/convicted dominant/recessive optimistic/pessimistic ascending/descending "
    "encourage/discourage encouraged/discouraged enable/prevent cause/prevent causes/prevents "
    "caused/prevented attract/repel advantage/disadvantage agree/disagree agreed/disagreed "
    "like/dislike liked/disliked likely/unlikely possible/impossible able/unable sufficient/insufficient "
    "known/unknown married/unmarried married/divorced employed/unemployed effective/ineffective "
    "active/inactive even/odd domestic/foreign offline/online birth/death born/died "
    "acquired/sold borrow/lend retain/abandon kept/abandoned former/current previous/current "
    "previous/next former/present maternal/paternal rural/urban winter/summer day/night "
    "up/down upward/downward"
)
_HAN_PAIRS = (
    "增长/下降 增长/减少 增加/减少 上升/下降 上涨/下跌 提高/降低 提升/下降 高于/低于 多于/少于 超过/低于 最高/最低 最大/最小 "
    "最多/最少 最好/最差 扩大/缩小 加快/放缓 加速/减速 盈利/亏损 顺差/逆差 支持/反对 赞成/反对 成功/失败 通过/否决 批准/否决 "
    "接受/拒绝 允许/禁止 进口/出口 买入/卖出 收购/出售 加入/退出 开始/结束 开放/关闭 胜/负 赢/输 之前/之后 以前/以后 早于/晚于 "
    "以上/以下 合法/非法 有效/无效 安全/危险 阳性/阴性 男/女 东部/西部 南部/北部 升级/降级 上调/下调 改善/恶化 增强/减弱 "
    "扩张/收缩 出生/去世 常见/罕见 公立/私立 国内/国外 首次/末次"
)


def _pairs(table: str) -> dict[str, frozenset[str]]:
    opposites: dict[str, set[str]] = {}
    for pair in table.split():
        left, right = (stem(side) for side in pair.split("/"))
        if left != right:
            opposites.setdefault(left, set()).add(right)
            opposites.setdefault(right, set()).add(left)
    return {word: frozenset(words) for word, words in opposites.items()}


_ENDINGS = (
    ("ies", "y"),
    ("sses", "ss"),
    ("ing", ""),
    ("ied", "y"),
    ("ed", ""),
    ("es", ""),
    ("ly", ""),
    ("s", ""),
)


_IRREGULAR = {
    form: word
    for word, forms in (
        entry.split(":")
        for entry in (
            "fall:fell,fallen rise:rose,risen grow:grew,grown shrink:shrank,shrunk win:won "
            "lose:lost lead:led become:became begin:began,begun buy:bought sell:sold hold:held "
            "make:made,making take:took,taken,taking give:gave,given,giving write:wrote,written,writing "
            "build:built pay:paid find:found say:said go:went,gone come:came,coming see:saw,seen "
            "sing:sang,sung speak:spoke,spoken choose:chose,chosen know:knew,known keep:kept "
            "leave:left,leaving meet:met send:sent spend:spent stand:stood teach:taught tell:told "
            "think:thought understand:understood draw:drew,drawn drive:drove,driven break:broke,broken "
            "bring:brought catch:caught eat:ate,eaten fight:fought fly:flew,flown forget:forgot "
            "hear:heard ride:rode run:ran,running shoot:shot show:shown sit:sat sleep:slept steal:stole,stolen "
            "swim:swam,swum throw:threw,thrown wear:wore,worn withdraw:withdrew,withdrawn child:children "
            "die:died,dies,dying,dead woman:women man:men person:people wife:wives life:lives "
            "hide:hid,hidden feed:fed bear:born,bore seek:sought deal:dealt mean:meant feel:felt "
            "get:got,gotten,getting win:winning cut:cutting set:setting put:putting"
        ).split()
    )
    for form in forms.split(",")
}


def stem(word: str) -> str:
    """Return a word without its common English endings; other words come back as they are.

    Rough on purpose: it is only ever compared with stems made the same way.
    """
    word = _IRREGULAR.get(word, word)
    if len(word) < 4 or not word.isascii():
        return word
    word = word.removesuffix("'s")
    for ending, instead in _ENDINGS:
        if (
            word.endswith(ending)
            and len(word) - len(ending) >= 3
            and not word.endswith(("ss", "us"))
        ):
            word = word[: -len(ending)] + instead
            break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


ANTONYMS = _pairs(_PAIRS)
"""Stems and the stems of their opposites."""

HAN_ANTONYMS = _pairs(_HAN_PAIRS)

DENIAL_BEFORE = re.compile(
    r"(?:\b(?:it is|it's|it was|is|was|are) (?:not true|untrue|false|not the case|a myth|a lie"
    r"|incorrect|wrong|not correct|a misconception|a hoax) (?:that|to (?:say|claim|think|believe))"
    r"|\b(?:den(?:y|ies|ied|ying)|reject(?:s|ed)?|dismiss(?:es|ed)?|refut(?:e|es|ed)|disput(?:e|es|ed)"
    r"|debunk(?:s|ed)?|disprov(?:e|es|ed)) (?:\w+ ){0,4}(?:that|claims?|reports?|rumou?rs?|suggestions?"
    r"|allegations?|the (?:idea|claim|notion))(?: that)?"
    r"|\b(?:no|little|insufficient) (?:evidence|proof|indication|sign) (?:that|of|for)"
    r"|\b(?:false|unfounded|baseless|debunked|fake|mistaken|wrong|misleading|inaccurate) "
    r"(?:claims?|reports?|rumou?rs?|stor(?:y|ies)|belief|allegations?|statements?)(?: \w+){0,2}? that"
    r"|\b(?:falsely|wrongly|incorrectly|mistakenly) (?:\w+ ){0,2}(?:that|to)?"
    r"|\bnobody (?:believes|thinks|says) (?:that)?|\b(?:myth|hoax|rumou?r|misconception|lie) that"
    r"|\b(?:doubts?|doubted|unclear|unknown|disputed|unproven) (?:that|whether|if)|\bcontrary to"
    r"|并非|不是事实|否认|谣传|谣言称|误传|误以为|不实|没有证据(?:表明|显示|证明)|是否)[\s,:，：“\"'‘]*"
    r"(?:\w+ ){0,3}$",
    re.IGNORECASE,
)
"""Words that, right before a statement, take it back."""

DENIAL_AFTER = re.compile(
    r"^[\s\"”'’)\].,;:—–。，；」』]*(?:(?:but|however|in fact|yet|actually|though|and)?,? ?)"
    r"(?:(?:is|was|are) (?:a (?:myth|lie|hoax|misconception)|false|untrue|not true|not the case)\b|(?:this|that|it|these|the (?:claim|report|statement|story|rumou?r|figure|number|allegation)s?|such claims?|which) "
    r"(?:(?:is|was|are|were|has been|have been|turned out to be|proved(?: to be)?|later) ){0,2}"
    r"(?:not true|untrue|false|wrong|incorrect|inaccurate|a myth|a lie|a hoax|not (?:the case|so|correct|accurate)|debunked|retracted"
    r"|withdrawn|disproved|disproven|refuted|denied|corrected|misleading|fabricated|baseless|unfounded|mistaken)"
    r"|(?:not true|false|wrong)[.!]|nothing (?:of the (?:kind|sort)|could be further)"
    r"|(?:\w+ ){1,4}(?:denied|denies|rejected|disputed|refuted|retracted) (?:this|that|it|the (?:claim|report|allegation))s?\b"
    r"|(?:但)?(?:这|该|此)(?:一)?(?:说法|消息|报道|传言|数字|种说法)?(?:并)?(?:不(?:属实|实|正确|准确|是事实|是真的)|是(?:错误|假|虚假|谣言)|已被(?:证伪|否认|撤回|辟谣)|有误))",
    re.IGNORECASE,
)
"""A next sentence that takes the one before it back."""

HEDGED_LEAD = re.compile(
    r"\b(?:(?:claim|alleg|rumou?r|speculat|assum|fear|hop|pretend|imagin|wish)(?:s|es|ed|ing)?"
    r"|(?:critics|some|many people|opponents|proponents) (?:say|think|believe|argue)"
    r"|it (?:is|was|has been) (?:claimed|alleged|rumou?red|said|believed|thought|suggested)"
    r"|if|unless|whether|suppose(?:dly)?|allegedly|reportedly|imagine) ?(?:that )?[\s,:\"“'‘]*$"
    r"|(?:据称|据传|传闻|有人说|有人称|声称|谣传|如果|假如|是否|假设)[\s，：“「]*$",
    re.IGNORECASE,
)
"""Words right before a statement that leave it to others, or to a condition."""

SYMMETRIC = frozenset(
    stem(word)
    for word in (
        "met meets married marries borders bordered neighbours equals resembles meeting married "
        "divorced joined collaborates collaborated partnered cooperates versus vs both agree agreed"
    ).split()
)
"""Words that say the same of both sides."""
