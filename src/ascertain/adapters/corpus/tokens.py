"""Words of a text as an index sees them, for all scripts.

Folding: Unicode NFKC and case folding (Unicode Standard Annex 15 and section 5.18), without the
accents of Latin, Greek and Cyrillic, the vowel marks of Arabic and Hebrew, and the forms of alef.
Scripts without spaces between words, and Hangul, whose words carry their particles, are cut into
overlapping pairs of characters; a run's last character stands alone too, so that a search for one
character can find it by prefix.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = [
    "MAX_QUERY_TOKENS",
    "TOKENS_VERSION",
    "fold",
    "index_tokens",
    "is_prefix",
    "phrases",
    "query_tokens",
    "variants",
]

TOKENS_VERSION = f"1/{unicodedata.unidata_version}"
"""Changes when the same text may give other tokens; an index made by another one is rebuilt."""

MAX_QUERY_TOKENS = 400
"""Distinct words of a query that are looked at."""

_MAX_TOKEN = 40
_SHORT = 2  # words and stems this short are not varied
_MAX_NAME = 8  # characters of a run in a script without capitals that is taken for a name
_PAIRED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Myanmar, Khmer
    "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"  # Hangul
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
_INDIC = "\u0900-\u0963\u0966-\u0dff"  # marks are parts of words there; the danda is not
_WORD = re.compile(rf"(?P<paired>[{_PAIRED}]+)|(?:[^\W_{_PAIRED}]|[{_INDIC}])+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")
_MARKS = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f]"
)
_ARABIC = str.maketrans({"\u0649": "\u064a", "\u0629": "\u0647", "\u0671": "\u0627"})
_HAS_ARABIC = re.compile("[\u0600-\u06ff]")
_ONE_PAIRED = re.compile(f"[{_PAIRED}]")
_QUOTED = re.compile(
    '["\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u300e\u300f]([^"\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u300e\u300f]{2,200})["\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u300e\u300f]'
)
_STEM = re.compile(r"(?:ies|ied|ying|ing|ed|es|s)$")
_ENGLISH = re.compile(r"[a-z]{4,30}")

_STOP_WORDS = frozenset(
    """
    a about after again all also am an and any are as at be because been before being between both
    but by can could did do does doing down during each few for from further had has have having he
    her here hers him his how i if in into is it its just me more most my no nor not of off on once
    only or other our out over own s same she should since so some such t than that the their them
    then there these they this those through to too under until up very was we were what when where
    which while who whom whose why will with would you your
    aber als am auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer
    es fur hat ist mit nach nicht oder sich sie sind uber um und von war was welche welcher welches
    wer wie wird wo zu zum zur
    au aux avec ce ces cette dans de des du elle en est et il la le les leur mais ne ou par pas pour
    qu que quel quelle quelles quels qui sa ses son sont sur un une
    al como con cual cuales cuando del el ella ellos era es esta este fue ha la las lo los mas no
    para pero por que quien se sin sobre son su sus un una y
    и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне от кто
    где когда какие какой это были был была
    من في علي الي عن ما ماذا متي اين كيف هل هو هي التي الذي و او ان هذا هذه كان كانت مع
    什么 哪些 哪个 怎么 如何 为什 么时 哪里 几个 的是 是的 是什 有哪 谁是 何时 是谁 是何
    ます です した ある いる れた から まで の はい はど どの のよ よう 何で です ですか って とは
    무엇 어디 언제 누구 는가 인가 니까 습니 합니 입니 에서 으로
    """.split()
)


def fold(text: str) -> str:
    """Return the text as it is compared: no case, no accents, one form for each character."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = _MARKS.sub("", unicodedata.normalize("NFD", plain))
    plain = unicodedata.normalize("NFC", plain)
    return plain.translate(_ARABIC) if _HAS_ARABIC.search(plain) else plain


def index_tokens(text: str) -> list[str]:
    """Return the tokens of a text that is put into an index, in order."""
    return _tokens(text, closing=True)


