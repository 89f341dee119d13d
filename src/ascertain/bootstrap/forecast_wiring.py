"""What a run may cost, before it is started."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from ascertain.bootstrap.run_wiring import ResearchSpec
from ascertain.bootstrap.settings import Settings, read_settings

if TYPE_CHECKING:
    from ascertain.evidence.plan import ResearchPlan

__all__ = ["Forecast", "forecast"]


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a run may cost at least and at most; estimates.

    Attributes:
        runner: who would work.
        calls: requests to models, least and most.
        tokens: of prompts and answers, likewise.
        cost_usd: likewise; None: no price is known.
        caps: what code holds, in words.
    """

    runner: str
    calls: tuple[int, int] = (0, 0)
    tokens: tuple[int, int] = (0, 0)
    cost_usd: tuple[float, float] | None = (0.0, 0.0)
    caps: tuple[str, ...] = ()

    def as_record(self, plan: ResearchPlan) -> dict[str, object]:
        """Return plan and estimates for a program; pairs are least and most."""
        return {"schema_version": 1, "plan": plan.model_dump(mode="json"), **asdict(self)}


_TURNS = (4, 0)
_JUDGED = 8
"""Claims in one request to a judge."""
_PROMPT_TOKENS, _ANSWER_TOKENS = (2_500, 9_000), (80, 400)
"""Of one call, least and most, as measured on scripted runs with four sources a subquestion."""


def forecast(spec: ResearchSpec, settings: Settings | None = None) -> Forecast:
    """Estimate a run without starting it: nothing is asked, no folder is made.

    Raises:
        InputError: if runtime and model do not fit.
        NotAvailableError: if prices cannot be had because packages are missing.
    """
    from ascertain.bootstrap.model_wiring import choose_runtime, price_from_table

    given = settings or read_settings()
    choice = choose_runtime(spec.runtime, spec.model, given.models)
    limits, subs = spec.limits, len(spec.plan.subquestions)
    caps = (
        f"{limits.max_cost_usd:g} USD",
        f"{limits.max_seconds:g} s",
        f"{limits.max_sources} sources and {limits.max_turns} turns a subquestion",
        *((f"{limits.max_tokens:,} tokens",) if limits.max_tokens else ()),
        *((f"{limits.max_model_calls} model calls",) if limits.max_model_calls else ()),
    )
    if choice.runtime == "extractive":
        return Forecast("extractive", caps=caps)
    forms = 1 + subs
    judged = 0 if spec.judge == "none" else -(-subs * limits.max_evidence_records // _JUDGED)
    most = subs * limits.max_turns * limits.rounds + 3 * forms + judged
    calls = (subs * _TURNS[0] + forms, most)
    tokens = tuple(
        count * (_PROMPT_TOKENS[end] + _ANSWER_TOKENS[end]) for end, count in enumerate(calls)
    )
    name = choice.model or ""
    costs = [
        price_from_table(name, count * _PROMPT_TOKENS[end], count * _ANSWER_TOKENS[end])
        for end, count in enumerate(calls)
    ]
    low, high = costs
    return Forecast(
        runner=f"{choice.runtime} ({name})",
        calls=calls,
        tokens=(tokens[0], tokens[1]),
        cost_usd=None
        if low is None or high is None
        else (min(low, limits.max_cost_usd), min(high, limits.max_cost_usd)),
        caps=caps,
    )
