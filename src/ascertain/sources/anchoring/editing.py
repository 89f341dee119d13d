"""What a writer may do to a quote and mark: leave words out (…) and put words in [brackets]."""

from __future__ import annotations

import re
from typing import NamedTuple

from ascertain.sources.anchoring.folding import FOOTNOTE_MARK, fold, is_cjk
from ascertain.sources.words import (
    CHINESE_DIRECTIONS,
    CHINESE_MODALS,
    CHINESE_NEGATIONS,
    CHINESE_NUMERALS,
    CHINESE_QUANTIFIERS,
    CHINESE_REVERSALS,
    CRITICAL_WORDS,
    NEGATIONS,
    POINTING_WORDS,
    REVERSALS,
)

__all__ = [
    "LONGEST_GAP",
    "Insertion",
    "insertion_fault",
    "omission_fault",
    "split_omissions",
    "unsupported_words",
    "without_insertions",
    "without_names",
]

LONGEST_GAP = 400
"""Code points an ellipsis may stand for; half of it in scripts without blanks."""

_OMISSION = re.compile(
    r"[\[(（［]\s?(?:…+|⋯+|\.\s?\.\s?\.)\s?[\])）］]|[…⋯]+|(?<!\.)\.{3,6}(?!\.)|\.\s\.\s\.(?:\s\.)?"
    r"|。{3,6}"
)
_INSERTION = re.compile(r"[\[［]([^\[\]［］]{0,80})[\]］]")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CLAUSE_END = re.compile(r"[,;:—–()，；：（）、.!?。！？\n]+")
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]\d]*(?:\s+(?![a-zß-öø-ÿ])|$)|[。！？][”」』）]*|\n\s*\n")
_ABBREVIATION = re.compile(
    r"\b(Mr|Mrs|Ms|Dr|Prof|St|Sen|Rep|Gov|Gen|Lt|Col|Sgt|Rev|Hon|Jr|Sr|No|vs|etc|Inc|Corp|Co|Ltd"
    r"|e\.g|i\.e|U\.S|U\.K|U\.N|a\.m|p\.m|[A-Z]|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)\."
)
_OPENERS = " \t\n\u00a0\"'“‘(「『（"
_REPORTING = frozenset(
    "say says said saying claim claims claimed claiming allege alleges alleged alleging assert"
    " asserts asserted stated argue argues argued believe believes believed think"
    " thinks thought reported suspect suspects suspected insist insists insisted"
    " maintain maintains maintained contend contends contended suggest suggests suggested told"
    " tells accuse accuses accused deny denies denied that".split()
)
"""Words after which another speaks: what follows is no longer the author's word."""

_FINITE = frozenset(
    "is are was were has have had does did do will would can could may might must shall should"
    " became becomes made makes took takes gave gives went goes came comes got gets saw sees met"
    " meets left leaves won wins lost loses told tells knew knows kept keeps held holds led leads"
    " began begins sent sends found finds paid pays brought brings killed".split()
)
_VERB_LIKE = re.compile(r"[a-z]{3,}ed")
_NAME = re.compile(r"(?<![.!?]\s)\b[A-ZÀ-ÖØ-Þ][\w'’-]+")
_CAPITALISED = re.compile(r"\b[A-ZÀ-ÖØ-Þ][\w'’-]*")
_RELATIVE = re.compile(
    r"^\s?,\s?(?:who|which|whom|whose|where|when|in|at|on|of|for|with|by|from|to)\b[^,;:]*,\s?$"
)
_CJK_VERBS = re.compile("[说說称稱后後则則但而却因]|表示")
_FEW_CJK = 4
"""Chinese characters from which what an ellipsis leaves out may hold a clause."""
_PARAGRAPH = re.compile(r"\n\s*\n")
_CONTRACTED = re.compile(r"n['’]t\b", re.IGNORECASE)
_ENDINGS = ("s", "es", "ed", "d", "ing", "'s", "’s")
_MOST_SENTENCES = 2
_MOST_INSERTED_WORDS = 4
_MOST_INSERTED_CJK = 8
_CJK_POINTERS = (
    "该",
    "該",
    "这",
    "這",
    "那",
    "此",
    "本",
    "其",
    "他",
    "她",
    "它",
    "我",
    "公司",
    "政府",
    "作者",
    "编者",
)
_CRITICAL_CJK = (
    CHINESE_NEGATIONS | CHINESE_NUMERALS | CHINESE_QUANTIFIERS | CHINESE_MODALS | CHINESE_DIRECTIONS
)
_FUNCTION_WORDS = POINTING_WORDS | frozenset(
    "sic of in on at to for from with by as is are was were be been had has have did do does will"
    " and or who then than emphasis added yesterday today tomorrow also ie eg etc if when while"
    " so".split()
)
_CLAUSE_WORDS = frozenset(
    "is are was were be been had has have did do does will who which whom whose by".split()
)
_NOUNS = frozenset(
    "company companies firm firms government city town village country state states nation bank"
    " court council ministry department agency university school team club party president"
    " minister author authors editor report study paper article book film project programme"
    " program year years month week day people committee commission union group building"
    " area region".split()
)
"""Nouns that say no more of someone or something than what it is."""

