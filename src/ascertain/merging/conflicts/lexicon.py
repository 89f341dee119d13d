"""Words that say the same here, words that limit, and what happens once or has one holder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ascertain.sources.stems import stem

__all__ = [
    "ATTRIBUTES",
    "EMPTY",
    "HAN_ATTRIBUTES",
    "HAN_EMPTY",
    "HAN_EVENTS",
    "HAN_PLACES",
    "HAN_SCOPES",
    "LABELS",
    "NOT_A_STATUS",
    "NOT_OPENING_NAMES",
    "ONCE",
    "PERSONS",
    "PLACES",
    "PLACES_FOR_EVER",
    "RANKED_PLACES",
    "SAME",
    "SCOPES",
]


def _first_of(rows: Iterable[str]) -> dict[str, str]:
    """Return each word of the rows to the first of its row, which stands for all of them."""
    return {form: row.split()[0] for row in rows for form in row.split()}


_SAME = (
    "employ employee employees employs employed staff workforce headcount personnel jobs",
    "found founded founding establish established establishes incorporated",
    "begin began begun begins start started starts beginning",
    "construction work works building",
    "acquire acquired acquires acquisition buy bought purchase purchased takeover",
    "die died dies death",
    "birth born",
    "open opened opens opening inaugurated",
    "close closed closes closing shut",
    "approve approved approves passed pass adopted",
    "write wrote written writes author authored",
    "long length longest",
    "high height tall highest tallest altitude elevation",
    "wide width",
    "deep depth deepest",
    "weigh weighs weight weighed",
    "cost costs price priced",
    "revenue revenues turnover",
    "profit profits earnings",
    "visit visits visited visitor visitors",
    "member members membership",
    "headquarter headquarters headquartered",
    "produce produces produced output generates generate generated",
    "lead leads led leader",
    "marry married marries marriage",
    "inhabitant inhabitants population residents",
    "launch launched launches",
    "publish published publishes publication",
    "design designed designs designer",
    "invent invented inventor",
    "direct directed director",
    "child children",
    "lose lost loss losses",
)

SAME: Mapping[str, str] = {
    form: words.split()[0]
    for words in _SAME
    for form in (*words.split(), *map(stem, words.split()))
}
"""Words and stems to the one that stands for all that say the same in claims."""

EMPTY = frozenset(
    "a an the of in on at by for from to with and or but is are was were be been being has have "
    "had do does did it its his her their there that which who whom whose as since until before "
    "after during into per than then also now still about approximately around roughly nearly "
    "almost over under above below more fewer less least most up exactly only some s whether "
    "stand stands stood number numbers total totals totalled amount amounts amounted remain "
    "remains remained become became serve serves served serving currently presently today "
    "according said says say reported reports report puts put end year years company firm i e "
    "people person persons when where this these those he she they we you will would rises come "
    "came both".split()
)
"""Words that hold a sentence together, or do not change what is claimed."""

PERSONS = frozenset("people person persons worker workers men women".split())
"""What is counted where people are counted without saying as what."""

ATTRIBUTES = frozenset(
    "employ revenue profit cost long high wide deep weigh inhabitant visit member produce capacity "
    "budget debt loss area speed temperature turnout share rate unemployment inflation rent income "
    "salary age fleet stock asset investment funding donation score vote seat death casualty "
    "household manuscript copy ship aircraft student patient".split()
)
"""Stems of what is measured or counted: two claims that name different ones do not compare."""

SCOPES = frozenset(
    "gross net adjusted operating half quarter monthly daily weekly per rural urban "
    "domestic foreign abroad overseas international worldwide global regional local female male "
    "fulltime parttime part full temporary permanent subsidiary segment division plant branch unit "
    "department group site budgeted planned projected forecast expected target estimated minimum "
    "maximum average median mean peak record alone excluding including combined adult young "
    "deputy vice acting interim assistant former first second third new".split()
)
"""Words that limit what is meant: where one claim has one and the other has not, they differ."""

LABELS = frozenset(
    "version phase section chapter model windows part volume article room platform line route type "
    "class grade stage unit no number question table figure page release mark".split()
)
"""Words whose number is part of a name: version 4.2, phase 3."""

NOT_OPENING_NAMES = frozenset("all none every each no not some most both half".split())

ONCE = frozenset(
    "found birth die open begin acquire write launch publish complet built build invent sign merg "
    "discover design close incorporat retir resign abolish ratif dissolv demolish".split()
)
"""Stems of what happens once: two dates of it cannot both be right."""

_PLACE_WORDS = (
    ("chief executive", r"chief executive(?: officer)?|\bceo\b"),
    ("chair", r"chair(?:man|woman|person)?"),
    ("managing director", r"managing director"),
    ("chief", r"chief (?:scientist|engineer|economist|financial officer|operating officer)"),
    ("director", r"(?<!managing )director(?! of photography)"),
    ("president", r"president"),
    ("head", r"head of|heads|headed by"),
    ("mayor", r"mayor"),
    ("prime minister", r"prime minister"),
    ("chancellor", r"chancellor"),
    ("governor", r"governor"),
    ("principal", r"principal"),
    ("captain", r"captain"),
    ("editor", r"editor[- ]in[- ]chief"),
    ("owner", r"owner|owned by"),
    ("headquarter", r"headquarters?|headquartered|head office"),
    ("capital", r"capital(?: city)?"),
    ("founder", r"founded by|founder"),
    ("author", r"written by|author|wrote"),
    ("designer", r"designed by|designer|architect"),
    ("builder", r"built by"),
    ("birthplace", r"born in"),
    ("winner", r"winner|won by|won the"),
    ("leader", r"(?:led|leads)(?! to\b)|leader"),
    ("superlative", r"the (?:only|oldest|largest|tallest|longest|highest|first)|its first"),
)
PLACES = tuple(
    (name, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)) for name, pattern in _PLACE_WORDS
)
"""Places that one alone can hold at a time, each with how it is written."""

PLACES_FOR_EVER = frozenset("founder author designer builder birthplace winner superlative".split())
"""Of these there is one for all times: another name is no change."""

RANKED_PLACES = re.compile(
    r"\b(?:deputy|vice|acting|interim|assistant|associate|former|ex|co|honorary|past)[ -]+$",
    re.IGNORECASE,
)
"""Words before a place that make another place of it."""

NOT_A_STATUS = frozenset(
    (
        "north south east west northern southern eastern western import imports export exports "
        "birth born death died profit profits loss losses gain man men woman women boy boys girl "
        "girls father mother son daughter brother sister husband wife king queen before after "
        "above below over under day night summer winter inside outside internal external maternal "
        "paternal buy bought sell sold acquired hire fire join joined leave left arrive arrived "
        "depart departed enter exit last first early late earlier later upper lower top bottom "
        "right start started end ended begin began borrow lend more less most least fewer higher "
        "lower high low highest lowest larger smaller largest smallest best worst better up down "
        "upward downward major minor old new oldest youngest previous next current present won "
        "lost winner loser victory defeat cause causes prevent accept support supported oppose "
        "opposed 进口 出口 买入 卖出 加入 退出 开始 结束 之前 之后 以前 以后 男 女 "
    ).split()
)
"""Words with an opposite that may be true of the same thing beside it, or speak of another."""

HAN_EVENTS: Mapping[str, str] = _first_of(
    (
        "成立 创立 创建 创办 建立 设立",
        "出生 生于 诞生",
        "去世 逝世 卒于 病逝",
        "开业 启用 开放",
        "收购 并购",
        "发布 推出",
        "签署 签订",
        "竣工 落成 建成",
        "上市",
        "开工 动工",
        "退休",
    )
)
"""What happens once, and the word that stands for all that say it."""

HAN_ATTRIBUTES: Mapping[str, str] = _first_of(
    (
        "员工 雇员 职工 职员",
        "营收 营业收入 收入 营业额",
        "利润 净利 盈利",
        "全长 长度 长",
        "海拔 高度 高",
        "人口 居民",
        "游客 访客 参观者 接待游客",
        "手稿",
        "面积",
        "价格 售价 定价",
        "产量 产能",
        "份额 占比 比例",
        "失业率",
        "票房",
        "重量 重",
    )
)

HAN_PLACES: Mapping[str, str] = _first_of(
    (
        "董事长",
        "首席执行官 总裁",
        "总经理",
        "主席",
        "市长",
        "校长",
        "总部",
        "首都",
        "创始人 创办人",
        "作者",
        "编剧",
        "导演",
        "冠军",
    )
)
"""Places that one alone can hold."""

HAN_SCOPES = re.compile(
    "上半年|下半年|季度|[一二三四]季|工厂|分公司|子公司|集团|海外|国外|国内|境外|城镇|农村|女性|男性|"
    "预计|计划|目标|平均|人均|每[年月日天]|副(?=市长|主席|校长|董事长|总)|前(?=市长|主席|校长|董事长|总)"
)
HAN_EMPTY = re.compile(
    "大约|约为|约(?= )|接近|近(?= )|超过|不到|逾|左右|至少|最多|以上|以下|多达|共有|共计|共|总计"
    "|达到|达(?= )|位于|坐落|位|现有|拥有|收藏|藏有|接待|担任|现任|已经|已|获得|获|被|年底|年末"
    '|底|人次|[。！？；，、：“”《》（）!?;,.:()【】·…「」"了的是为于在有'
    "由将和与其该这座家名个人份本件辆艘\\s]"
)
