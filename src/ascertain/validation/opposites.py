"""Words and their opposites, English and Chinese, and words that say the same of both sides."""

from __future__ import annotations

from ascertain.validation.stems import stem

__all__ = ["ANTONYMS", "HAN_ANTONYMS", "SYMMETRIC"]

_PAIRS = (
    "wide/narrow deep/shallow heavy/light thick/thin new/old full/empty direct/indirect "
    "increase/decrease increase/decline increase/reduce increase/drop increase/fall "
    "increased/fell increased/dropped rise/fall rose/fell rise/drop rose/dropped "
    "rise/decline rose/declined grow/shrink grew/shrank grew/fell grew/declined "
    "growth/decline gain/loss gain/lose gained/lost profit/loss surplus/deficit "
    "higher/lower high/low highest/lowest more/less more/fewer most/least larger/smaller "
    "largest/smallest bigger/smaller biggest/smallest greater/lesser greater/smaller "
    "longer/shorter longest/shortest older/younger oldest/youngest faster/slower "
    "fastest/slowest hotter/colder warmer/cooler hottest/coldest hot/cold better/worse "
    "best/worst stronger/weaker strengthen/weaken strong/weak above/below over/under "
    "before/after earlier/later first/last early/late win/lose won/lost winner/loser "
    "victory/defeat accept/reject approve/reject approved/rejected accepted/rejected "
    "support/oppose supports/opposes supported/opposed allow/ban allowed/banned "
    "permit/prohibit legal/illegal legalise/ban pass/fail passed/failed succeed/fail "
    "success/failure successful/unsuccessful open/close opened/closed open/closed start/end "
    "started/ended begin/end began/ended start/stop buy/sell bought/sold import/export "
    "imports/exports import/exports hire/fire hired/fired join/leave joined/left "
    "arrive/depart arrived/departed enter/exit expand/contract expanded/contracted "
    "accelerate/slow improve/worsen improved/worsened raise/lower raised/lowered raise/cut "
    "raised/cut true/false present/absent include/exclude included/excluded "
    "positive/negative male/female man/woman men/women boy/girl boys/girls father/mother "
    "son/daughter brother/sister husband/wife king/queen north/south northern/southern "
    "east/west eastern/western left/right top/bottom upper/lower inside/outside "
    "internal/external public/private major/minor majority/minority maximum/minimum "
    "upgrade/downgrade upgraded/downgraded safe/dangerous safe/unsafe common/rare "
    "easy/difficult easy/hard cheap/expensive rich/poor alive/dead guilty/innocent "
    "acquitted/convicted dominant/recessive optimistic/pessimistic ascending/descending "
    "encourage/discourage encouraged/discouraged enable/prevent cause/prevent "
    "causes/prevents caused/prevented attract/repel advantage/disadvantage agree/disagree "
    "agreed/disagreed like/dislike liked/disliked likely/unlikely possible/impossible "
    "able/unable sufficient/insufficient known/unknown married/unmarried married/divorced "
    "employed/unemployed effective/ineffective active/inactive even/odd domestic/foreign "
    "offline/online birth/death born/died acquired/sold borrow/lend retain/abandon "
    "kept/abandoned former/current previous/current previous/next former/present "
    "double/halve doubled/halved add/remove adds/removes added/removed clear/convict "
    "cleared/convicted cleared/condemned reach/leave reached/left arrive/leave arrived/left "
    "reopen/close reopened/closed since/until until/after deny/confirm denied/confirmed "
    "short/tall dark/light dry/wet clean/dirty poor/wealthy weak/powerful quiet/loud "
    "calm/stormy simple/complex soft/hard near/far same/different together/apart "
    "always/never remember/forget attack/defend attacked/defended build/demolish "
    "built/demolished create/destroy created/destroyed lock/unlock appear/disappear "
    "appeared/disappeared praise/criticise praised/criticised praise/condemn "
    "praised/condemned lend/borrow teach/learn push/pull export/import visible/invisible "
    "formal/informal legal/unlawful temporary/permanent voluntary/compulsory "
    "optional/mandatory natural/artificial real/fake ahead/behind gain/drop surge/plunge "
    "surged/plunged soar/slump soared/slumped up/lower appoint/dismiss appointed/dismissed "
    "ally/enemy friend/enemy hero/villain solid/liquid wins/loses best/least for/against "
    "maternal/paternal rural/urban winter/summer day/night up/down upward/downward"
)
_HAN_PAIRS = (
    "增长/下降 增长/减少 增加/减少 上升/下降 上涨/下跌 提高/降低 提升/下降 高于/低于 "
    "多于/少于 超过/低于 最高/最低 最大/最小 最多/最少 最好/最差 扩大/缩小 加快/放缓 "
    "加速/减速 盈利/亏损 顺差/逆差 支持/反对 赞成/反对 成功/失败 通过/否决 批准/否决 "
    "接受/拒绝 允许/禁止 进口/出口 买入/卖出 收购/出售 加入/退出 开始/结束 开放/关闭 胜/负 "
    "赢/输 之前/之后 以前/以后 早于/晚于 以上/以下 合法/非法 有效/无效 安全/危险 阳性/阴性 "
    "男/女 东部/西部 南部/北部 升级/降级 上调/下调 改善/恶化 增强/减弱 扩张/收缩 出生/去世 "
    "常见/罕见 公立/私立 国内/国外 首次/末次 最深/最浅 最长/最短 最强/最弱 最早/最晚 "
    "最快/最慢 最新/最旧 最远/最近 最重/最轻 最热/最冷 更高/更低 更大/更小 更多/更少 "
    "更强/更弱 更快/更慢 更长/更短 更重/更轻 首任/末任 第一/最后 首个/最后 以南/以北 "
    "以东/以西 南/北 东/西 抵达/离开 到达/离开 进入/离开 承认/否认 证实/否认 重新开放/关闭 "
    "打开/关闭 建成/拆除 创建/解散 任命/罢免 表扬/批评 称赞/批评 至少/至多 驳回/接受 "
    "驳回/支持 深/浅 长/短 高/低 多/少 早/晚 冷/热 贵/便宜 增至/降至 升至/降至 翻倍/减半 "
    "出口/进口 公开/秘密 借给/借自 领先/落后 乐观/悲观 正确/错误 主动/被动 结婚/离婚 "
    "就业/失业 起/之前 延长/缩短 加强/削弱"
)


