"""Several providers as one: asked side by side, merged by rank, each one's failure told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from ascertain.adapters.search.kept_search import NOT_KEPT, KeptSearch, Outcome
from ascertain.errors import SearchError
from ascertain.evidence.freshness import Freshness
from ascertain.evidence.lead import Lead, ProviderReport, SearchReply
from ascertain.ports.answer_store import AnswerStore
from ascertain.ports.clock import Clock
from ascertain.ports.search_provider import SearchProvider
from ascertain.sources.urls import canonical_url

__all__ = ["CombinedSearch", "fused"]

_K = 60
"""Damping of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""


class CombinedSearch:
    """Asks all providers at once; others take over where these together give nothing.

    A provider that fails is told in ``SearchReply.providers``; only where none answered does
    the whole fail.

    Args:
        providers: asked side by side.
        fallbacks: asked one after the other, until one gives leads.
        store: keeps answers from run to run; None: within this run only.
        clock: for their age.
        freshness: how old a kept answer may be.
        timeout_s: for one provider's answer, waiting for its turn included.
    """

    def __init__(
        self,
        providers: Sequence[SearchProvider],
        *,
        clock: Clock,
        fallbacks: Sequence[SearchProvider] = (),
        store: AnswerStore | None = None,
        freshness: Freshness | None = None,
        timeout_s: float = 60.0,
    ) -> None:
        terms = freshness or Freshness()
        self._providers = [KeptSearch(p, store, clock, terms, timeout_s) for p in providers]
        self._fallbacks = [KeptSearch(p, store, clock, terms, timeout_s) for p in fallbacks]

    @property
    def name(self) -> str:
        """The name in reports and events; each provider has its own beside it."""
        return "web"

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search.

        Raises:
            SearchError: if no provider is set, or every one failed, naming each with its reason.
        """
        if not self._providers and not self._fallbacks:
            raise SearchError(
                self.name, "no search provider is set; name some: ASCERTAIN_SEARCH=wikipedia,…"
            )
        outcomes = await asyncio.gather(*(p.search(query, limit) for p in self._providers))
        told = [(p.name, outcome) for p, outcome in zip(self._providers, outcomes, strict=True)]
        for provider in self._fallbacks:
            if any(outcome.leads for _, outcome in told):
                break
            told.append((provider.name, await provider.search(query, limit)))
        reports = tuple(
            ProviderReport(
                provider=name,
                leads=len(outcome.leads),
                failure=outcome.failure,
                from_store=outcome.from_store,
            )
            for name, outcome in told
        )
        if all(report.failure is not None for report in reports):
            raise SearchError(self.name, _all_failed(told))
        leads = fused((outcome.leads for _, outcome in told), limit)
        return SearchReply(leads=leads, providers=reports)

    async def close(self) -> None:
        """Stop asking."""
        for provider in (*self._providers, *self._fallbacks):
            await provider.close()


def _all_failed(told: Iterable[tuple[str, Outcome]]) -> str:
    if all(outcome.failure == NOT_KEPT for _, outcome in told):
        return f"{NOT_KEPT}; search once without --offline"
    each = "; ".join(f"{name}: {outcome.failure}" for name, outcome in told)
    return f"every provider failed: {each}"


def fused(rankings: Iterable[Sequence[Lead]], limit: int) -> tuple[Lead, ...]:
    """Merge rankings by reciprocal rank; the same page under several addresses counts once.

    Args:
        rankings: each best first.
        limit: leads at most.
    """
    scores: dict[str, float] = {}
    kept: dict[str, Lead] = {}
    names: dict[str, dict[str, None]] = {}
    for ranking in rankings:
        seen: set[str] = set()
        for rank, lead in enumerate(ranking, start=1):
            key = canonical_url(lead.url)
            if key in seen:
                continue  # one provider may not vote twice for a page
            seen.add(key)
            scores[key] = scores.get(key, 0.0) + 1 / (_K + rank)
            names.setdefault(key, {})[lead.provider] = None
            kept[key] = _richer(kept[key], lead) if key in kept else lead
    ordered = sorted(scores, key=lambda key: -scores[key])[: max(limit, 0)]
    return tuple(
        kept[key].model_copy(update={"score": scores[key], "provider": "+".join(names[key])})
        for key in ordered
    )


def _richer(first: Lead, second: Lead) -> Lead:
    """The first one's address, with the longer title and snippet of the two."""
    longer = {
        name: max(getattr(first, name), getattr(second, name), key=len)
        for name in ("title", "snippet")
    }
    return first.model_copy(update=longer)
