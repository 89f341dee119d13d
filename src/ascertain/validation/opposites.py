"""Words and their opposites, English and Chinese, and words that say the same of both sides."""

from __future__ import annotations

from ascertain.validation.stems import stem

__all__ = ["ANTONYMS", "HAN_ANTONYMS", "SYMMETRIC"]

_PAIRS = (
    "wide/narrow deep/shallow heavy/light thick/thin new/old full/empty direct/indirect "
    "increase/decrease increase/decline increase/reduce increase/drop increase/fall "
    "increased/fell increased/dropped rise/fall rose/fell rise/drop rose/dropped rise/decline "
    "rose/declined grow/shrink grew/shrank grew/fell grew/declined growth/decline gain/loss "
    "gain/lose gained/lost profit/loss surplus/deficit higher/lower high/low highest/lowest "
    "more/less more/fewer most/least larger/smaller largest/smallest bigger/smaller "
    "biggest/smallest greater/lesser greater/smaller longer/shorter longest/shortest "
    "older/younger oldest/youngest faster/slower fastest/slowest hotter/colder warmer/cooler "
    "hottest/coldest hot/cold better/worse best/worst stronger/weaker strengthen/weaken "
    "strong/weak above/below over/under before/after earlier/later first/last early/late "
    "win/lose won/lost winner/loser victory/defeat accept/reject approve/reject "
    "approved/rejected accepted/rejected support/oppose supports/opposes supported/opposed "
    "allow/ban allowed/banned permit/prohibit legal/illegal legalise/ban pass/fail "
    "passed/failed succeed/fail success/failure successful/unsuccessful open/close "
    "opened/closed open/closed start/end started/ended begin/end began/ended start/stop "
    "buy/sell bought/sold import/export imports/exports import/exports hire/fire hired/fired "
    "join/leave joined/left arrive/depart arrived/departed enter/exit expand/contract "
    "expanded/contracted accelerate/slow improve/worsen improved/worsened raise/lower "
    "raised/lowered raise/cut raised/cut true/false present/absent include/exclude "
    "included/excluded positive/negative male/female man/woman men/women boy/girl boys/girls "
    "father/mother son/daughter brother/sister husband/wife king/queen north/south "
    "northern/southern east/west eastern/western left/right top/bottom upper/lower "
    "inside/outside internal/external public/private major/minor majority/minority "
    "maximum/minimum upgrade/downgrade upgraded/downgraded safe/dangerous safe/unsafe "
    "common/rare easy/difficult easy/hard cheap/expensive rich/poor alive/dead guilty/innocent "
    "acquitted/convicted dominant/recessive optimistic/pessimistic ascending/descending "
    "encourage/discourage encouraged/discouraged enable/prevent cause/prevent causes/prevents "
    "caused/prevented attract/repel advantage/disadvantage agree/disagree agreed/disagreed "
    "like/dislike liked/disliked likely/unlikely possible/impossible able/unable "
    "sufficient/insufficient known/unknown married/unmarried married/divorced "
    "employed/unemployed effective/ineffective active/inactive even/odd domestic/foreign "
    "offline/online birth/death born/died acquired/sold borrow/lend retain/abandon "
    "kept/abandoned former/current previous/current previous/next former/present "
    "maternal/paternal rural/urban winter/summer day/night up/down upward/downward"
)
_HAN_PAIRS = (
    "增长/下降 增长/减少 增加/减少 上升/下降 上涨/下跌 提高/降低 提升/下降 高于/低于 "
    "多于/少于 超过/低于 最高/最低 最大/最小 最多/最少 最好/最差 扩大/缩小 加快/放缓 "
    "加速/减速 盈利/亏损 顺差/逆差 支持/反对 赞成/反对 成功/失败 通过/否决 批准/否决 "
    "接受/拒绝 允许/禁止 进口/出口 买入/卖出 收购/出售 加入/退出 开始/结束 开放/关闭 胜/负 "
    "赢/输 之前/之后 以前/以后 早于/晚于 以上/以下 合法/非法 有效/无效 安全/危险 阳性/阴性 "
    "男/女 东部/西部 南部/北部 升级/降级 上调/下调 改善/恶化 增强/减弱 扩张/收缩 出生/去世 "
    "常见/罕见 公立/私立 国内/国外 首次/末次"
)


def _pairs(table: str) -> dict[str, frozenset[str]]:
    opposites: dict[str, set[str]] = {}
    for pair in table.split():
        left, right = (stem(side) for side in pair.split("/"))
        opposites.setdefault(left, set()).add(right)
        opposites.setdefault(right, set()).add(left)
    return {word: frozenset(words - {word}) for word, words in opposites.items()}


ANTONYMS = _pairs(_PAIRS)
"""Stems and the stems of their opposites."""

HAN_ANTONYMS = _pairs(_HAN_PAIRS)
"""Chinese words and their opposites."""

SYMMETRIC = frozenset(
    stem(word)
    for word in (
        "met meets married marries borders bordered neighbours equals resembles meeting divorced "
        "joined collaborates collaborated partnered cooperates versus vs both agree agreed"
    ).split()
)
"""Stems of words after which two names may change places."""
