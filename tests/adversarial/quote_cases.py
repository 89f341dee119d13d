"""Seeded texts, harmless changes and altered quotes, with the offsets where they belong.

Sentences are put together from small vocabularies, so that a text of any length has varied
sentences and every case is made again from its seed.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

__all__ = [
    "ALTERATIONS",
    "HARMLESS",
    "Damaged",
    "Passage",
    "altered",
    "chinese_text",
    "data_folder",
    "english_text",
    "footnoted",
    "news_text",
    "pdf_like",
    "pick_passages",
    "scanned",
    "unharmed",
    "zh_news_text",
]


class Passage(NamedTuple):
    """Code points ``start`` (in) to ``end`` (out) of a text, a few whole sentences or clauses."""

    start: int
    end: int


class Damaged(NamedTuple):
    """A text after damage, and where each code point of the text before it begins now."""

    text: str
    moved: list[int]

    def place(self, passage: Passage) -> Passage:
        return Passage(self.moved[passage.start], self.moved[passage.end - 1] + 1)


_NAMES = (
    "Marta Kowal;Idris Bello;Chen Weiran;Lucía Ferrán;Tomasz Wrona;Aiko Hanada;Oleh Petrenko;"
    "Ngozi Umeh;Henrik Solberg;Farida Nasser;Pavel Dvorský;Jonas Brandt;Amelia Thorne;Rohan Iyer;"
    "Sofía Galván;Élodie Marchand;Kwame Asante;Björn Lindqvist;Zeynep Arslan;Dmitri Volkov"
).split(";")
_BODIES = (
    "Harbour Trust;Northfield Council;Meridian Labs;the Tidewater Agency;Corvane Industries;"
    "the Larkspur Institute;Solway Energy;the Orchard Foundation;Brightwell Bank;the Ferrous Group;"
    "Calder University;the Pinecrest Board;Vantage Rail;the Ostrava Bureau;Kestrel Airways"
).split(";")
_PLACES = (
    "Ghent;Valletta;Tromsø;Porto;Kigali;Lima;Osaka;Graz;Galway;Tartu;Windhoek;Malmö;Cusco;Basel"
).split(";")
_SUBJECTS = (
    "the auditors;the committee;local residents;several engineers;the inspectors;the tribunal;"
    "two former employees;the regulator;the board of directors;researchers;the harbour authority;"
    "a panel of surgeons;the union;the insurers;the ministry;the editors;teachers in the district"
).split(";")
_VERBS = (
    "published a detailed account of;questioned the findings about;agreed to finance;postponed;"
    "described at length;will not comment on;has not yet inspected;was asked to review;"
    "did not foresee;is preparing to replace;never disclosed;has finished;was forced to abandon;"
    "intends to restore;had warned about;no longer supervises;welcomed;could not explain;"
    "is expected to publish;declined to discuss"
).split(";")
_OBJECTS = (
    "the reservoir beneath the old market;the ferry timetable;the hospital's southern wing;"
    "the pension arrangement;the copper refinery;the flood barrier;the school lunch programme;"
    "the lighthouse archive;the vaccination campaign;the tram extension;the wage settlement;"
    "the municipal orchestra;the fishing quota;the laboratory accident;the bridge inspection;"
    "the warehouse fire;the translation contract;the drinking-water survey;the botanical garden;"
    "the customs software;the asylum procedure;the film festival;the river crossing"
).split(";")
_TAILS = (
    "because the estimates had been drawn up in haste;after a meeting that lasted until midnight;"
    "although nobody had asked for it;while the neighbours kept their distance;"
    "in spite of repeated complaints from shopkeepers;so that passengers could plan ahead;"
    "when the contract with the supplier expired;since the foundations were found to be sound;"
    "and promised to hold another hearing;but left the most difficult chapter for later;"
    "which surprised the people who live along the canal;if the weather allows the crews to work"
).split(";")
_FIGURES = (
    "spent ${a}.{b} million on;set aside {n} thousand euros for;counted {n} faults in;"
    "cut the staff by {a}.{b} percent at;paid {n} contractors for;lost {a}{b} days over;"
    "collected {n},{m} signatures against;raised the fee from {a} to {n} crowns for"
).split(";")
_MONTHS = (
    "January February March April May June July August September October November December"
).split()

_ZH_NAMES = "王志远;李文清;赵雨桐;陈思源;周建平;吴海燕;郑晓峰;孙丽华;马国强;林书豪".split(";")
_ZH_BODIES = (
    "市水务局;北川大学;远航集团;青山医院;东湖研究院;省文化厅;长风银行;海岸铁路公司;"
    "国家档案馆;南岭出版社;金桥能源;城南法院"
).split(";")
_ZH_VERBS = (
    "公布了有关;没有回应;决定推迟;正在审查;不会取消;已经完成;从未批准;计划重建;详细说明了;"
    "拒绝讨论;继续支持;没有预见到;不再负责;开始调查"
).split(";")
_ZH_OBJECTS = (
    "旧市场的排水工程;渡轮时刻表;医院南楼的改造;养老金方案;铜矿冶炼厂的搬迁;防洪堤坝;"
    "学校午餐计划;灯塔档案的整理;疫苗接种活动;电车延长线;工资协议;市立乐团的预算;"
    "渔业配额;实验室事故的报告;桥梁安全检查;仓库火灾的原因;饮用水调查;植物园的扩建"
).split(";")
_ZH_TAILS = (
    "因为先前的估算过于仓促;会议一直开到深夜;尽管附近居民多次提出意见;以便乘客提前安排行程;"
    "专家认为地基仍然稳固;这让住在运河边的人们感到意外;并且承诺再举行一次听证会;"
    "但是把最困难的部分留到以后;如果天气允许施工队伍进场;有关部门表示理解"
).split(";")
_ZH_FIGURES = (
    "投入{a}.{b}亿元用于;花费{n}万元改善;发现{n}处问题涉及;裁减了百分之{z}的人员以维持;"
    "在{y}年{a}月收到{n}份意见针对"
).split(";")
_ZH_DIGITS = "一二三四五六七八九"


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
    folder = Path(named) if named else Path(__file__).resolve().parents[3] / "shared" / "data"
    return folder if folder.is_dir() else None


def news_text(folder: Path, length: int) -> str:
    """Return real English news articles, up to ``length`` code points."""
    lines = (folder / "news" / "articles.jsonl").read_text("utf-8").split("\n")
    texts = (json.loads(line)["text"] for line in lines if line)
    return "\n\n".join(texts)[:length]


def zh_news_text(folder: Path, length: int) -> str:
    """Return real Chinese passages, up to ``length`` code points."""
    lines = (folder / "zh_news" / "questions.jsonl").read_text("utf-8").split("\n")
    found = [
        part
        for line in lines
        if line
        for group in json.loads(line)["relevant"]
        for part in (group if isinstance(group, list) else [group])
    ]
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
    unique = [s for s in spans if text.count(text[s.start : s.end]) == 1]
    return sorted(rng.sample(unique, min(count, len(unique))))


def pdf_like(text: str, seed: int, *, chinese: bool = False) -> Damaged:
    """Break lines hard, hyphenate words, set ligatures and soft hyphens."""
    rng = Random(seed)
    parts = list(text)
    column = 0
    width = 38 if chinese else 72
    for at, character in enumerate(text):
        column += 1
        if character == "\n":
            column = 0
        elif character == " " and not chinese and column > width:
            parts[at] = "\n"
            column = 0
        elif chinese and column > width and character > "\u3000":
            parts[at] = character + "\n"
            column = 0
        elif _is_inside_word(text, at) and column > width - 3 and rng.random() < 0.5:
            parts[at] = character + "-\n"
            column = 0
        elif _is_inside_word(text, at) and rng.random() < 0.01:
            parts[at] = character + "\u00ad"
    for plain, ligature in (("ffi", "ﬃ"), ("fi", "ﬁ"), ("fl", "ﬂ")):
        for match in re.finditer(plain, text):
            inside = range(match.start(), match.end())
            if all(parts[at] == text[at] for at in inside):
                parts[match.start()] = ligature
                for at in inside[1:]:
                    parts[at] = ""
    return _damaged(parts)


def footnoted(text: str, seed: int) -> Damaged:
    """Set reference marks after words and sentences."""
    rng = Random(seed)
    parts = list(text)
    number = 0
    for at in range(1, len(text)):
        if text[at - 1].isalpha() and text[at] in ",.，。" and rng.random() < 0.4:
            number = number % 98 + 1
            mark = f"[{number}]"
            if number % 3 == 0:
                mark = str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
            parts[at] = text[at] + mark
    return _damaged(parts)


_LETTER_NOISE = {
    "m": ("rn",),
    "l": ("1", "i", "I"),
    "i": ("l", "1"),
    "o": ("0",),
    "e": ("c",),
    "c": ("e",),
    "h": ("b",),
    "u": ("ii", "n"),
    "n": ("u",),
    "w": ("vv",),
    "d": ("cl",),
    "t": ("f",),
    "s": ("5",),
}
_CJK_NOISE = dict(
    zip(
        "日土贷侯折拔准晴栗密优徒治历广住具体刺师待持析清论活浅渴很环球管籍织识绿聚脑航蓝袖谋账员费跟较迸部问陈院",
        "曰士货候拆拨淮睛粟蜜忧徙冶厉厂往其休剌帅侍特折请沦话线喝狠坏求菅藉识织缘骤胸般篮抽课帐贡贵根校进郎间阵完",
        strict=True,
    )
)


def scanned(text: str, seed: int, rate: float = 0.02, *, dropped_cjk: bool = False) -> Damaged:
    """Damage letters as scanners do, outside numbers; digits are left alone."""
    rng = Random(seed)
    parts = list(text)
    for at, character in enumerate(text):
        if not character.isalpha() or rng.random() >= rate:
            continue
        if character > "\u2e80":
            if character in _CJK_NOISE:
                parts[at] = _CJK_NOISE[character]
            elif character not in "不没未无一二三四五六七八九十百千万亿":
                parts[at] = "" if dropped_cjk and rng.random() < 0.5 else character * 2
        elif character in _LETTER_NOISE and rng.random() < 0.6:
            parts[at] = rng.choice(_LETTER_NOISE[character])
        elif _is_inside_word(text, at):
            parts[at] = rng.choice(("", character * 2))
    return _damaged(parts)


def _upper(quote: str, _: Random) -> str:
    return quote.upper()


def _lower(quote: str, _: Random) -> str:
    return quote.lower()


def _spaced(quote: str, rng: Random) -> str:
    return re.sub(" ", lambda _: rng.choice((" ", "  ", "\n", "\u00a0", "\t ", "\u2009")), quote)


def _cjk_spaced(quote: str, rng: Random) -> str:
    cut = rng.sample(range(1, len(quote)), min(4, len(quote) - 1))
    digits = {i for i in cut if quote[i - 1].isascii() and quote[i].isascii()}
    return "".join(
        (rng.choice((" ", "\n")) if i in cut and i not in digits else "") + c
        for i, c in enumerate(quote)
    )


def _wide(quote: str, _: Random) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if c.isalnum() and c.isascii() else c for c in quote)


def _curly(quote: str, _: Random) -> str:
    return "“" + quote.replace("'", "’").replace('"', "”").replace("-", "‐") + "”"


def _decomposed(quote: str, _: Random) -> str:
    return unicodedata.normalize("NFD", quote)


def _compatible(quote: str, _: Random) -> str:
    return unicodedata.normalize("NFKC", quote)


def _hidden(quote: str, rng: Random) -> str:
    at = rng.randrange(1, len(quote))
    return quote[:at] + rng.choice(("\u200b", "\u00ad", "\u2060", "\ufeff")) + quote[at:]


def _elided(quote: str, rng: Random) -> str:
    words = quote.split(" ")
    if len(words) < 9:
        return quote
    start = rng.randrange(3, len(words) - 5)
    stop = start + rng.randrange(1, 4)
    left_out = " ".join(words[start:stop]).lower()
    if words[start - 1][-1:].isdigit():
        return quote
    if re.search(r"\b(?:not?|never|without|n.t|declined|abandon|refus|fail|reject|den)", left_out):
        return quote
    sign = rng.choice(("…", "...", " [...] ", " … ", "[…]", " . . . "))
    return " ".join(words[:start]) + sign + " ".join(words[stop:])


def _cjk_elided(quote: str, rng: Random) -> str:
    if len(quote) < 16:
        return quote
    start = rng.randrange(4, len(quote) - 9)
    stop = start + rng.randrange(1, 5)
    left_out, around = quote[start:stop], quote[start - 1 : stop + 1]
    if re.search(r"[不没未无非否拒从]", left_out) or re.search(r"[\d.]{2}", around):
        return quote
    return quote[:start] + rng.choice(("……", "…", "[…]")) + quote[stop:]


def _bracketed(quote: str, rng: Random) -> str:
    words = quote.split(" ")
    at = rng.randrange(1, len(words))
    words.insert(at, rng.choice(("[the company]", "[sic]", "[that]", "[of the city]")))
    return " ".join(words)


def _cjk_bracketed(quote: str, rng: Random) -> str:
    places = [i for i in range(1, len(quote)) if quote[i] > "\u4e00" and quote[i - 1] > "\u4e00"]
    at = rng.choice(places) if places else 0
    return quote[:at] + rng.choice(("[该公司]", "［他］", "[政府]")) + quote[at:]


Change = Callable[[str, Random], str]
_BOTH: dict[str, Change] = {
    "case": _upper,
    "lower": _lower,
    "decomposed": _decomposed,
    "compatible": _compatible,
    "curly": _curly,
    "hidden": _hidden,
}
HARMLESS: dict[bool, dict[str, Change]] = {
    False: {**_BOTH, "spaced": _spaced, "elided": _elided, "bracketed": _bracketed},
    True: {
        **_BOTH,
        "spaced": _cjk_spaced,
        "wide": _wide,
        "elided": _cjk_elided,
        "bracketed": _cjk_bracketed,
    },
}
"""Changes to a quote that carry no meaning, for English (False) and Chinese (True)."""


def unharmed(found: tuple[int, int], expected: Passage, text: str) -> bool:
    """Say whether a place covers the expected words, punctuation at its ends aside."""
    is_tidy = not (text[found[0]].isspace() or text[found[1] - 1].isspace())
    return is_tidy and _words_of(text, *found) == _words_of(text, *expected)


def _number(quote: str, rng: Random) -> str | None:
    places = [m.start() for m in re.finditer(r"\d", quote)]
    if not places:
        return None
    at = rng.choice(places)
    return quote[:at] + rng.choice([d for d in "123456789" if d != quote[at]]) + quote[at + 1 :]


def _digit_more(quote: str, rng: Random) -> str | None:
    places = [m.end() for m in re.finditer(r"\d", quote)]
    if not places:
        return None
    at = rng.choice(places)
    return quote[:at] + rng.choice("0123456789") + quote[at:]


def _numeral(quote: str, rng: Random) -> str | None:
    places = [m.start() for m in re.finditer(r"(?<=分之)[一二三四五六七八九]|[万亿]", quote)]
    if not places:
        return None
    at = rng.choice(places)
    others = "万亿千" if quote[at] in "万亿" else _ZH_DIGITS
    return quote[:at] + rng.choice([c for c in others if c != quote[at]]) + quote[at + 1 :]


def _name_changed(quote: str, rng: Random) -> str | None:
    names = [m for m in re.finditer(r"\b[A-Z][a-zé]{3,}\b", quote) if m.start() > 0]
    if not names:
        return None
    name = rng.choice(names)
    other = rng.choice([w for n in _NAMES for w in n.split() if w != name.group()])
    return quote[: name.start()] + other + quote[name.end() :]


def _name_misspelt(quote: str, rng: Random) -> str | None:
    names = [m for m in re.finditer(r"\b[A-Z][a-z]{3,}\b", quote) if m.start() > 0]
    if not names:
        return None
    name = rng.choice(names)
    at = rng.randrange(name.start() + 1, name.end())
    letter = rng.choice([c for c in "abdgkprvxyz" if c != quote[at]])
    changed = quote[:at] + letter + quote[at + 1 :]
    pair = frozenset((quote[at], letter))
    typical = ({"h", "b"}, {"v", "y"}, {"l", "k"}, {"e", "a"}, {"r", "t"}, {"g", "q"})
    return None if any(pair == frozenset(t) for t in typical) else changed


def _zh_name_changed(quote: str, rng: Random) -> str | None:
    names = [n for n in (*_ZH_NAMES, *_ZH_BODIES) if n in quote]
    if not names:
        return None
    name = rng.choice(names)
    pool = _ZH_NAMES if name in _ZH_NAMES else _ZH_BODIES
    return quote.replace(name, rng.choice([n for n in pool if n != name]), 1)


def _denied(quote: str, rng: Random) -> str | None:
    places = list(
        re.finditer(r"\b(?:is|was|were|are|has|had|will|could|would|can)\b(?! not)", quote)
    )
    if not places:
        return None
    at = rng.choice(places).end()
    return quote[:at] + rng.choice((" not", " never")) + quote[at:]


def _affirmed(quote: str, rng: Random) -> str | None:
    places = list(re.finditer(r"\s(?:not|never|no|without|hardly)\b", quote))
    if not places:
        return None
    place = rng.choice(places)
    return quote[: place.start()] + quote[place.end() :]


def _zh_denied(quote: str, rng: Random) -> str | None:
    places = [m.start() for m in re.finditer(r"[会能是有可]|决定|计划|继续|开始|正在", quote)]
    places = [p for p in places if quote[p - 1 : p] not in "不没未"]
    if not places:
        return None
    at = rng.choice(places)
    return quote[:at] + rng.choice("不没未") + quote[at:]


def _zh_affirmed(quote: str, rng: Random) -> str | None:
    places = list(re.finditer(r"[不没未无](?!过)|没有|从未|拒绝", quote))
    if not places:
        return None
    place = rng.choice(places)
    return quote[: place.start()] + quote[place.end() :]


def _word_changed(quote: str, rng: Random) -> str | None:
    words = list(re.finditer(r"\b[a-z]{4,}\b", quote))
    if not words:
        return None
    word = rng.choice(words)
    pool = " ".join((*_OBJECTS, *_TAILS, *_SUBJECTS)).split()
    other = rng.choice([w for w in pool if len(w) > 3 and w != word.group()])
    return quote[: word.start()] + other + quote[word.end() :]


def _opposite(quote: str, rng: Random) -> str | None:
    pairs = "before after;after before;southern northern;old new;raised lowered;until since".split(
        ";"
    )
    found = [p.split() for p in pairs if re.search(rf"\b{p.split()[0]}\b", quote)]
    if not found:
        return None
    one, other = rng.choice(found)
    return re.sub(rf"\b{one}\b", other, quote, count=1)


def _word_left_out(quote: str, rng: Random) -> str | None:
    words = list(re.finditer(r"\s\b[a-z]{4,}(?=\s)", quote))
    if not words:
        return None
    word = rng.choice(words)
    return quote[: word.start()] + quote[word.end() :]


def _word_added(quote: str, rng: Random) -> str | None:
    words = list(re.finditer(r"\s(?=[a-z])", quote))
    if not words:
        return None
    at = rng.choice(words).end()
    extra = rng.choice("secretly former all illegally almost deputy seven only reportedly".split())
    return f"{quote[:at]}{extra} {quote[at:]}"


def _zh_word_changed(quote: str, rng: Random) -> str | None:
    found = [w for w in (*_ZH_OBJECTS, *_ZH_VERBS) if w in quote]
    if not found:
        places = [m.start() for m in re.finditer(r"[\u4e00-\u9fff]{2}", quote)]
        at = rng.choice(places) if places else 0
        return quote[:at] + rng.choice(("销毁", "秘密", "扩大", "取消")) + quote[at + 2 :]
    word = rng.choice(found)
    pool = _ZH_OBJECTS if word in _ZH_OBJECTS else _ZH_VERBS
    return quote.replace(word, rng.choice([w for w in pool if w != word]), 1)


def _zh_word_added(quote: str, rng: Random) -> str | None:
    places = [m.start() for m in re.finditer(r"(?<=[\u4e00-\u9fff])[\u4e00-\u9fff]", quote)]
    if not places:
        return None
    at = rng.choice(places)
    extra = rng.choice(
        [w for w in ("副", "前", "秘密", "全部", "约", "非", "女") if w not in quote]
    )
    return quote[:at] + extra + quote[at:]


def _smuggled(quote: str, rng: Random) -> str | None:
    words = quote.split(" ")
    if len(words) < 4:
        return None
    extra = "[not];[5 million];[Osric Vane];[never];[seven];[nearly all];[un-];[did not]"
    words.insert(rng.randrange(1, len(words) - 1), rng.choice(extra.split(";")))
    return " ".join(words)


def _zh_smuggled(quote: str, rng: Random) -> str | None:
    at = rng.randrange(2, len(quote) - 1)
    if quote[at - 1].isascii() or quote[at].isascii():
        return None
    return (
        quote[:at] + rng.choice(("[不]", "[五百万]", "[没有]", "［300］", "[王小明]")) + quote[at:]
    )


ALTERATIONS: dict[bool, dict[str, Callable[[str, Random], str | None]]] = {
    False: {
        "number": _number,
        "digit_more": _digit_more,
        "name": _name_changed,
        "misspelt_name": _name_misspelt,
        "negation_added": _denied,
        "negation_removed": _affirmed,
        "word": _word_changed,
        "opposite": _opposite,
        "left_out": _word_left_out,
        "added": _word_added,
        "bracket": _smuggled,
    },
    True: {
        "number": _number,
        "numeral": _numeral,
        "name": _zh_name_changed,
        "negation_added": _zh_denied,
        "negation_removed": _zh_affirmed,
        "word": _zh_word_changed,
        "added": _zh_word_added,
        "bracket": _zh_smuggled,
    },
}
"""Changes to a quote that make it say something else; None where a quote gives no occasion."""


def altered(
    text: str, passages: list[Passage], seed: int, *, chinese: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield (kind, quote) pairs that no text should be taken to say; splices included."""
    rng = Random(seed)
    for passage in passages:
        quote = text[passage.start : passage.end]
        for kind, change in ALTERATIONS[chinese].items():
            made = change(quote, rng)
            if made and made != quote and made not in text:
                yield kind, made
    for one, other in itertools.pairwise(passages):
        first, second = text[one.start : one.end], text[other.start : other.end]
        middle, joint = (
            (len(first) // 2, "") if chinese else (first.find(" ", len(first) // 2), " ")
        )
        half = len(second) // 2 if chinese else second.find(" ", len(second) // 2) + 1
        spliced = first[:middle] + joint + second[half:]
        if middle > 0 and half > 0 and other.start - one.end > 600 and spliced not in text:
            yield "splice", spliced
            yield "far_ellipsis", first[:middle] + " … " + second[half:]


def _stripped(text: str, start: int, end: int) -> Passage:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    return Passage(start + left, start + len(piece.rstrip()))


def _words_of(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and not text[start].isalpha() and not text[start].isdecimal():
        start += 1
    while end > start and not text[end - 1].isalpha() and not text[end - 1].isdecimal():
        end -= 1
    return start, end


def _damaged(parts: list[str]) -> Damaged:
    moved = [0, *itertools.accumulate(len(part) for part in parts)]
    return Damaged("".join(parts), moved)


def _is_inside_word(text: str, at: int) -> bool:
    return 1 < at < len(text) - 2 and all(
        text[i].isalpha() and text[i].isascii() for i in range(at - 1, at + 3)
    )


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
    who = rng.choice((rng.choice(_SUBJECTS), rng.choice(_BODIES), rng.choice(_NAMES)))
    if rng.random() < 0.4:
        numbers = {"a": rng.randrange(2, 10), "b": rng.randrange(1, 10)}
        numbers |= {"n": rng.randrange(11, 990), "m": rng.randrange(100, 990)}
        deed = rng.choice(_FIGURES).format(**numbers)
    else:
        deed = rng.choice(_VERBS)
    sentence = f"{who} {deed} {rng.choice(_OBJECTS)}"
    if rng.random() < 0.5:
        sentence += f" in {rng.choice(_PLACES)}"
    if rng.random() < 0.5:
        sentence += f" on {rng.randrange(1, 29)} {rng.choice(_MONTHS)} {rng.randrange(1987, 2024)}"
    if rng.random() < 0.8:
        sentence += f"{rng.choice((',', ''))} {rng.choice(_TAILS)}"
    return sentence[0].upper() + sentence[1:] + "."


def _chinese_paragraph(rng: Random) -> str:
    return "".join(_chinese_sentence(rng) for _ in range(rng.randrange(3, 7)))


def _chinese_sentence(rng: Random) -> str:
    who = rng.choice((rng.choice(_ZH_NAMES), rng.choice(_ZH_BODIES)))
    if rng.random() < 0.45:
        numbers = {
            "a": rng.randrange(2, 10),
            "b": rng.randrange(1, 10),
            "n": rng.randrange(11, 990),
        }
        deed = rng.choice(_ZH_FIGURES).format(
            **numbers, z=rng.choice(_ZH_DIGITS), y=rng.randrange(1987, 2024)
        )
    else:
        deed = rng.choice(_ZH_VERBS)
    when = f"{rng.randrange(1987, 2024)}年{rng.randrange(1, 13)}月，" if rng.random() < 0.5 else ""
    return f"{when}{who}{deed}{rng.choice(_ZH_OBJECTS)}，{rng.choice(_ZH_TAILS)}。"