_SAFE_CJK = frozenset("该該他她多")


class Insertion(NamedTuple):
    """Bracketed words taken out of a quote, and the code point where they stood."""

    at: int
    content: str


def split_omissions(quote: str) -> list[str]:
    """Split a quote at its ellipses; parts without letters or digits are left out."""
    parts = _OMISSION.split(quote)
    return [part for part in parts if any(c.isalnum() for c in part)]


def without_insertions(quote: str) -> tuple[str, list[Insertion]]:
    """Take the bracketed words out of a quote, reference marks and ellipses excepted."""
    kept: list[str] = []
    taken: list[Insertion] = []
    length = at = 0
    for match in _INSERTION.finditer(quote):
        is_mark = FOOTNOTE_MARK.fullmatch(match.group()) or _OMISSION.fullmatch(match.group())
        if is_mark or not any(c.isalnum() for c in match.group(1)):
            continue
        kept.append(quote[at : match.start()])
        length += match.start() - at
        at = match.end()
        taken.append(Insertion(length, match.group(1)))
    kept.append(quote[at:])
    return "".join(kept), taken


def insertion_fault(insertion: Insertion, quote: str) -> str:
    """Say what forbids bracketed words that the source does not have, or nothing.

    Args:
        insertion: the words and their place.
        quote: the quote without its insertions.
    """
    content = insertion.content
    if any(c.isdigit() or c.isnumeric() for c in content):
        return "number"
    if any(is_cjk(c) for c in content):
        return _cjk_fault(content)
    if _is_attached(insertion, quote):
        return "" if content in _ENDINGS else "word"
    words = _WORD.findall(content)
    if len(words) > _MOST_INSERTED_WORDS:
        return "too_long"
    if content.strip().endswith(("-", "‐", "‑")):
        return "negation"
    faults = (_word_fault(word) for word in words)
    fault = next((fault for fault in faults if fault), "")
    return fault or _phrase_fault(words)


def _phrase_fault(words: list[str]) -> str:
    """Refuse adverbs, participles and clauses: they say more than what a pronoun stands for."""
    folded = [fold(word).skeleton for word in words]
    named = [word for word in folded if word not in _FUNCTION_WORDS]
    if any(word.endswith(("ly", "ed", "ing")) and word not in _NOUNS for word in named):
        return "word"
    if named and {*folded} & _CLAUSE_WORDS:
        return "word"
    return ""


def without_names(insertion: Insertion) -> Insertion:
    """Return an insertion without its capitalised words; Chinese stays as it is."""
    bare = _CAPITALISED.sub("", insertion.content)
    return insertion._replace(content=bare.strip())


