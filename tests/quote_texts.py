"""Seeded texts of any length in English and Chinese, real ones where they are, and passages."""

from __future__ import annotations

import itertools
import json
import os
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

__all__ = [
    "BODIES",
    "FIGURES",
    "MONTHS",
    "NAMES",
    "OBJECTS",
    "PLACES",
    "SUBJECTS",
    "TAILS",
    "VERBS",
    "ZH_BODIES",
    "ZH_DIGITS",
    "ZH_FIGURES",
    "ZH_NAMES",
    "ZH_OBJECTS",
    "ZH_TAILS",
    "ZH_VERBS",
    "Passage",
    "chinese_text",
    "data_folder",
    "english_text",
    "letters_of",
    "news_text",
    "pick_passages",
    "zh_news_text",
]


class Passage(NamedTuple):
    """Code points ``start`` (in) to ``end`` (out) of a text, a few whole sentences or clauses."""

    start: int
    end: int


NAMES = (
    "Marta Kowal;Idris Bello;Chen Weiran;Lucía Ferrán;Tomasz Wrona;Aiko Hanada;Oleh Petrenko;"
    "Ngozi Umeh;Henrik Solberg;Farida Nasser;Pavel Dvorský;Jonas Brandt;Amelia Thorne;Rohan Iyer;"
    "Sofía Galván;Élodie Marchand;Kwame Asante;Björn Lindqvist;Zeynep Arslan;Dmitri Volkov"
).split(";")
BODIES = (
    "Harbour Trust;Northfield Council;Meridian Labs;the Tidewater Agency;Corvane Industries;"
    "the Larkspur Institute;Solway Energy;the Orchard Foundation;Brightwell Bank;the Ferrous Group;"
    "Calder University;the Pinecrest Board;Vantage Rail;the Ostrava Bureau;Kestrel Airways"
).split(";")
PLACES = (
    "Ghent;Valletta;Tromsø;Porto;Kigali;Lima;Osaka;Graz;Galway;Tartu;Windhoek;Malmö;Cusco;Basel"
).split(";")
SUBJECTS = (
    "the auditors;the committee;local residents;several engineers;the inspectors;the tribunal;"
    "two former employees;the regulator;the board of directors;researchers;the harbour authority;"
    "a panel of surgeons;the union;the insurers;the ministry;the editors;teachers in the district"
).split(";")
VERBS = (
    "published a detailed account of;questioned the findings about;agreed to finance;postponed;"
    "described at length;will not comment on;has not yet inspected;was asked to review;"
    "did not foresee;is preparing to replace;never disclosed;has finished;was forced to abandon;"
    "intends to restore;had warned about;no longer supervises;welcomed;could not explain;"
    "is expected to publish;declined to discuss"
).split(";")
OBJECTS = (
    "the reservoir beneath the old market;the ferry timetable;the hospital's southern wing;"
    "the pension arrangement;the copper refinery;the flood barrier;the school lunch programme;"
    "the lighthouse archive;the vaccination campaign;the tram extension;the wage settlement;"
    "the municipal orchestra;the fishing quota;the laboratory accident;the bridge inspection;"
    "the warehouse fire;the translation contract;the drinking-water survey;the botanical garden;"
    "the customs software;the asylum procedure;the film festival;the river crossing"
).split(";")
TAILS = (
    "because the estimates had been drawn up in haste;after a meeting that lasted until midnight;"
    "although nobody had asked for it;while the neighbours kept their distance;"
    "in spite of repeated complaints from shopkeepers;so that passengers could plan ahead;"
    "when the contract with the supplier expired;since the foundations were found to be sound;"
    "and promised to hold another hearing;but left the most difficult chapter for later;"
    "which surprised the people who live along the canal;if the weather allows the crews to work"
).split(";")
FIGURES = (
    "spent ${a}.{b} million on;set aside {n} thousand euros for;counted {n} faults in;"
    "cut the staff by {a}.{b} percent at;paid {n} contractors for;lost {a}{b} days over;"
    "collected {n},{m} signatures against;raised the fee from {a} to {n} crowns for"
).split(";")
MONTHS = (
    "January February March April May June July August September October November December"
).split()

ZH_NAMES = "王志远;李文清;赵雨桐;陈思源;周建平;吴海燕;郑晓峰;孙丽华;马国强;林书豪".split(";")
ZH_BODIES = (
    "市水务局;北川大学;远航集团;青山医院;东湖研究院;省文化厅;长风银行;海岸铁路公司;"
    "国家档案馆;南岭出版社;金桥能源;城南法院"
).split(";")
ZH_VERBS = (
    "公布了有关;没有回应;决定推迟;正在审查;不会取消;已经完成;从未批准;计划重建;详细说明了;"
    "拒绝讨论;继续支持;没有预见到;不再负责;开始调查"
).split(";")
ZH_OBJECTS = (
    "旧市场的排水工程;渡轮时刻表;医院南楼的改造;养老金方案;铜矿冶炼厂的搬迁;防洪堤坝;"
    "学校午餐计划;灯塔档案的整理;疫苗接种活动;电车延长线;工资协议;市立乐团的预算;"
    "渔业配额;实验室事故的报告;桥梁安全检查;仓库火灾的原因;饮用水调查;植物园的扩建"
).split(";")
ZH_TAILS = (
    "因为先前的估算过于仓促;会议一直开到深夜;尽管附近居民多次提出意见;以便乘客提前安排行程;"
    "专家认为地基仍然稳固;这让住在运河边的人们感到意外;并且承诺再举行一次听证会;"
    "但是把最困难的部分留到以后;如果天气允许施工队伍进场;有关部门表示理解"
).split(";")
ZH_FIGURES = (
    "投入{a}.{b}亿元用于;花费{n}万元改善;发现{n}处问题涉及;裁减了百分之{z}的人员以维持;"
    "在{y}年{a}月收到{n}份意见针对"
).split(";")
ZH_DIGITS = "一二三四五六七八九"


