"""What scanners and text layers do to words, and the proof asked for before it is believed."""

from __future__ import annotations

import itertools
import re
import unicodedata
from typing import NamedTuple

from ascertain.sources.anchoring.boundaries import word_cuts
from ascertain.sources.anchoring.folding import Folded, fold, is_cjk
from ascertain.sources.anchoring.plausibility import is_impossible_word, is_other_word
from ascertain.sources.anchoring.prepared import PreparedText
from ascertain.sources.words import (
    CHINESE_DIRECTIONS,
    CHINESE_MODALS,
    CHINESE_NEGATIONS,
    CHINESE_NUMERALS,
    CHINESE_QUANTIFIERS,
    CRITICAL_WORDS,
    NEGATIVE_PREFIXES,
    NUMBER_WORDS,
    POINTING_WORDS,
    REAL_WORD_NEIGHBOURS,
)

__all__ = ["is_noise"]

_REAL_WORDS = CRITICAL_WORDS | POINTING_WORDS | REAL_WORD_NEIGHBOURS
_LENGTHS = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2))


def _both_ways(listed: str) -> frozenset[tuple[str, str]]:
    pairs = [pair.split("~") for pair in listed.split()]
    return frozenset((a, b) for a, b in pairs) | frozenset((b, a) for a, b in pairs)


_LOOKS = _both_ways(
    "rn~m ri~n nn~m m~nn cl~d vv~w w~vv ii~u li~h lr~k l~i l~1 i~1 l~| i~! l~! 1~i 1~l"
    " o~0 0~o o~q c~e e~c c~o o~c c~( s~5 b~6 g~9 z~2 b~8 g~q h~b b~h n~u u~n f~t t~f ll~u"
    " u~v v~u v~y y~v a~o a~e e~o i~j l~t t~l i~t t~r r~t n~h n~r r~n m~n u~ii rr~n tt~n"
    " fi~n fl~n fi~h ni~m in~m m~rri iii~m ri~u ti~n tl~n d~ol k~lc a~u a~s s~a x~z p~n"
)
"""Pairs that look alike in print, folded to lower case; compiled from common confusion tables."""

_SURE_LOOKS = _both_ways(
    "rn~m nn~m cl~d vv~w ii~u li~h l~i l~1 i~1 o~0 s~5 b~8 g~9 z~2 b~6 e~c h~b"
)
"""The pairs that are believed of a word that the rest of the text does not know."""

_SHAPES = _both_ways("rn~m vv~w ii~u l~1 i~1 o~0 s~5 b~8")
"""The pairs that are believed without proof of a long word: they seldom make another word."""

_NAME_LOOKS = _SURE_LOOKS - _both_ways("l~i e~c h~b nn~m")
"""The pairs that are believed even of a name that the rest of the text does not know: no letter
for one letter, which would make another name."""

_CJK_CONFUSED = (
    "己已巳 日曰 土士 戊戌戍 巾中 贷货 侯候 折拆 拔拨 淮准 晴睛 辨辩辫 栗粟 "
    "密蜜 优忧 徒徙 壶壸 治冶 洽恰 傅传 夭天 夫失 历厉 厂广 住往 具其 体休 刺剌 师帅 幻幼 "
    "待侍 抡抢 持特 捐损 杆秆 枚枝 析折 清请情 沦论 沧苍 活话 洗冼 浅线 渴喝 烧绕 狠很 "
    "环坏 球求 痊全 盲肓 眼服 矛予 票栗 程桯 竞竟 管菅 籍藉 织识 给络 绿缘 罚罪 聚骤 "
    "脑胸 航般 蓝篮 袖抽 诸储 谋课 账帐 贡员 费贵 跟根 较校 辐福 进迸 部郎 问间 陈阵 "
    "院完 难准 需雷 颖颍 饮饭 驳驭 鸟乌 黑墨 告吉 右古 同向 各名 官宫 市巿 斤厅 于干 千干 "
    "末未 木本 术本 人入八 大太犬 王玉主 目且 自白 石右 儿几 刀力 又叉 子孑 办为 今令 "
    "么公 氏民 书节 代伐 化比 气汽 氵冫 兔免 午牛 甲由申 用甩 史吏 皿血 西酉 束柬"
).split()
"""Characters that look alike in print."""