def unsupported_words(insertion: Insertion, near: str) -> str:
    """Return the first bracketed word that neither the language nor the source accounts for.

    Args:
        insertion: bracketed words that ``insertion_fault`` has nothing against.
        near: the paragraph of the source, and its title.
    """
    if any(is_cjk(c) for c in insertion.content) or insertion.content in _ENDINGS:
        return ""
    known: set[str] | None = None
    for word in _WORD.findall(insertion.content):
        folded = fold(word).skeleton
        if folded in _FUNCTION_WORDS or folded in _NOUNS:
            continue
        if known is None:
            known = {fold(one).skeleton for one in _WORD.findall(near)}
        if folded not in known:
            return word
    return ""


def _word_fault(word: str) -> str:
    folded = fold(word).skeleton
    fault = ""
    if folded in POINTING_WORDS:
        fault = ""
    elif folded in NEGATIONS or _CONTRACTED.search(word):
        fault = "negation"
    elif folded in CRITICAL_WORDS:
        fault = "meaning_word"
    elif word[0].isupper():
        fault = "name"
    elif not word[0].islower():
        fault = "word"
    return fault


def omission_fault(gap: str) -> str:
    """Say what forbids to leave out ``gap`` between two parts of a quote, or nothing."""
    dense = sum(is_cjk(c) for c in gap)
    if len(gap) + dense > LONGEST_GAP or _PARAGRAPH.search(gap.strip()):
        return "gap_too_long"
    sentences = _SENTENCE_END.split(_ABBREVIATION.sub(r"\1 ", gap))
    if len(sentences) - 1 > _MOST_SENTENCES:
        return "gap_too_long"
    if len(sentences) > 1 and sentences[-1].strip(_OPENERS):
        return "gap_splices"
    edges = (_CLAUSE_END.split(gap)[0], _CLAUSE_END.split(gap)[-1])
    if any(_turns_round(edge) for edge in edges):
        return "gap_reverses"
    if any(_denies(sentence) for sentence in sentences[1:-1]):
        return "gap_reverses"
    return "gap_splices" if len(sentences) == 1 and _changes_subject(gap) else ""


def _changes_subject(gap: str) -> bool:
    """Say whether a gap inside a sentence holds another's speech, or a verb and another name."""
    if sum(is_cjk(c) for c in gap) >= _FEW_CJK and _CJK_VERBS.search(gap):
        return True
    words = {word.casefold() for word in _WORD.findall(gap)}
    if _RELATIVE.match(gap) and words.isdisjoint(_REPORTING):
        return False
    if words & _REPORTING:
        return True
    has_verb = words & _FINITE or any(_VERB_LIKE.fullmatch(word) for word in words)
    return bool(has_verb) and bool(_NAME.search(gap))


def _is_attached(insertion: Insertion, quote: str) -> bool:
    before, after = quote[: insertion.at][-1:], quote[insertion.at :][:1]
    return any(c.isalnum() and not is_cjk(c) for c in (before, after) if c)


def _cjk_fault(content: str) -> str:
    bare = content.strip()
    if len(bare) > _MOST_INSERTED_CJK:
        return "too_long"
    if not bare.startswith(_CJK_POINTERS):
        return "name"
    return "meaning_word" if {*bare} & (_CRITICAL_CJK - _SAFE_CJK) else ""


def _turns_round(clause: str) -> bool:
    words = {fold(word).skeleton for word in _WORD.findall(clause)}
    if words & (NEGATIONS | REVERSALS) or any(
        word.endswith("nt") and "'" in word for word in words
    ):
        return True
    return any(c in clause for c in CHINESE_NEGATIONS) or _denies_cjk(clause)


def _denies(sentence: str) -> bool:
    words = {fold(word).skeleton for word in _WORD.findall(sentence)}
    return bool(words & REVERSALS) or _denies_cjk(sentence)


def _denies_cjk(clause: str) -> bool:
    return any(word in clause for word in CHINESE_REVERSALS)
