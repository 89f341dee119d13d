"""Words as the extractive runtime compares them: folded, lightly stemmed, CJK as bigrams."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ascertain.sources.stems import stem

__all__ = ["STOP_WORDS", "content_tokens", "fold", "has_cjk", "is_cjk", "tokens", "words"]

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:['\u2019][^\W\d_{_CJK}]+)?")
_ASCII_TOKEN = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_FIRST_CJK = "\u3040"
_HAS_CJK = re.compile(rf"[{_CJK}]")
_MARKS = re.compile("[\u0300-\u036f\u064b-\u065f\u0640]")

STOP_WORDS = frozenset(
    """a about according after all also am an and any are as at be became become been before being
    but by can could did do does doing during each else ever following for from get gets go goes
    going got had has have he her hers him his how however i if in into is it its itself just
    many me more most much my name named new no nor not now of off on once one only or other our
    out over own part per recent recently s same say says she should so some such t than that
    the their them then there these they this those through to too under until up upon us very
    was we week well were what when where which while who whom whose why will with would you
    your true false
    der die das und ist von den dem ein eine mit im zu auf wer was wann wo wie warum welche
    le la les un une des et est de du dans en qui que quoi quand ou comment pourquoi quel quelle
    el los las y es del por para quien cuando donde como cual""".split()
)
"""Words that say nothing about the topic of a question (English, and the commonest of German,
French and Spanish)."""

_CJK_STOP = re.compile(
    "什么时候|什么时间|什么样的|什么|哪些|哪里|哪儿|哪个|哪位|哪部|哪一|哪|分别|是谁|谁|"
    "多少|几个|几次|几|为什么|为何|怎么样|怎么|如何|是否|请问|有没有|以及|或者|"
    "的|和|与|及|是|在|了|吗|呢|吧|被|把|将|由|对|"
    "いつ|どこ|だれ|誰|何|なぜ|どう|どの|どれ|ですか|ますか|です|ます|した|する|から|まで|"
    "は|が|を|に|で|と|も|の|へ|か"
)


def is_cjk(char: str) -> bool:
    """Whether a character is a Chinese or Japanese one (no spaces between words)."""
    return _HAS_CJK.match(char) is not None


def has_cjk(text: str) -> bool:
    """Whether a text holds Chinese or Japanese characters."""
    return _HAS_CJK.search(text) is not None


def fold(text: str) -> str:
    """Fold case, width and accents, which tell no words apart here."""
    if text.isascii():
        return text.lower()
    wide = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", wide)))


def words(text: str) -> Iterator[str]:
    """Yield the folded words of a text; a run of CJK characters is one word."""
    return iter(_TOKEN.findall(fold(text)))


def tokens(text: str) -> list[str]:
    """Return the stems of a text's words and the bigrams of its CJK runs, in order."""
    if text.isascii():
        return [stem(word) for word in _ASCII_TOKEN.findall(text.lower())]
    found: list[str] = []
    for word in words(text):
        if word[0] >= _FIRST_CJK and is_cjk(word[0]):
            found.extend(_bigrams(word))
        else:
            found.append(stem(word))
    return found


def content_tokens(text: str) -> list[str]:
    """Return the tokens of a question that say what it is about, in order."""
    found: list[str] = []
    for word in words(text):
        if is_cjk(word[0]):
            for piece in _CJK_STOP.split(word):
                found.extend(_bigrams(piece))
        elif word not in STOP_WORDS:
            found.append(stem(word))
    return found


def _bigrams(run: str) -> list[str]:
    if len(run) <= 1:
        return [run] if run else []
    return [run[at : at + 2] for at in range(len(run) - 1)]