_SHORT = 4
"""Letters up to which a changed word is believed damaged only if the quote's word is known."""

_LONG_ENOUGH = 6
"""Letters up to which a word that the rest of the text does not know needs proof."""

_LONGEST_NOTE = 3
_LONGEST_ABBREVIATION = 3
_LATIN_END = 0x0370
_EDGE = 2
"""Letters at a word's end where a lost or doubled letter may be an inflection."""

_OFTEN = 2
_RARE = 5
"""Times that a word must stand more often than what a scanner makes of it."""

_LONGEST_WORD = 40
_IMPOSSIBLE = 99
_MOST_EDITS = 2
_LONG = 8
_WORDS = re.compile(r"[^\W_]+")
_GROUPED = re.compile(r"\d{1,3}(?:([,.' ])\d{3})(?:\1\d{3})*")
_ONE_GROUP = re.compile(r"\d{1,3}([,.' ])\d{3}")
_AFTER_STOP = re.compile(r"[.!?。][\"'”’)]*$")
_CRITICAL_CJK = (
    CHINESE_NEGATIONS | CHINESE_NUMERALS | CHINESE_QUANTIFIERS | CHINESE_MODALS | CHINESE_DIRECTIONS
)
_NEVER_DOUBLED = CHINESE_NEGATIONS | CHINESE_NUMERALS


def is_noise(
    quote: Folded, prepared: PreparedText, low: int, high: int, source_low: int, source_high: int
) -> str:
    """Return the kind of harmless difference that two stretches of whole words are, or nothing.

    Args:
        quote: the folded quote.
        prepared: the text.
        low: skeleton offset in the quote, in.
        high: skeleton offset in the quote, out.
        source_low: skeleton offset in the text, in.
        source_high: skeleton offset in the text, out.
    """
    source = prepared.folded
    ours, theirs = quote.skeleton[low:high], source.skeleton[source_low:source_high]
    if any(is_cjk(c) for c in ours + theirs):
        return _cjk_noise(quote, prepared, low, high, source_low, source_high)
    if not ours:
        return _only_in_source(source, source_low, source_high)
    if not theirs:
        return ""
    if _ungrouped(ours) == _ungrouped(theirs) and ours[0].isdigit():
        return "digit_grouping" if _is_grouping(ours, theirs, prepared) else ""
    surface = quote.surface(low, high), source.surface(source_low, source_high)
    our_words = _split(quote, low, high)
    their_words = _split(source, source_low, source_high)
    if len(our_words) != len(their_words):
        return _joined_noise(our_words, their_words, surface, prepared)
    kinds = {
        _word_noise(a, b, surface, prepared)
        for a, b in zip(our_words, their_words, strict=True)
        if a != b
    }
    return "" if "" in kinds else "ocr_noise" if "ocr_noise" in kinds else "accent"


def _split(folded: Folded, low: int, high: int) -> list[str]:
    cuts = word_cuts(folded, low, high)
    return [folded.skeleton[a:b] for a, b in itertools.pairwise(cuts)]


def _only_in_source(source: Folded, low: int, high: int) -> str:
    """Allow a raised note number that the text layer has brought down: ``evidence.12 The``."""
    digits = source.surface(low, high)
    if not (digits.isdecimal() and len(digits) <= _LONGEST_NOTE):
        return ""
    start, end = source.start_of(low), source.end_of(high - 1)
    before, after = source.text[max(0, start - 24) : start], source.text[end : end + 3]
    words = _WORDS.findall(before)
    is_attached = (
        bool(_AFTER_STOP.search(before))
        and bool(words)
        and words[-1].isalpha()
        and len(words[-1]) > _LONGEST_ABBREVIATION
        and fold(words[-1]).skeleton not in NUMBER_WORDS | {"point", "sect", "item"}
    )
    stands_alone = not after.strip() or (after[0].isspace() and after.strip()[0].isupper())
    return "footnote_mark" if is_attached and stands_alone else ""


