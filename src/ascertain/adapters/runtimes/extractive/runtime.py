"""The researcher that needs no model."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from ascertain.adapters.runtimes.extractive.candidates import candidates_of
from ascertain.adapters.runtimes.extractive.drafting import draft_for
from ascertain.adapters.runtimes.extractive.features import Features, SourceView, measure
from ascertain.adapters.runtimes.extractive.gathering import Gathered, Gatherer, refusal_of
from ascertain.adapters.runtimes.extractive.question import Question, question_of
from ascertain.adapters.runtimes.extractive.ranking import score
from ascertain.adapters.runtimes.extractive.selecting import Ranked, select, shingles
from ascertain.adapters.runtimes.extractive.terms import tokens
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.kinds import Ending
from ascertain.evidence.limits import Usage
from ascertain.ports.meter import Meter
from ascertain.ports.toolbox import Toolbox

__all__ = ["ExtractiveRuntime", "rank"]

_RECORD = "evidence.record"
_POOL = 200
"""Sentences that the selection looks at, best first."""
_SPARE = 3
"""Sentences selected for each place, since some cannot stand alone or are refused."""
_MIN_COVERAGE = 0.2
_TIME_FITS = 0.5
_MAX_CONCLUSION = 1000


@dataclass(slots=True)
class _Recorded:
    ids: list[str] = field(default_factory=list[str])
    urls: set[str] = field(default_factory=set[str])
    refused: int = 0
    calls: int = 0
    capped: str | None = None


class ExtractiveRuntime:
    """Searches, reads, picks the sentences that answer, and records them as claims.

    A claim is the source's own sentence; words that make it self-contained stand in square
    brackets. The same brief and the same replies give the same records.
    """

    @property
    def name(self) -> str:
        """The runtime's name in manifests."""
        return "extractive"

    async def run(self, brief: Brief, toolbox: Toolbox, meter: Meter) -> HandBack:
        """Carry out the brief; every way of ending is a hand-back."""
        del meter  # no model is called
        gatherer = Gatherer(brief, toolbox)
        if not gatherer.namespaces or _RECORD not in gatherer.tools:
            missing = _RECORD if gatherer.namespaces else "a pair of search and read tools"
            return HandBack(
                sub_question_id=brief.subquestion.id,
                ending="error",
                error=f"the toolbox lacks {missing}",
            )
        got = await gatherer.gather()
        ranked = await asyncio.to_thread(rank, brief, got)
        recorded = await _record(brief, toolbox, got, ranked)
        return _hand_back(brief, got, recorded)


def rank(brief: Brief, got: Gathered) -> list[Ranked]:
    """Choose what to record from all that was read, best first."""
    question = question_of(brief.subquestion, got.term_weights)
    wanted = frozenset(question.weights)
    scored: list[Ranked] = []
    is_named = not question.names
    for source, (reply, strength) in enumerate(got.replies):
        view = SourceView(frozenset(tokens(reply.title or "")), strength)
        for candidate in candidates_of(source, reply, wanted):
            features = measure(candidate, question, view)
            is_named = is_named or features.named > 0
            if _may_answer(features, question):
                scored.append(Ranked(candidate, score(features), frozenset(), frozenset()))
    if not is_named:
        return []  # nothing that was read speaks of whom or what the question names
    scored.sort(key=lambda item: (-item.score, item.candidate.source, item.candidate.start))
    pool = [
        Ranked(item.candidate, item.score, shingles(item.candidate.text), _words(item, got))
        for item in scored[:_POOL]
    ]
    return select(pool, question.facets, brief.max_evidence_records * _SPARE)


def _may_answer(features: Features, question: Question) -> bool:
    """Whether a sentence says anything on what is asked, not only about whom."""
    if features.coverage + features.topic + features.nearby < _MIN_COVERAGE:
        return False
    if not features.coverage and features.time <= 0:
        return False
    fits = question.wants_role and features.answer == 1.0
    return features.matter > 0 or features.time > _TIME_FITS or fits


def _words(item: Ranked, got: Gathered) -> frozenset[str]:
    title = got.replies[item.candidate.source][0].title or ""
    return frozenset(tokens(f"{title} {item.candidate.passage.heading} {item.candidate.text}"))


async def _record(
    brief: Brief, toolbox: Toolbox, got: Gathered, ranked: Sequence[Ranked]
) -> _Recorded:
    done = _Recorded()
    seen = set(brief.known)
    quoted: defaultdict[str, list[str]] = defaultdict(list)
    for item in ranked:
        if len(done.ids) >= brief.max_evidence_records:
            break
        reply = got.replies[item.candidate.source][0]
        draft = draft_for(item.candidate, reply, brief)
        if draft is None or draft.claim in seen or draft.quote in seen:
            continue
        if any(draft.quote in quote or quote in draft.quote for quote in quoted[reply.url]):
            continue
        done.calls += 1
        answer = await toolbox.call(_RECORD, draft.model_dump(mode="json"))
        if answer.ok:
            found = answer.content.get("id") if isinstance(answer.content, dict) else None
            quoted[reply.url].append(draft.quote)
            if isinstance(found, str) and found not in done.ids:
                done.ids.append(found)
                done.urls.add(reply.url)
            continue
        refusal = refusal_of(answer)
        if refusal.is_limit:
            done.capped = refusal.message
            break
        done.refused += 1
    return done


def _hand_back(brief: Brief, got: Gathered, recorded: _Recorded) -> HandBack:
    ending: Ending = "limit" if got.capped or recorded.capped else "finished"
    error = got.capped or recorded.capped
    if got.late is not None:
        ending, error = "time_out", got.late
    nothing_worked = got.searches_failed and len(got.searches_failed) == got.searches
    if nothing_worked and not got.replies:
        ending, error = "error", f"every search failed: {got.searches_failed[0]}"
    return HandBack(
        sub_question_id=brief.subquestion.id,
        conclusion=_conclusion(got, recorded),
        evidence_ids=tuple(recorded.ids),
        gaps=_gaps(brief, got, recorded),
        ending=ending,
        error=error,
        usage=Usage(
            searches=got.searches,
            sources_tried=got.tried,
            sources_read=len(got.replies),
            evidence_admitted=len(recorded.ids),
            evidence_refused=recorded.refused,
            tool_calls=got.searches + got.tried + recorded.calls,
        ),
    )


def _conclusion(got: Gathered, recorded: _Recorded) -> str:
    read = _count(len(got.replies), "source")
    if not recorded.ids:
        return f"No sentence that answers was found in {read} read."
    found = _count(len(recorded.ids), "sentence")
    text = f"{found} that may answer, from {_count(len(recorded.urls), 'source')} of {read} read."
    return text[:_MAX_CONCLUSION]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _gaps(brief: Brief, got: Gathered, recorded: _Recorded) -> tuple[str, ...]:
    gaps: list[str] = []
    if not recorded.ids:
        gaps.append(f"no answer found to: {brief.subquestion.question}")
    gaps.extend(f"search failed: {reason}" for reason in dict.fromkeys(got.searches_failed))
    gaps.extend(f"not read: {url} ({reason})" for url, reason in got.failed)
    return tuple(gaps)