def query_tokens(query: str) -> tuple[str, ...]:
    """Return the distinct tokens of a query, in order, at most ``MAX_QUERY_TOKENS``.

    Stop words are left out if anything else remains.
    """
    found = dict.fromkeys(_tokens(query, closing=False))
    telling = [token for token in found if token not in _STOP_WORDS]
    return tuple((telling or list(found))[:MAX_QUERY_TOKENS])


def is_prefix(token: str) -> bool:
    """Tell whether a token is one character of a script cut into pairs, sought by prefix."""
    return len(token) == 1 and _ONE_PAIRED.match(token) is not None


def phrases(query: str) -> tuple[tuple[str, ...], ...]:
    """Return the runs of two or more tokens that belong together: quoted parts and names.

    A name is a run of capitalised words; for scripts without capitals, each run of characters.
    """
    parts = [match[1] for match in _QUOTED.finditer(query)]
    parts.extend(_names(query))
    found = (tuple(_tokens(part, closing=False)) for part in parts[:50])
    return tuple(dict.fromkeys(run[:12] for run in found if len(run) > 1))


def variants(token: str) -> tuple[str, ...]:
    """Return other forms that the same word may have: English endings, the Arabic article.

    The forms are guesses; those that an index does not hold cost a look-up and match nothing.
    """
    if token.startswith("\u0627\u0644") and len(token) > _SHORT + 2:
        return (token[2:], f"\u0648{token}", f"\u0628{token}", f"\u0644{token[1:]}")
    if _HAS_ARABIC.match(token) and len(token) > _SHORT:
        return tuple(
            f"{article}{token}" for article in ("\u0627\u0644", "\u0648", "\u0628", "\u0644")
        )
    if not _ENGLISH.fullmatch(token):
        return ()
    stems = _stems(token)
    forms = stems | {form for stem in stems for form in _inflected(stem)}
    return tuple(sorted(form for form in forms if form != token and len(form) > _SHORT))


def _tokens(text: str, *, closing: bool) -> list[str]:
    folded = fold(text)
    if folded.isascii():
        return [word[:_MAX_TOKEN] for word in _ASCII_WORD.findall(folded)]
    found: list[str] = []
    for match in _WORD.finditer(folded):
        run = match[0]
        if match["paired"] is None:
            found.append(run[:_MAX_TOKEN])
            continue
        found.extend(run[at : at + 2] for at in range(len(run) - 1))
        if closing or len(run) == 1:
            found.append(run[-1])
    return found


def _names(query: str) -> list[str]:
    runs: list[str] = []
    run: list[str] = []
    for word in query.split():
        bare = word.strip("\"'()[]{},.;:?!\u201c\u201d\u2018\u2019\u00ab\u00bb")
        if bare[:1].isupper() and fold(bare) not in _STOP_WORDS:
            run.append(bare)
            if word[-1:] not in ",;:?!":
                continue
        if len(run) > 1:
            runs.append(" ".join(run))
        run = []
        if len(bare) <= _MAX_NAME and _ONE_PAIRED.match(fold(bare)[:1]):
            runs.append(bare)
    if len(run) > 1:
        runs.append(" ".join(run))
    return runs


def _stems(word: str) -> set[str]:
    match = _STEM.search(word)
    if match is None or match.start() < _SHORT or word.endswith(("ss", "us", "is")):
        return {word}
    stem = word[: match.start()]
    ending = match[0]
    found = {f"{stem}y" if ending in {"ies", "ied", "ying"} else stem}
    if ending in {"ing", "ed", "es"}:
        found.add(f"{stem}e")
    if ending in {"ing", "ed"} and len(stem) > _SHORT + 1 and stem[-1] == stem[-2]:
        found.add(stem[:-1])
    return found


def _inflected(stem: str) -> set[str]:
    if stem.endswith("e"):
        return {stem, f"{stem}s", f"{stem}d", f"{stem[:-1]}ing"}
    if stem.endswith("y") and stem[-2:-1] not in "aeiou":
        return {stem, f"{stem[:-1]}ies", f"{stem[:-1]}ied", f"{stem}ing"}
    return {stem, f"{stem}s", f"{stem}es", f"{stem}ed", f"{stem}ing"}