def _ungrouped(number: str) -> str:
    return re.sub(r"[,.' ]", "", number) if _GROUPED.fullmatch(number) else number


def _is_grouping(ours: str, theirs: str, prepared: PreparedText) -> bool:
    """Say whether two forms of a number differ in how thousands are parted, and in no more.

    A full stop before the only group of three (1.000 against 1,000 or 1000) may as well begin
    decimals: there the text has to show elsewhere that its mark parts thousands.
    """
    marks = {_mark_of_one_group(number) for number in (ours, theirs)}
    if marks.isdisjoint({"."}) or len(marks) == 1 or ours.startswith("0"):
        return True
    return _mark_of_one_group(theirs) in prepared.thousands_marks


def _mark_of_one_group(number: str) -> str:
    match = _ONE_GROUP.fullmatch(number)
    return match[1] if match else ""


def _joined_noise(
    ours: list[str], theirs: list[str], surface: tuple[str, str], prepared: PreparedText
) -> str:
    """Judge words that were joined or split and damaged as well."""
    if {*ours, *theirs} & (CRITICAL_WORDS | NEGATIVE_PREFIXES) or abs(len(ours) - len(theirs)) > 1:
        return ""
    one, other = "".join(ours), "".join(theirs)
    if (
        len(one) <= _LONG
        or abs(len(one) - len(other)) > 1
        or all(prepared.vocabulary[word] > 1 for word in theirs)
    ):
        return ""
    return _word_noise(one, other, surface, prepared)


def _word_noise(one: str, other: str, surface: tuple[str, str], prepared: PreparedText) -> str:
    """Judge one word of the quote against the word of the text that stands in its place."""
    words = prepared.vocabulary
    if other in _REAL_WORDS or any(c.isdigit() for c in one):
        return ""
    bare = _without_marks(one)
    if bare == _without_marks(other):
        is_lost = bare in (one, other) and words[other] <= 1 and one not in CRITICAL_WORDS
        return "accent" if is_lost else ""
    is_name = _has_initial(surface[1]) or (not surface[0].isupper() and _has_initial(surface[0]))
    has_digits = any(c.isdigit() for c in other)
    if (
        has_digits
        and len(one) > _SHORT
        and _damage(one, other, _SURE_NAME if is_name else _SURE) <= _most(one)
    ):
        return "ocr_noise"
    if (
        is_other_word(one, other)
        or _is_known(words[other], words[one])
        or sum(c.isdigit() for c in other) * 2 > len(other)
    ):
        return ""
    trust = _trust(one, words[one], is_name=is_name)
    if not words[one] and not is_impossible_word(other):
        trust = _UNPROVEN if len(one) > _LONG_ENOUGH else _NOTHING
    return "ocr_noise" if _damage(one, other, trust) <= _most(one) else ""


