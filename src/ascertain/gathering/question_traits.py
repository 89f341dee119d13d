"""What a question holds that a plan may neither lose nor add to: words, names, numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from ascertain.gathering.question_words import content_of, has_content
from ascertain.sources.stems import stem
from ascertain.sources.values.names import find_names
from ascertain.sources.values.numbers import find_quantities

__all__ = [
    "QuestionTraits",
    "addresses_in",
    "language_of",
    "name_words_in",
    "numbers_in",
    "telling_words",
    "traits_of",
    "words_in",
]

_HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_RUN = re.compile(rf"[{_HAN}]+|[^\W\d_{_HAN}]+")
_WITH_DIGITS = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+(?:[.,'’\u00a0\u202f]\d+)*")
_THOUSANDS = re.compile(r"\d{1,3}(?:[,'’\u00a0\u202f]\d{3})+(?:\.\d+)?")
_HAN_NUMBER = re.compile(r"[〇零一二两三四五六七八九十百千万亿]{2,}[年月日]?")
_SMALL_NUMBER = 12
"""Numbers up to this in words ("which one", "the first") say nothing by themselves."""
_ADDRESS = re.compile(
    r"[a-z][a-z0-9+.-]{0,20}://\S+|[^\s@]{1,64}@\S+|\b(?:[a-z0-9-]+\.)+[a-z]{2,24}\b|[<>{}`|\\]"
    r"|\b(?:site|inurl|intitle|filetype|cache):",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"\"([^\"\n]{2,200})\"|“([^”\n]{2,200})”|„([^“”\n]{2,200})[“”]|«([^»\n]{2,200})»"
    r"|「([^」\n]{2,200})」|『([^』\n]{2,200})』|《([^》\n]{2,200})》"
)
_ORDINARY = frozenset("ai api ceo cfo coo cto phd gdp url doi isbn pdf id ids usd eur gbp".split())
"""Capitals that name a kind of thing and not a thing."""
_SHORTEST = 3
_PREFIX = 5
"""Letters that a word and its derivation begin with: Portugal, Portuguese."""

# Small words that name nothing, beside those that question_words leaves out of English and
# Chinese; they also tell languages that share a script.
_SMALL_WORDS = {
    "en": "the of and in is was what which who when where how did does for to",
    "de": "der die das den dem des ein eine einer und oder ist war sind waren wurde wer wann wo "
    "wie was warum welche welcher welches in im am von vom zu mit für nicht auf hat haben",
    "fr": "le la les un une des du de et ou est sont était qui que quoi quand où comment pourquoi "
    "quel quelle quels quelles dans en au aux pour par sur avec ce cette il elle a ont",
    "es": "el la los las un una de del y o es son fue fueron quién quien qué que cuándo cuando "
    "dónde donde cómo como cuál cuáles en por para con se su a ha",
}
_BY_WORDS = {language: frozenset(words.split()) for language, words in _SMALL_WORDS.items()}
_SMALL = frozenset[str]().union(*_BY_WORDS.values()) | frozenset(
    "على إلى هذا هذه التي الذي ماذا متى أين كيف لماذا كان كانت هل عام سنة "
    "кто что где как это когда был была было для или".split()
)
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("zh", re.compile(r"[\u3400-\u9fff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
)
_SCRIPT_SHARE = 4
"""A script decides if at least one letter in so many is of it; names are often Latin."""


@dataclass(frozen=True, slots=True)
class QuestionTraits:
    """What one question holds, folded for comparison.

    Attributes:
        text: in one line, case-folded.
        words: all words.
        telling: stems of the words that say what it is about, see ``telling_words``.
        numbers: see ``numbers_in``.
        names: words of its names, but for those of kinds such as ``ceo``.
        quoted: what stands in quotation marks, as written.
        addresses: see ``addresses_in``.
        capital_nouns: whether it is German, where a capital makes no name.
    """

    text: str
    words: frozenset[str]
    telling: frozenset[str]
    numbers: frozenset[str]
    names: frozenset[str]
    quoted: tuple[str, ...]
    addresses: frozenset[str]
    capital_nouns: bool

    def knows(self, word: str) -> bool:
        """Tell whether a name's word is the question's, or derived from one of it."""
        if word in self.words or word in _ORDINARY or stem(word) in self.telling:
            return True
        start = word[:_PREFIX]
        return len(start) == _PREFIX and any(known.startswith(start) for known in self.words)

    def names_it(self, subject: str) -> bool:
        """Tell whether the question speaks of a subject by this name."""
        folded = _folded(subject)
        return folded in self.text or (bool(words := words_in(subject)) and words <= self.words)


def traits_of(question: str) -> QuestionTraits:
    """Take a question apart."""
    names = {word for mention in name_words_in(question) for word in mention}
    # "Compare the U.S. and …": the first word has its capital in any case.
    opening = _WITH_DIGITS.match(question.lstrip())
    if opening and opening[0].istitle():
        names.discard(opening[0].casefold())
    return QuestionTraits(
        text=_folded(question),
        words=words_in(question),
        telling=telling_words(question),
        numbers=numbers_in(question),
        names=frozenset(names - _ORDINARY),
        quoted=tuple(_quoted(question)),
        addresses=addresses_in(question),
        capital_nouns=language_of(question) == "de",
    )


def words_in(text: str) -> frozenset[str]:
    """Return all words, folded, in every way that names may be divided."""
    flat = unicodedata.normalize("NFKC", text)
    parts = {*_RUN.findall(flat.casefold()), *_WITH_DIGITS.findall(flat.casefold())}
    return frozenset(parts) | {word for mention in name_words_in(flat) for word in mention}


def telling_words(text: str) -> frozenset[str]:
    """Return stems of the words that say what a text is about.

    Scripts without spaces give overlapping pairs of signs, as searching does.
    """
    words: set[str] = set()
    flat = _HAN_NUMBER.sub(" ", unicodedata.normalize("NFKC", text))
    for part in content_of(flat):
        for run in _RUN.findall(part.casefold()):
            words.update(_pairs(run) if re.match(f"[{_HAN}]", run) else _telling(run))
    return frozenset(words)


def numbers_in(text: str) -> frozenset[str]:
    """Return the numbers of a text in one spelling: ``1,000``, ``١٠٠٠`` and ``1000`` are one.

    Numbers in words count from thirteen up.
    """
    flat = "".join(
        str(unicodedata.decimal(char)) if char.isdecimal() else char
        for char in unicodedata.normalize("NFKC", text)
    )
    found = {_number(match[0]) for match in _NUMBER.finditer(flat)}
    for quantity in find_quantities(flat):
        written = flat[quantity.start : quantity.end]
        if quantity.value > _SMALL_NUMBER and not any(char.isdigit() for char in written):
            found.add(f"{quantity.value:.15g}")
    return frozenset(found)


def name_words_in(text: str) -> list[tuple[str, ...]]:
    """Return the words of each name that capitals tell, folded.

    Where most words have a capital, as in a headline, any of them may be a name.
    """
    mentions = [mention.words for mention in find_names(text)]
    if not mentions:
        later = (word for word in _WITH_DIGITS.findall(text)[1:] if word[0].isupper())
        mentions = [(word.casefold(),) for word in later if has_content(word)]
    divided = (
        tuple(part for word in words for part in re.split(r"[-‑&’']", word) if part[1:])
        for words in mentions
    )
    return [words for words in divided if not _ORDINARY.issuperset(words)]


def addresses_in(text: str) -> frozenset[str]:
    """Return addresses, host names, markup and search operators, folded."""
    return frozenset(match[0] for match in _ADDRESS.finditer(_folded(text)))


def language_of(text: str) -> str | None:
    """Return the language by script, or by small words for en, de, fr and es; None: unclear.

    One of ja, zh, ko, ar, he, ru, el, hi, th by its script alone, so that Ukrainian is ``ru``.
    """
    letters = sum(char.isalpha() for char in text)
    for language, script in _SCRIPTS:
        if len(script.findall(text)) * _SCRIPT_SHARE >= max(letters, 1):
            return language
    words = [word.casefold() for word in _RUN.findall(text)]
    counts = {name: sum(word in small for word in words) for name, small in _BY_WORDS.items()}
    best = max(counts, key=lambda name: counts[name])
    alone = list(counts.values()).count(counts[best]) == 1
    return best if counts[best] and alone else None


def _telling(word: str) -> Iterator[str]:
    # "l'an", "it's" and the like are divided: a letter alone tells nothing.
    small = 1 if word.isascii() else _SHORTEST - 1
    if word not in _SMALL and len(word) > small:
        # The Arabic article and "and" are written as one word with what follows them.
        yield stem(re.sub(r"^و?ال(?=\w{3})", "", word))


def _pairs(run: str) -> Iterator[str]:
    yield from [run[at : at + 2] for at in range(len(run) - 1)] or [run]


def _number(written: str) -> str:
    if _THOUSANDS.fullmatch(written):
        return re.sub(r"[,'’\u00a0\u202f]", "", written)
    return written


def _quoted(text: str) -> Iterator[str]:
    for match in _QUOTED.finditer(text):
        inner = next(group for group in match.groups() if group)
        yield " ".join(unicodedata.normalize("NFKC", inner).split())


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
