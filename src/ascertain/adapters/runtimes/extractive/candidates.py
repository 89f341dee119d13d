"""Sentences that may stand as a quote, each with what surrounds it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain

from ascertain.adapters.runtimes.extractive.terms import has_cjk, tokens
from ascertain.evidence.lead import Passage, ReadReply
from ascertain.sources.line_ends import ends_sentence, is_hanging, starts_in_lower_case
from ascertain.sources.sentences import Span, sentence_spans

__all__ = ["MAX_QUOTE", "Candidate", "candidates_of", "is_quotable", "is_table_row"]

MAX_QUOTE = 500
"""Code points of a quote at most (``EvidenceDraft.quote``)."""
_MIN_LENGTH = 20
_MIN_CJK_LENGTH = 8
_MIN_WORDS = 4

_ENDS = re.compile(r"[.!。！．؟۔।][\"'\u2019\u201d\u00bb)\]』」）】\d]*$")
_CLAUSE_END = re.compile(r"[;；]\s*$")
_ASKS = re.compile(r"[?？؟][\"'\u2019\u201d)\]』」）]*$")
_CUT_OFF = re.compile(r"(?:…|\.\.\.?)[\"'\u2019\u201d)\]]*$|^(?:…|\.\.\.)")
_BOILERPLATE = re.compile(
    r"\bcookies?\b|\bsubscri(?:be|ption)|\bsign (?:up|in)\b|\blog ?in\b|\bnewsletter|\bclick here|"
    r"\bread more\b|\badvertis(?:ement|ing)\b|all rights reserved|copyright|©|\bfollow us\b|"
    r"privacy policy|terms of (?:use|service)|enable javascript|\byour browser\b|\bunsubscribe|"
    r"\bapp store\b|getty images|file photo|photo(?:graph)?(?: credit)?:|image credit|\bskip to\b|"
    r"\bshare this\b|\bedited by\b|"
    r"^(?:related|see also|more|image|photo|video|source|watch|listen)\s*:|"
    r"分享到|扫一?码|登录|注册|版权所有|责任编辑|免责声明|公众号|点击(?:下载|查看|进入)|关注我们|"
    r"加载中|相关(?:文章|阅读|推荐)|Cookieを|ログイン|会員登録",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"[|›»•·▪→\t]")
_MAX_SEPARATORS = 3
_GAP = re.compile(r"\s*(?:\u3000{2,}|\t+|[^\S\n]{3,})\s*")
_DATED = re.compile(
    r"(?:\w{3,9}\.? \d{1,2}, \d{4}|\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?)\s*(?:\.{3}|…)\s*"
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|being|am|has|have|had|do|does|did|can|could|will|would|shall|"
    r"should|may|might|must|'s|became|become|began|born|bought|brought|built|came|chose|cost|died|drew|"
    r"fell|felt|found|gave|go|got|grew|held|kept|knew|led|left|lost|made|met|paid|ran|rose|said|saw|"
    r"say|says|sent|set|show|sold|spent|spoke|stood|taught|think|thought|told|took|went|won|wrote|"
    r"put|hit|cut|let|win|make|take|read|[a-z]{2,}(?:ed|ing|es))\b|(?-i:\b[a-z]{2,}[a-rt-z]s\b)|n't",
    re.IGNORECASE,
)
_ROW = re.compile(
    r"^[-*\u2022\u2013]?\s*[(\[]?(?:[^\W\d_]{3,9}\.?\s+)?(?:\d{4}|\?)(?!\d).{0,24}?[-\u2013\u2014:(),\s].*[^\W\d_]{2}"
    r"|^[-*\u2022\u2013]\s*.*[^\W\d_]{2}.*\b\d{4}\b",
    re.DOTALL,
)
_MAX_ROW = 200
_BULLET = re.compile(r"[-*\u2022\u2013]\s")
_ITEM = re.compile(r"(?:[-*+\u2022\u2013\u2014]|\(?\w{1,3}[.)])\s")
_LETTER = re.compile(r"[^\W\d_]")
_REPORTING = re.compile(
    r"\b(?:believ|think|thought|sa(?:y|id)|claim|alleg|assert|suggest|den(?:y|ie)|doubt|disput|reject"
    r"|refut|debunk|false|untrue|wrong|myth|rumou?r|hoax|behaupte|glaub|bestreit|leugne|pr[ée]ten|ni[ea]"
    r"|afirm)\w{0,4}\W*\Z|(?:说|称|认为|相信|否认|谣言|误传)\W*\Z",
    re.IGNORECASE,
)
"""A line's last word that what follows it is a part of."""
_LONG_LINE = 40


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence of a source that may be quoted.

    Attributes:
        source: the place of its source among those read, from 0.
        text: verbatim.
        start: its first code point in the snapshot's text.
        before: sentences before it in the same paragraph, nearest last.
        passage: the passage it stands in.
        rank: the passage's place in the reply, from 0.
        is_row: whether it is a dated entry of a list, not a sentence.
        tokens: of the text; ``around``: of its neighbours in the paragraph.
    """

    source: int
    text: str
    start: int
    before: tuple[str, ...]
    passage: Passage
    rank: int
    is_row: bool
    tokens: tuple[str, ...]
    around: tuple[str, ...]


def candidates_of(source: int, reply: ReadReply, wanted: Collection[str]) -> list[Candidate]:
    """Return what may be quoted from a source, in the order of the reply.

    Args:
        source: the source's place among those read.
        reply: what reading it gave.
        wanted: tokens of the question; a sentence without any of them is left out, unless it
            is a dated entry of a list.
    """
    found: list[Candidate] = []
    for rank, passage in enumerate(reply.passages):
        found.extend(_of_passage(source, passage, rank, reply.language, wanted))
    return found


def is_quotable(text: str) -> bool:
    """Whether a sentence is whole, says something and is no boilerplate."""
    cjk = has_cjk(text)
    if not (_MIN_CJK_LENGTH if cjk else _MIN_LENGTH) <= len(text) <= MAX_QUOTE:
        return False
    if _ASKS.search(text) or _CUT_OFF.search(text) or not _ENDS.search(text):
        return False
    if not cjk and (len(text.split()) < _MIN_WORDS or (text.isascii() and not _VERB.search(text))):
        return False
    return not _is_noise(text)


def is_table_row(text: str) -> bool:
    """Whether a line is a dated entry of a list, such as ``1916-1920 - Ada Example``."""
    return len(text) <= _MAX_ROW and _ROW.match(text) is not None and not _is_noise(text)


def _is_noise(text: str) -> bool:
    if len(_SEPARATORS.findall(text)) > _MAX_SEPARATORS or _BOILERPLATE.search(text):
        return True
    return len(_LETTER.findall(text)) < len(text) * 0.35


def _of_passage(
    source: int, passage: Passage, rank: int, language: str | None, wanted: Collection[str]
) -> Iterator[Candidate]:
    spans = [
        piece
        for span in sentence_spans(passage.text, language)
        for piece in _pieces(passage.text, span)
    ]
    texts = [passage.text[span.start : span.end] for span in spans]
    bags = [tokens(text) for text in texts]
    line_start = 0
    for at, text in enumerate(texts):
        if at and "\n" in passage.text[spans[at - 1].end : spans[at].start]:
            line_start = at
        last = _ends_line(passage.text, spans, at)
        bare = not _ENDS.search(text) or _BULLET.match(text) is not None
        row = last and at == line_start and bare and is_table_row(text)
        if not row and not (any(token in wanted for token in bags[at]) and is_quotable(text)):
            continue
        if not row and _is_fragment(passage.text, spans[at]):
            continue
        around = bags[max(line_start, at - 2) : at] + ([] if last else [bags[at + 1]])
        yield Candidate(
            source=source,
            text=text,
            start=passage.start + spans[at].start,
            before=tuple(texts[max(line_start, at - 3) : at]),
            passage=passage,
            rank=rank,
            is_row=row,
            tokens=tuple(bags[at]),
            around=tuple(chain.from_iterable(around)),
        )


def _pieces(text: str, span: Span) -> Iterator[Span]:
    """Divide at wide gaps, which are layout, and leave out a search engine's date in front."""
    dated = _DATED.match(text, span.start, span.end)
    start = dated.end() if dated else span.start
    for gap in _GAP.finditer(text, start, span.end):
        if gap.start() > start:
            yield Span(start, gap.start())
        start = gap.end()
    if start < span.end:
        yield Span(start, span.end)


def _is_fragment(text: str, span: Span) -> bool:
    """Whether a sentence is the rest of one that begins on the line before."""
    line_start = text.rfind("\n", 0, span.start) + 1
    before = text[line_start : span.start].strip()
    if _ITEM.match(f"{before} " if before else text[span.start : span.end]):
        return False
    if starts_in_lower_case(text[span.start : span.end]):
        return True
    if before or not line_start:
        return False
    above = text[text.rfind("\n", 0, line_start - 1) + 1 : line_start - 1].strip()
    return above != "" and not ends_sentence(above) and _is_unfinished(above)


def _is_unfinished(line: str) -> bool:
    """Whether a line without an end mark is running text, not a heading, caption or name."""
    if is_hanging(line) or _REPORTING.search(line[-_LONG_LINE:]):
        return True
    running = len(line) >= _LONG_LINE and _VERB.search(line) is not None
    return running and line[-1].islower() and _SEPARATORS.search(line) is None


def _ends_line(text: str, spans: list[Span], at: int) -> bool:
    return at + 1 == len(spans) or "\n" in text[spans[at].end : spans[at + 1].start]
