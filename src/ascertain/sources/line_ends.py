"""How a line of text ends and begins: does what it says go on in the next line?"""

from __future__ import annotations

import re

__all__ = [
    "FUNCTION_WORDS",
    "ends_in_function_word",
    "ends_sentence",
    "is_hanging",
    "starts_in_lower_case",
]

_CLOSERS = "\"'\u201d\u2019\u00bb)]}\u300d\u300f\uff09\u3011*_`"
_OPENERS = "\"'\u201c\u2018\u00ab\u201e([{\u300c\u300e\uff08\u3010*_`"
_MARKS = ".!?:;\u2026\u3002\uff0e\uff01\uff1f\uff1a\uff1b\u061f\u06d4\u0964"
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|Mt|vs|cf|e\.g|i\.e|viz|approx|No|Nr|z\.B|d\.h|bzw|Mme|Sr|Sra)\.\Z",
)
_UNFINISHED = ",\uff0c\u3001\u060c\u2014\u2013("
FUNCTION_WORDS = frozenset(
    (
        # English
        "a about after against although an and any are as at because been before being "
        "between both but by can cannot could did do does either every for from had has have "
        "he her his how if in into is it its may might must my neither never no nor not of on "
        "only or our over shall she should since some than that the their then there these "
        "they this those though through to under unless until was we were what when where "
        "whether which while who whom whose why will with without would you your "
        # German
        "als am an auch auf aus bei beim bis da damit das dass daß dem den denn der des die "
        "durch ein eine einem einen einer eines es für gegen hat ich ihr im in ist kein keine "
        "keinen mit nach nicht nie noch nur ob oder ohne sein seine seit sie sind um und vom "
        "von vor war waren weil wenn wer wie wird wurde wurden zu zum zur zwischen über "
        # French
        "au aux avec car ce ces cette dans de des dont du elle elles en est et eu il ils "
        "jamais la le les leur leurs mais ne ni ont ou où par pas pour qu que qui sa sans se "
        "ses si son sont sous sur un une vers à été était "
        # Spanish
        "al con del el ella ellas era es esta este fue ha han la las lo los ni nunca o para "
        "pero por porque que quien se según si sin sobre son su sus también un una unas unos "
        "y ya "
    ).split()
)
"""Words after which no sentence ends: English, German, French, Spanish."""

_CJK_UNFINISHED = re.compile(
    "(?:表明|显示|证明|认为|相信|声称|宣称|据称|否认|并非|不是|没有|是否|以及|因为|由于|如果|虽然|但是|"
    "[的是在和与或及被把对为而但]|[はがをにでとのもへや])\\Z"
)
_LOWER_WORD = re.compile(
    r"[\"'\u201c\u2018\u00ab(\[]*((?:[^\W\d_]+)(?:['\u2019-][^\W\d_]+)*)[-.,;:!?)\]\"'\u201d\u2019\u00bb]*(?:\s|\Z)"
)
_TAIL = 60


def ends_sentence(line: str) -> bool:
    """Whether a line ends in a mark that ends a sentence or a clause (``. ! ? : ;``)."""
    bare = line[-_TAIL:].rstrip().rstrip(_CLOSERS)
    return bare[-1:] in _MARKS and bare != "" and _ABBREVIATION.search(bare) is None


def ends_in_function_word(line: str) -> bool:
    """Whether a line ends in a word after which no sentence ends (en, de, fr, es, zh, ja)."""
    tail = line[-_TAIL:].rstrip()
    if not tail or tail[-1] in _CLOSERS:
        return False
    word = tail.rsplit(None, 1)[-1].lstrip(_OPENERS)
    folded = word.lower()
    if folded in FUNCTION_WORDS and (word == folded or line.isupper()):
        return True
    return not word.isascii() and _CJK_UNFINISHED.search(word) is not None


def is_hanging(line: str) -> bool:
    """Whether a line cannot be the end of a sentence: a function word, a comma, a dash."""
    return line.rstrip()[-1:] in tuple(_UNFINISHED) or ends_in_function_word(line)


def starts_in_lower_case(text: str) -> bool:
    """Whether a text begins with a word in lower case; names of files and addresses are none."""
    found = _LOWER_WORD.match(text.lstrip()[: 2 * _TAIL])
    return found is not None and found[1].islower()
