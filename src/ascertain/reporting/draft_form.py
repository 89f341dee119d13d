"""What a drafted sentence may not hold, whatever its claims say: its outer form. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from ascertain.sources.sentences import sentence_spans

__all__ = ["MOST_CHARACTERS", "faults_of_form", "is_placeholder"]

MOST_CHARACTERS = 800
"""Code points of one sentence."""

_MOST_TIMES = 2
_MOST_MORE = 80
"""A sentence is at most twice as long as its claims together, and this much."""

_LINK = re.compile(r"\b(?:https?|ftp|file|javascript|data|mailto):|\bwww\.|://", re.IGNORECASE)
_MARKUP = re.compile(
    r"<\s*[a-z/!?]|\]\s*\(|!\[|&(?:#\d+|#x[\da-f]+|\w{2,8});"
    r"|^\s*(?:[-+•>#|]|\d+[.)]\s)|\[\d+\]|\{\{|\}\}|\$\{",
    re.IGNORECASE,
)
_MARKUP_SIGNS = "`*_#|\\{}~^<>[]"
_CLAIM_ID = re.compile(r"\b[CES]\d+\b")
_PLACEHOLDER = re.compile(
    r"\b(?:tbd|tbc|todo|fixme|lorem ipsum|n/a|placeholder|as an ai|(?:large )?language model"
    r"|i (?:cannot|can't|am unable|don't)|unable to (?:answer|write|help)|no (?:relevant )?"
    r"(?:claims|information|data) (?:is|was|were|are|has been)? ?(?:available|provided|given|found)"
    r"|no information|not enough information|insert \w+ here|your text here|example sentence)\b"
    r"|待定|待补充|占位|作为(?:一个|一款)?(?:AI|人工智能|语言模型)|无法(?:回答|提供)|暂无(?:信息|资料)"
    r"|没有(?:相关|任何)?信息|^[\s.…·_?？xX-]+$",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,3}(?:instructions?|prompts?|rules?"
    r"|above|previous)\b|\bsystem (?:prompt|message)\b|^\s*(?:system|assistant|user|human)\s*[:：]"
    r"|\byou (?:must|should|are now|will now)\b|\b(?:click|tap) (?:here|on)\b|\bplease\b"
    r"|\b(?:dear )?readers? (?:must|should)\b"
    r"|忽略.{0,8}(?:指令|指示|提示|要求)|系统提示|你(?:必须|应该|现在是)|请(?:点击|访问|忽略|注意|务必)",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"“([^“”]*)”|\"([^\"]*)\"|«([^«»]*)»|「([^「」]*)」|『([^『』]*)』|《([^《》]*)》"
    r"|(?<!\w)[‘']([^‘’']+)[’'](?!\w)"
)
_QUOTE_SIGNS = '“”"«»「」『』《》'


def is_placeholder(text: str, claims: Sequence[str] = ()) -> bool:
    """Whether a sentence stands in for one that was not written.

    Args:
        text: the sentence as drafted.
        claims: texts that may hold the same words (the ministry gave no information).
    """
    found = _PLACEHOLDER.search(text)
    return not text.strip() or (found is not None and found[0] not in "\n".join(claims))


def faults_of_form(text: str, claims: Sequence[str]) -> list[str]:
    """Return what is wrong with a sentence's form; empty if nothing is.

    Args:
        text: the sentence as drafted.
        claims: the texts of the claims that it cites.
    """
    joined = "\n".join(claims)
    return list(_faults(text, joined))


def _faults(text: str, joined: str) -> Iterator[str]:
    if len(text) > min(MOST_CHARACTERS, _MOST_TIMES * len(joined) + _MOST_MORE):
        yield f"its {len(text)} characters are too many for what its claims say"
    if hidden := sorted({f"U+{ord(sign):04X}" for sign in text if _is_hidden(sign)}):
        yield f"it holds characters that do not show or that control ({', '.join(hidden[:5])})"
        return
    for pattern, what in (
        (_LINK, "a link"),
        (_MARKUP, "markup"),
        (_INSTRUCTION, "words that tell a reader or a program what to do"),
    ):
        if found := pattern.search(text):
            yield f"it holds {what} ({found[0].strip()!r})"
    yield from _faults_beside_claims(text, joined)
    if text.rstrip(' "”’』」').endswith(("?", "？", "!", "！", "…", "...", ":", "：")):
        yield "it does not end as a statement does"
    if len(sentence_spans(text)) != 1:
        yield "it is not one sentence"


def _faults_beside_claims(text: str, joined: str) -> Iterator[str]:
    """Yield what is wrong only where the claims do not hold the same."""
    if is_placeholder(text, [joined]):
        yield "it stands in for text that was not written"
    if signs := [s for s in _MARKUP_SIGNS if text.count(s) > joined.count(s)]:
        yield f"it holds signs that its claims do not ({' '.join(signs)})"
    if (found := _CLAIM_ID.search(text)) and found[0] not in joined:
        yield f"it prints an id ({found[0]})"
    yield from _quote_faults(text, joined)


def _is_hidden(sign: str) -> bool:
    return unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def _quote_faults(text: str, joined: str) -> Iterator[str]:
    allowed = {quote for quote, _ in _quotes(joined)}
    rest = text
    for quote, whole in _quotes(text):
        rest = rest.replace(whole, "", 1)
        if quote not in allowed:
            yield f"none of its claims quotes {quote[:60]!r}"
    if any(sign in rest for sign in _QUOTE_SIGNS):
        yield "its quotation marks do not match"


def _quotes(text: str) -> Iterator[tuple[str, str]]:
    for match in _QUOTED.finditer(text):
        yield next(group for group in match.groups() if group is not None), match[0]