def english_text(length: int, seed: int) -> str:
    """Return about ``length`` code points of English, one paragraph a line."""
    rng = Random(seed)
    return _grown(length, lambda: _english_paragraph(rng), "\n\n")


def chinese_text(length: int, seed: int) -> str:
    """Return about ``length`` code points of Chinese, one paragraph a line."""
    rng = Random(seed)
    return _grown(length, lambda: _chinese_paragraph(rng), "\n")


def data_folder() -> Path | None:
    """Return the folder with the real data sets, if it is there."""
    named = os.environ.get("ASCERTAIN_DATA")
    folder = Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "data"
    return folder if folder.is_dir() else None


def news_text(folder: Path, length: int) -> str:
    """Return real English news articles, up to ``length`` code points."""
    lines = (folder / "news" / "articles.jsonl").read_text("utf-8").split("\n")
    texts = (json.loads(line)["text"] for line in lines if line)
    return "\n\n".join(texts)[:length]


def zh_news_text(folder: Path, length: int) -> str:
    """Return real Chinese passages, up to ``length`` code points."""
    lines = (folder / "zh_news" / "questions.jsonl").read_text("utf-8").split("\n")
    records = [cast("dict[str, list[list[str]]]", json.loads(line)) for line in lines if line]
    found = [part for record in records for group in record["relevant"] for part in group]
    return "\n".join(dict.fromkeys(" ".join(part.split()) for part in found))[:length]


def pick_passages(text: str, count: int, seed: int, *, chinese: bool = False) -> list[Passage]:
    """Return passages of one or two sentences from all over a text, not longer than a quote."""
    ends = "。！？\n" if chinese else ".!?\n"
    shortest, longest = (14, 110) if chinese else (45, 300)
    after = "" if chinese else r"(?=\s|$)"
    stops = [m.end() for m in re.finditer(rf"[{ends}]+{after}", text)]
    spans = [
        _stripped(text, a, b)
        for a, b in itertools.pairwise([0, *stops])
        if shortest <= len(text[a:b].strip()) <= longest and "\n" not in text[a:b].strip()
    ]
    rng = Random(seed)
    letters = letters_of(text)
    unique = [s for s in spans if letters.count(letters_of(text[s.start : s.end])) == 1]
    return sorted(rng.sample(unique, min(count, len(unique))))


def _stripped(text: str, start: int, end: int) -> Passage:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    return Passage(start + left, start + len(piece.rstrip()))


def letters_of(text: str) -> str:
    """Return a text's letters and digits in one case, reference marks left out."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"\[\d+\]|[\W_]+", "", folded)


def _grown(length: int, paragraph: Callable[[], str], joint: str) -> str:
    parts: list[str] = []
    size = 0
    while size < length:
        parts.append(paragraph())
        size += len(parts[-1]) + len(joint)
    return joint.join(parts)


def _english_paragraph(rng: Random) -> str:
    return " ".join(_english_sentence(rng) for _ in range(rng.randrange(3, 7)))


def _english_sentence(rng: Random) -> str:
    who = rng.choice((rng.choice(SUBJECTS), rng.choice(BODIES), rng.choice(NAMES)))
    if rng.random() < 0.4:
        numbers = {"a": rng.randrange(2, 10), "b": rng.randrange(1, 10)}
        numbers |= {"n": rng.randrange(11, 990), "m": rng.randrange(100, 990)}
        deed = rng.choice(FIGURES).format(**numbers)
    else:
        deed = rng.choice(VERBS)
    sentence = f"{who} {deed} {rng.choice(OBJECTS)}"
    if rng.random() < 0.5:
        sentence += f" in {rng.choice(PLACES)}"
    if rng.random() < 0.5:
        sentence += f" on {rng.randrange(1, 29)} {rng.choice(MONTHS)} {rng.randrange(1987, 2024)}"
    if rng.random() < 0.8:
        sentence += f"{rng.choice((',', ''))} {rng.choice(TAILS)}"
    return sentence[0].upper() + sentence[1:] + "."


def _chinese_paragraph(rng: Random) -> str:
    return "".join(_chinese_sentence(rng) for _ in range(rng.randrange(3, 7)))


def _chinese_sentence(rng: Random) -> str:
    who = rng.choice((rng.choice(ZH_NAMES), rng.choice(ZH_BODIES)))
    if rng.random() < 0.45:
        numbers = {
            "a": rng.randrange(2, 10),
            "b": rng.randrange(1, 10),
            "n": rng.randrange(11, 990),
        }
        deed = rng.choice(ZH_FIGURES).format(
            **numbers, z=rng.choice(ZH_DIGITS), y=rng.randrange(1987, 2024)
        )
    else:
        deed = rng.choice(ZH_VERBS)
    when = f"{rng.randrange(1987, 2024)}年{rng.randrange(1, 13)}月，" if rng.random() < 0.5 else ""
    return f"{when}{who}{deed}{rng.choice(ZH_OBJECTS)}，{rng.choice(ZH_TAILS)}。"