def _is_known(count: int, rival: int) -> bool:
    """Say whether a word stands too often to be damage done again and again to another word."""
    return count > max(1, rival // _RARE)


class _Trust(NamedTuple):
    """What is believed of a word.

    Attributes:
        looks: pairs of look-alikes.
        losses: whether letters may be lost or doubled.
        edges: whether also near the word's ends, where that may be another form of the word.
    """

    looks: frozenset[tuple[str, str]]
    losses: bool
    edges: bool


_SURE = _Trust(_SURE_LOOKS, losses=False, edges=False)
_NOTHING = _Trust(frozenset(), losses=False, edges=False)
_UNPROVEN = _Trust(_SHAPES, losses=False, edges=False)
_SURE_NAME = _Trust(_NAME_LOOKS, losses=False, edges=False)


def _trust(word: str, count: int, *, is_name: bool) -> _Trust:
    """Believe more of a word that the rest of the text knows, less of names and short words."""
    if is_name or word in CRITICAL_WORDS:
        looks = _LOOKS if count >= _OFTEN else _NAME_LOOKS if is_name else _SURE_LOOKS
        is_long = word in CRITICAL_WORDS and len(word) > _SHORT
        return _Trust(looks, count > _OFTEN or (is_long and not is_name), edges=count > _OFTEN)
    if len(word) <= _SHORT:
        return _Trust(_LOOKS if count else _SURE_LOOKS, losses=count > 1, edges=count > 1)
    return _Trust(_LOOKS, losses=True, edges=count > 0)


def _without_marks(word: str) -> str:
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFD", word)
    is_latin = all(ord(c) < _LATIN_END for c in parts)
    return "".join(c for c in parts if not _is_accent(c)) if is_latin else word


def _is_accent(character: str) -> bool:
    """Say whether a mark stands over, under or beside its letter, not across it (class 1)."""
    return unicodedata.combining(character) > 1


def _has_initial(surface: str) -> bool:
    return any(word[0].isupper() for word in _WORDS.findall(surface))


def _most(word: str) -> int:
    return _MOST_EDITS + (len(word) > _LONG)


def _damage(one: str, other: str, trust: _Trust) -> int:
    """Return how many believable damages make ``other`` of ``one``; a high number if none do."""
    if max(len(one), len(other)) > _LONGEST_WORD or abs(len(one) - len(other)) > 2 * _most(one):
        return _IMPOSSIBLE
    costs = {(0, 0): 0}
    for i in range(len(one) + 1):
        for j in range(len(other) + 1):
            cost = costs.get((i, j), _IMPOSSIBLE)
            if cost > _most(one):
                continue
            for a, b, price in _steps(one, other, i, j, trust):
                if cost + price < costs.get((i + a, j + b), _IMPOSSIBLE):
                    costs[i + a, j + b] = cost + price
    return costs.get((len(one), len(other)), _IMPOSSIBLE)


def _steps(one: str, other: str, i: int, j: int, trust: _Trust) -> list[tuple[int, int, int]]:
    """Return the ways to go on from two places: letters of each word taken, and the price."""
    steps = [(1, 1, 0)] if i < len(one) and one[i] == other[j : j + 1] else []
    steps.extend(
        (a, b, 1)
        for a, b in _LENGTHS
        if (one[i : i + a], other[j : j + b]) in trust.looks
        and i + a <= len(one)
        and j + b <= len(other)
    )
    if not trust.losses:
        return steps
    if i < len(one) and (trust.edges or 0 < i < len(one) - _EDGE):
        steps.append((1, 0, 1))
    if 0 < j < len(other) and other[j] == other[j - 1] and (trust.edges or i < len(one)):
        steps.append((0, 1, 1))
    return steps


def _cjk_noise(
    quote: Folded, prepared: PreparedText, low: int, high: int, source_low: int, source_high: int
) -> str:
    ours = quote.skeleton[low:high]
    theirs = prepared.folded.skeleton[source_low:source_high]
    if len(ours) != len(theirs):
        return _cjk_doubled(quote, ours, theirs, low)
    for offset, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        if a == b:
            continue
        if a in _CRITICAL_CJK or b in _CRITICAL_CJK:
            return ""
        if not any(a in group and b in group for group in _CJK_CONFUSED):
            return ""
        if not _is_misread(quote, prepared, low + offset, source_low + offset):
            return ""
    return "ocr_noise"


def _cjk_doubled(quote: Folded, ours: str, theirs: str, at: int) -> str:
    if ours or len(theirs) != 1 or theirs in _NEVER_DOUBLED or not is_cjk(theirs):
        return ""
    return "ocr_noise" if theirs in quote.skeleton[max(0, at - 1) : at + 1] else ""


def _is_misread(quote: Folded, prepared: PreparedText, at: int, source_at: int) -> bool:
    """Ask the rest of the text: it must know the quote's word and not know the one it has."""
    skeleton = prepared.folded.skeleton
    known = 0
    for shift in (-1, 0):
        left, source_left = at + shift, source_at + shift
        ours = quote.skeleton[max(0, left) : left + 2]
        theirs = skeleton[max(0, source_left) : source_left + 2]
        if len(ours) < 2 or len(theirs) < 2:  # noqa: PLR2004 (a pair of characters)
            continue
        count = prepared.count(ours)
        if _is_known(prepared.count(theirs), count):
            return False
        known += count
    return known > 0