_ADJECTIVES = (
    "wide/narrow deep/shallow heavy/light thick/thin new/old high/low large/small big/small "
    "great/small long/short tall/short old/young fast/slow hot/cold warm/cool strong/weak "
    "late/early rich/poor cheap/dear hard/soft near/far dark/bright dry/wet clean/dirty "
    "safe/risky quiet/loud happy/sad healthy/sick easy/tough"
)
_Y_ENDING = "y"


def _graded(adjective: str, ending: str) -> str:
    """Return a comparative or superlative: wide, wider; happy, happier; big, bigger."""
    if adjective.endswith("e"):
        return adjective + ending[1:]
    if adjective.endswith(_Y_ENDING):
        return adjective[:-1] + "i" + ending
    if adjective in _DOUBLING:
        return adjective + adjective[-1] + ending
    return adjective + ending


_DOUBLING = frozenset(("big", "hot", "thin", "sad", "wet"))


def _grades(table: str) -> str:
    pairs = [pair.split("/") for pair in table.split()]
    return " ".join(
        f"{_graded(left, ending)}/{_graded(right, ending)}"
        for left, right in pairs
        for ending in ("er", "est")
    )


def _pairs(table: str) -> dict[str, frozenset[str]]:
    opposites: dict[str, set[str]] = {}
    for pair in table.split():
        left, right = (stem(side) for side in pair.split("/"))
        opposites.setdefault(left, set()).add(right)
        opposites.setdefault(right, set()).add(left)
    return {word: frozenset(words - {word}) for word, words in opposites.items()}


ANTONYMS = _pairs(f"{_PAIRS} {_grades(_ADJECTIVES)} {_ADJECTIVES}")
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
