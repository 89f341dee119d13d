"""Records as text for a terminal; nothing from a source may steer the terminal."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from ascertain.evidence.number_words import counted
from ascertain.reporting.visible import visible

if TYPE_CHECKING:
    from pathlib import Path

    from ascertain.bootstrap.forecast_wiring import Forecast
    from ascertain.controller.diffing import ClaimDiff
    from ascertain.controller.state import RunState
    from ascertain.controller.verifying import Verification
    from ascertain.evidence.admitted import Evidence
    from ascertain.evidence.claim import Claim
    from ascertain.evidence.manifest import Manifest
    from ascertain.evidence.plan import ResearchPlan
    from ascertain.evidence.source import Source

__all__ = [
    "claim_text",
    "clean",
    "diff_text",
    "evidence_text",
    "forecast_text",
    "plan_text",
    "run_summary_text",
    "shortened",
    "source_text",
    "state_text",
    "verification_text",
]


def clean(text: str) -> str:
    """Return the text without control characters and direction overrides, on one line."""
    return "".join(
        " " if char in "\n\r\t" else char
        for char in text
        if char in "\n\r\t" or unicodedata.category(char) not in {"Cc", "Cf", "Cs"}
    )


def shortened(text: str, length: int) -> str:
    """Return the cleaned text, cut with an ellipsis if it is longer."""
    one_line = clean(text)
    return one_line if len(one_line) <= length else f"{one_line[: length - 1]}…"


def plan_text(plan: ResearchPlan) -> str:
    """Show a plan."""
    lines = [f"Plan for: {clean(plan.question)}"]
    for sub in plan.subquestions:
        wanted = [] if sub.answer_type == "any" else [f"answer: {sub.answer_type}"]
        if sub.source_types:
            wanted.append(
                "sources: " + ", ".join(word.replace("_", " ") for word in sub.source_types)
            )
        lines.append(f"  {clean(sub.id)}  {clean(sub.question)}")
        lines.append(f"      search: {clean(sub.query)}" + "".join(f" · {w}" for w in wanted))
    lines.extend(f"  note: {clean(note)}" for note in plan.notes)
    return "\n".join(lines)


def run_summary_text(path: Path, manifest: Manifest) -> str:
    """Say how a run ended and where the report is."""
    card = manifest.scorecard
    lines: list[str] = []
    if card is not None:
        lines.append(
            f"{card.sentences_supported} of {counted(card.sentences_needing_support, 'sentence')} "
            f"supported by checked quotes; {card.subquestions_answered} of "
            f"{counted(card.subquestions, 'part')} of the question with quotes; "
            f"{card.sources_read} of {counted(card.sources_tried, 'source')} read"
        )
    if manifest.usage.model_calls:
        lines.append(_model_line(manifest))
    if manifest.error:
        lines.append(f"{manifest.status}: {clean(manifest.error)}")
    lines.append(f"Report: {path / 'report.html'}")
    return "\n".join(lines)


def _model_line(manifest: Manifest) -> str:
    used = manifest.usage
    tokens = used.input_tokens + used.output_tokens
    if "no known price" in manifest.cost_basis:
        cost = f"at least {manifest.cost_usd:.3f} USD: some calls have no known price"
    else:
        cost = f"about {manifest.cost_usd:.3f} of {manifest.limits.max_cost_usd:g} USD"
    name = clean(manifest.model_requested or manifest.runtime)
    return f"Model {name}: {counted(used.model_calls, 'call')}, {counted(tokens, 'token')}, {cost}"


def state_text(state: RunState, *, torn_bytes: int, damage: str | None) -> str:
    """Show a run: how it stands, what it found, what it did not."""
    question = shortened(state.question, 2_000) or "(no question recorded)"
    lines = [question, f"run {shortened(state.run_id, 100)}"]
    lines.append(f"status: {_standing(state)}")
    if damage:
        lines.append(f"damage: {clean(damage)}")
    if torn_bytes:
        lines.append(f"a half-written last event of {counted(torn_bytes, 'byte')} was left out")
    subs = state.plan.subquestions if state.plan else ()
    for sub in subs:
        lines.extend(["", clean(sub.question)])
        mine = [c for c in state.claims.values() if sub.id in c.sub_question_ids]
        lines.extend(f"  {_claim_line(claim)}" for claim in mine)
        pending = [
            state.evidence[name]
            for name in state.answers.get(sub.id, ())
            if name not in state.judgements
        ]
        lines.extend(f"  {item.id}  {clean(item.claim)}  (not checked yet)" for item in pending)
        if not mine and not pending:
            lines.append("  (nothing found)")
    failed = [source for source in state.sources.values() if source.status != "ok"]
    lines.extend(
        ["", f"{len(state.sources) - len(failed)} of {counted(len(state.sources), 'source')} read"]
    )
    lines.extend(
        f"  {source.id} {source.status}: {visible(source.requested_url)} "
        f"({clean(source.error or '')})"
        for source in failed
    )
    lines.append("Follow one: ascertain show RUN C1 (a claim), E1 (a quote) or S1 (a source)")
    return "\n".join(lines)


def claim_text(claim: Claim, state: RunState) -> str:
    """Show a claim with all of its evidence."""
    lines = [
        f"{claim.id}  {clean(claim.text)}",
        (
            f"  {claim.verdict}, confidence {claim.confidence:.2f}, "
            f"{counted(claim.independent_sources, 'independent source')}, "
            f"{f'as of {claim.as_of.value}' if claim.as_of else 'undated'}"
        ),
        "  confidence: "
        + "; ".join(f"{t.name} {t.value:+.2f} ({clean(t.detail)})" for t in claim.confidence_terms),
    ]
    for link in claim.evidence:
        lines.extend(["", evidence_text(state.evidence[link.id], state)])
    return "\n".join(lines)


def evidence_text(item: Evidence, state: RunState) -> str:
    """Show a quote: its words, where they stand, how that was checked."""
    source = state.sources.get(item.source_id)
    lines = [
        f"{item.id}  {clean(item.claim)}",
        f"  quote: “{clean(item.selector.exact)}”",
        (
            f"  stands at characters {item.selector.start} to {item.selector.end} of "
            f"snapshots/{item.snapshot}.txt ({item.anchor_method})"
        ),
        (
            f"  source: {item.source_id} {clean((source.title if source else '') or '')} "
            f"{visible(item.resolved_source_url)}"
        ),
        f"  verdict: {item.validation_status}",
    ]
    lines.extend(
        f"  check {check.name}: {check.outcome}"
        + (f" ({clean(check.detail)})" if check.detail else "")
        for check in item.checks
    )
    return "\n".join(lines)


def source_text(source: Source, state: RunState) -> str:
    """Show a source and the quotes taken from it."""
    lines = [
        f"{source.id}  {clean(source.title or '(no title)')}",
        f"  {visible(source.resolved_url or source.requested_url)}",
        f"  status: {source.status}" + (f" ({clean(source.error)})" if source.error else ""),
    ]
    for name, date in (("published", source.published), ("updated", source.updated)):
        lines.append(f"  {name}: " + (f"{date.value} ({clean(date.where)})" if date else "unknown"))
    lines.append(f"  kind: {source.kind}, rank {source.rank:.2f}")
    if source.fetched_at:
        kept = " (from the kept pages)" if source.from_cache else ""
        lines.append(f"  retrieved: {source.fetched_at}{kept}")
    lines.extend(f"  came by: {shortened(visible(url), 200)}" for url in source.redirects)
    for name, said in (
        ("doi", source.doi),
        ("open copy", source.open_copy and visible(source.open_copy)),
        ("retracted", source.retraction),
        ("superseded", source.superseded),
        *(("note", note) for note in source.notes),
    ):
        if said:
            lines.append(f"  {name}: {clean(said)}")
    if source.duplicate_of:
        lines.append(f"  repeats the text of {source.duplicate_of}")
    if source.content_hash:
        lines.append(f"  saved copy: snapshots/{source.content_hash}")
    lines.extend(
        f"  {item.id}  “{shortened(item.selector.exact, 120)}”"
        for item in state.evidence.values()
        if item.source_id == source.id
    )
    return "\n".join(lines)


def verification_text(found: Verification) -> str:
    """Show what still holds, with denominators, and what does not."""
    lines = [
        f"run {shortened(found.run_id, 100)}: {shortened(found.question, 500)}",
        (
            f"  events      {found.events} read, chain "
            f"{'broken' if any(p.what == 'ledger' for p in found.problems) else 'whole'}"
        ),
    ]
    for noun in ("snapshots", "quotes", "verdicts", "exchanges", "files"):
        held, total = getattr(found, f"{noun}_held"), getattr(found, noun)
        lines.append(f"  {noun:<11} {held} of {total} hold")
    lines.extend(f"  not checked: {clean(reason)}" for reason in found.not_checked)
    lines.extend(
        f"  NO LONGER HOLDS  {problem.what} {clean(problem.where)}: {clean(problem.detail)}"
        for problem in found.problems
    )
    if not found.problems:
        lines.append("Everything that was checked holds.")
    return "\n".join(lines)


def diff_text(diff: ClaimDiff) -> str:
    """Show what differs between two runs."""
    lines = [f"+ {clean(text)}" for text in diff.added]
    lines.extend(f"- {clean(text)}" for text in diff.lost)
    for changed in diff.changed:
        lines.append(f"~ {clean(changed.text)}")
        lines.extend(f"    {clean(change)}" for change in changed.changes)
    lines.append(
        f"{len(diff.added)} added, {len(diff.lost)} lost, {len(diff.changed)} changed, "
        f"{diff.unchanged} unchanged"
    )
    return "\n".join(lines)


def _standing(state: RunState) -> str:
    if state.ended is None:
        return "incomplete (the run has no end: it is under way, or was killed)"
    return state.ended + (f" ({clean(state.end_reason)})" if state.end_reason else "")


def _claim_line(claim: Claim) -> str:
    mark = "" if claim.verdict == "supported" else f"  [{claim.verdict.replace('_', ' ')}]"
    return f"{claim.id}  {clean(claim.text)}{mark}"


def forecast_text(plan: ResearchPlan, forecast: Forecast) -> str:
    """Show a plan and what carrying it out may cost."""
    lines = [plan_text(plan), "", f"Researchers: {clean(forecast.runner)}"]
    if forecast.calls[1]:
        low, high = forecast.calls
        lines.append(f"Model calls, estimated: {low:,} to {high:,}")
        lines.append(f"Tokens, estimated: {forecast.tokens[0]:,} to {forecast.tokens[1]:,}")
        if forecast.cost_usd is None:
            lines.append("Cost: no price is known for this model")
        else:
            lines.append(
                f"Cost, estimated: {forecast.cost_usd[0]:.2f} to {forecast.cost_usd[1]:.2f} USD"
            )
    lines.append(f"Code stops the run at: {', '.join(forecast.caps)}")
    lines.append("The model may plan anew; nothing was asked and nothing was written.")
    return "\n".join(lines)
