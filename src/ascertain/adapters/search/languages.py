"""Which language a query is in, as far as its script and smallest words tell. Pure."""

from __future__ import annotations

import re

__all__ = ["query_language"]

_SCRIPTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"[\u3040-\u30ff]"), "ja"),
    (re.compile(r"[\uac00-\ud7af\u1100-\u11ff]"), "ko"),
    (re.compile(r"[\u4e00-\u9fff\u3400-\u4dbf]"), "zh"),
    (re.compile(r"[іїєґІЇЄҐ]"), "uk"),
    (re.compile(r"[\u0400-\u04ff]"), "ru"),
    (re.compile(r"[\u0600-\u06ff]"), "ar"),
    (re.compile(r"[\u0590-\u05ff]"), "he"),
    (re.compile(r"[\u0370-\u03ff]"), "el"),
    (re.compile(r"[\u0e00-\u0e7f]"), "th"),
    (re.compile(r"[\u0900-\u097f]"), "hi"),
)
_WORDS: dict[str, frozenset[str]] = {
    "de": frozenset("der die das und wer wann wurde welche ist nicht ein eine für mit von".split()),
    "fr": frozenset("le la les et qui quand quel quelle est une des pour dans du été".split()),
    "es": frozenset("el los las y quién cuándo qué es una para por del fue cuál".split()),
    "it": frozenset("il gli e chi quando quale è una per della nel sono stato".split()),
    "pt": frozenset("os as e quem quando qual é uma para por foi do da não".split()),
    "nl": frozenset("de het en wie wanneer welke is een voor van werd niet".split()),
}
_ENGLISH = frozenset("the and who when which what is was of in for how many did has".split())
_WORD = re.compile(r"[^\W\d_]+")
_SURE = 2


def query_language(query: str) -> str:
    """Return the language's code for a wiki; ``en`` where nothing tells.

    Args:
        query: of any length; its first 1,000 code points are looked at.
    """
    sample = query[:1_000]
    for script, language in _SCRIPTS:
        if script.search(sample):
            return language
    words = {word.lower() for word in _WORD.findall(sample)}
    found = {language: len(words & small) for language, small in _WORDS.items()}
    best = max(found, key=lambda language: found[language])
    enough = found[best] >= _SURE and found[best] > len(words & _ENGLISH)
    return best if enough else "en"
