"""Fetching pages of the web: redirects, robots.txt, kept answers, and statuses in our words."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from ascertain.adapters.web.hops import Exchanging, HopAnswer, HopRequest, Hops
from ascertain.adapters.web.kept import KeptAnswers
from ascertain.adapters.web.redirects import checked, next_target, shown
from ascertain.adapters.web.robots import Robots
from ascertain.adapters.web.statuses import is_redirect
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace, RefusedRequest
from ascertain.evidence.freshness import Freshness
from ascertain.evidence.web_policy import WebPolicy
from ascertain.ports.answer_store import AnswerStore
from ascertain.ports.clock import Clock
from ascertain.ports.fetcher import Fetched
from ascertain.sources.addresses import address_refusal
from ascertain.sources.policy import Target

__all__ = ["WebFetcher"]

_MAX_HOPS = 10
_ANY_AGE = Freshness()


class WebFetcher:
    """Gets pages through a client, obeying policy and robots.txt; see ``ports.fetcher.Fetcher``.

    Answers are kept by the URL of each hop. Within one fetcher, which serves one run, a URL is
    asked for at most once; an answer of an earlier run is used, confirmed with a conditional
    request, or replaced, as ``freshness`` has it. Failures are kept too, passing ones for a
    shorter time; a refusal by policy never is. A kept answer's ``Cache-Control`` is not heeded:
    like an archive, this keeps what one person asked for. Redirects by ``meta refresh`` or
    script are not followed: such a page is a page.

    Args:
        client: asks one request at a time under the same policy; stays open.
        policy: what may be asked, and whether robots.txt is obeyed.
        store: keeps answers from run to run; stays open.
        clock: for their age.
        freshness: how old a kept answer may be.
        total_s: seconds that one fetch may take, waiting for its turn included.
    """

    def __init__(
        self,
        client: Exchanging,
        policy: WebPolicy,
        store: AnswerStore,
        clock: Clock,
        freshness: Freshness = _ANY_AGE,
        *,
        total_s: float = 150.0,
    ) -> None:
        self._policy = policy
        self._total_s = total_s
        kept = KeptAnswers(store, freshness)
        self._hops = Hops(client, kept, clock, offline=freshness.offline)
        self._robots = Robots(self._hops, policy, client) if policy.robots else None

    async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
        """Fetch the URL, following at most nine redirects.

        Raises:
            FetchError: saying what stood in the way.
        """
        seen = trace if trace is not None else FetchTrace()
        try:
            async with asyncio.timeout(self._total_s):
                return await self._follow(url, seen)
        except TimeoutError:
            raise FetchError(
                "error", f"no page within {self._total_s:g} s, redirects and waiting included"
            ) from None

    async def close(self) -> None:
        """End what is left of this run's requests; the client and the store stay open."""
        await self._hops.close()

    async def _follow(self, url: str, trace: FetchTrace) -> Fetched:
        passed: list[str] = []
        target = checked(url, self._policy, trace)
        while len(passed) < _MAX_HOPS:
            hop = await self._hop(target, trace)
            exchange = hop.answer.exchange
            if exchange is None or not is_redirect(exchange):
                return _fetched(hop, target, tuple(passed))
            passed.append(target.url)
            target = next_target(exchange, self._policy, trace)
            if target.url in passed:
                raise FetchError("error", f"it redirects in a circle, back to {shown(target.url)}")
        raise FetchError("error", f"it redirects too often: {_MAX_HOPS} addresses were asked")

    async def _hop(self, target: Target, trace: FetchTrace) -> HopAnswer:
        robots = self._robots

        async def permit(may_ask: bool) -> None:
            if robots is not None:
                await robots.permit(target, trace, may_ask=may_ask)

        hop = await self._hops.get(HopRequest("page", target.url), trace, permit)
        _check_kept(hop, target, trace)
        return hop


def _check_kept(hop: HopAnswer, target: Target, trace: FetchTrace) -> None:
    """Refuse a kept page that came from where this run's policy lets nobody go."""
    exchange = hop.answer.exchange
    if not hop.from_store or exchange is None or not exchange.address or target.is_open:
        return
    reason = address_refusal(exchange.address)
    if reason is not None:
        trace.exchanges[:] = [seen for seen in trace.exchanges if seen.url != exchange.url]
        trace.refused.append(RefusedRequest(target.url, reason))
        raise FetchError("blocked", f"the kept page came from a closed place: {reason}")


def _fetched(hop: HopAnswer, target: Target, redirects: tuple[str, ...]) -> Fetched:
    """Return the page, or raise what its answer says."""
    answer, exchange = hop.answer, hop.answer.exchange
    if answer.failure is not None or exchange is None:
        status, reason = (
            (answer.failure.status, answer.failure.reason)
            if answer.failure is not None
            else ("error", "no answer")
        )
        when = f" (kept answer of {answer.at:%Y-%m-%dT%H:%MZ})" if answer.is_earlier else ""
        raise FetchError(status, f"{reason}{when}")
    return Fetched(
        data=exchange.body,
        url=target.url,
        media_type=(exchange.header("Content-Type") or "").strip() or None,
        attempts=hop.attempts,
        from_cache=hop.from_store,
        redirects=redirects,
        fetched_at=_moment(exchange.sent_at),
        facts=_facts(exchange),
    )


def _facts(exchange: Exchange) -> dict[str, str]:
    facts: dict[str, str] = {}
    etag = exchange.header("ETag")
    if etag:
        facts["etag"] = etag
    try:
        changed = parsedate_to_datetime(exchange.header("Last-Modified") or "")
    except (ValueError, OverflowError):
        return facts
    moment = (changed if changed.tzinfo else changed.replace(tzinfo=UTC)).astimezone(UTC)
    facts["last-modified"] = f"{moment:%Y-%m-%dT%H:%M:%SZ}"
    return facts


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
