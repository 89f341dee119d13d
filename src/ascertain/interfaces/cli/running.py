"""``research``, ``collect`` and ``plan``: the commands that start something."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascertain.bootstrap import input_wiring, run_wiring
from ascertain.bootstrap.forecast_wiring import forecast
from ascertain.bootstrap.program_wiring import ProgramSpec
from ascertain.bootstrap.telemetry_wiring import Telemetry
from ascertain.bootstrap.web_wiring import WebSpec
from ascertain.errors import InputError
from ascertain.interfaces.cli.printing import json_text
from ascertain.interfaces.cli.progress import Progress
from ascertain.interfaces.cli.reviewing import ask_about
from ascertain.interfaces.cli.run_options import (
    AsJson,
    Ask,
    Corpus,
    Data,
    Delegate,
    DryRun,
    Files,
    Judge,
    MarkOlder,
    MaxAge,
    MaxCost,
    MaxEvidence,
    MaxModelCalls,
    MaxSeconds,
    MaxSources,
    MaxTokens,
    MaxTurns,
    Model,
    Offline,
    Otel,
    OtelContent,
    Out,
    Parallel,
    PlanFile,
    Policy,
    Question,
    Refresh,
    Rounds,
    Runtime,
    Semantic,
    Sources,
    TaskFile,
    Web,
)
from ascertain.interfaces.cli.wording import forecast_text, plan_text, run_summary_text

if TYPE_CHECKING:
    from ascertain.evidence.manifest import Manifest
    from ascertain.evidence.plan import ResearchPlan

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(research)
    app.command()(collect)
    app.command()(plan)


def research(
    question: Question = None,
    corpus: Corpus = None,
    task: TaskFile = None,
    plan: PlanFile = None,
    out: Out = Path("runs"),
    web: Web = None,
    policy: Policy = None,
    max_age: MaxAge = 1.0,
    refresh: Refresh = False,
    offline: Offline = False,
    runtime: Runtime = None,
    model: Model = None,
    sources: Sources = "ours",
    delegate: Delegate = False,
    judge: Judge = None,
    parallel: Parallel = None,
    rounds: Rounds = None,
    max_sources: MaxSources = None,
    max_evidence_records: MaxEvidence = None,
    max_seconds: MaxSeconds = None,
    max_cost_usd: MaxCost = None,
    max_tokens: MaxTokens = None,
    max_model_calls: MaxModelCalls = None,
    max_turns: MaxTurns = None,
    mark_older: MarkOlder = None,
    semantic: Semantic = False,
    data: Data = None,
    files: Files = None,
    ask: Ask = False,
    dry_run: DryRun = False,
    otel: Otel = False,
    otel_content: OtelContent = False,
    as_json: AsJson = False,
) -> None:
    """Research a question on the web or over folders of documents; write a checked report.

    With --corpus and no --web nothing touches the network.

    The first line on standard output is RUN_DIR=<the run's folder>. Exit status: 0 evidence
    was collected, 1 none or the run is incomplete, 2 bad input, 130 interrupted (a partial
    report is written).
    """
    limits = input_wiring.make_limits(
        parallel=parallel,
        rounds=rounds,
        max_sources=max_sources,
        max_evidence_records=max_evidence_records,
        max_seconds=max_seconds,
        max_cost_usd=max_cost_usd,
        max_tokens=max_tokens,
        max_model_calls=max_model_calls,
        max_turns=max_turns,
        mark_older_days=mark_older,
    )
    given_task = input_wiring.load_task(task) if task else None
    followed = input_wiring.plan_from(
        question, given_task, input_wiring.load_plan(plan) if plan else None
    )
    spec = run_wiring.ResearchSpec(
        plan=followed,
        limits=limits,
        corpus=tuple(corpus or ()),
        out=out,
        task=given_task,
        runtime=runtime,
        model=model,
        program=ProgramSpec(sources=sources, delegates=delegate),
        judge=judge,
        web=_web_spec(
            web,
            corpus,
            WebSpec(policy=policy, max_age_days=max_age, refresh=refresh, offline=offline),
        ),
        semantic=semantic,
        data=data,
        files=files,
        plan_with_model=plan is None and task is None,
        telemetry=Telemetry(content=otel_content) if otel or otel_content else None,
    )
    if semantic and not corpus:
        raise InputError("searches folders, and none is given", path="--semantic")
    if dry_run:
        cost = forecast(spec)
        said = json_text(cost.as_record(followed)) if as_json else forecast_text(followed, cost)
        typer.echo(said)
        return
    _carry_out(spec, as_json=as_json, ask=ask)


def collect(
    task: Annotated[Path, typer.Option("--task", help="The task file (JSON).")],
    corpus: Corpus = None,
    out: Out = Path("runs"),
    web: Web = None,
    policy: Policy = None,
    max_age: MaxAge = 1.0,
    refresh: Refresh = False,
    offline: Offline = False,
    runtime: Runtime = None,
    model: Model = None,
    sources: Sources = "ours",
    delegate: Delegate = False,
    judge: Judge = None,
    max_seconds: MaxSeconds = 240,
    max_cost_usd: MaxCost = 2,
    max_tokens: MaxTokens = None,
    max_turns: MaxTurns = 15,
    as_json: AsJson = False,
) -> None:
    """Collect evidence for one task: one subquestion, one researcher, one round."""
    given = input_wiring.load_task(task)
    spec = run_wiring.ResearchSpec(
        plan=input_wiring.plan_from(None, given, None),
        limits=input_wiring.make_limits(
            rounds=1,
            parallel=1,
            max_seconds=max_seconds,
            max_cost_usd=max_cost_usd,
            max_tokens=max_tokens,
            max_turns=max_turns,
        ),
        corpus=tuple(corpus or ()),
        out=out,
        task=given,
        runtime=runtime,
        model=model,
        program=ProgramSpec(sources=sources, delegates=delegate),
        judge=judge,
        web=_web_spec(
            web,
            corpus,
            WebSpec(policy=policy, max_age_days=max_age, refresh=refresh, offline=offline),
        ),
        prose=False,
    )
    _carry_out(spec, as_json=as_json, show_plan=False)


def plan(
    question: Question = None,
    task: TaskFile = None,
    as_json: AsJson = False,
) -> None:
    """Print the plan for a question; edit it and give it back with `research --plan FILE`."""
    made = input_wiring.plan_from(question, input_wiring.load_task(task) if task else None, None)
    if as_json:
        typer.echo(json_text(made.model_dump(mode="json")))
    else:
        typer.echo(plan_text(made))


def _web_spec(web: bool | None, corpus: list[Path] | None, terms: WebSpec) -> WebSpec | None:
    wanted = not corpus if web is None else web
    if wanted:
        return terms
    for option, given in (
        ("--policy", terms.policy),
        ("--refresh", terms.refresh),
        ("--max-age", terms.max_age_days != WebSpec().max_age_days),
    ):
        if given:
            raise InputError("says how to use the web, which this run does not", path=option)
    return None


def _carry_out(
    spec: run_wiring.ResearchSpec, *, as_json: bool, show_plan: bool = True, ask: bool = False
) -> None:
    if ask and (sys.stdin is None or sys.stdin.closed):
        raise InputError("--ask needs an input to answer on", path="--ask")
    progress = Progress(show_plan=show_plan and not ask)
    folder: list[Path] = []

    def announce(path: Path) -> None:
        folder.append(path)
        typer.echo(f"RUN_DIR={path}", err=as_json)

    async def review(made: ResearchPlan) -> str:
        return await ask_about(made, progress)

    observers = run_wiring.Observers(
        folder=announce,
        index=progress.on_index,
        event=progress.on_event,
        review=review if ask else None,
    )
    try:
        with progress:
            path, manifest = asyncio.run(_until_signal(spec, observers))
    except (KeyboardInterrupt, asyncio.CancelledError):
        if folder:
            typer.echo(f"Interrupted. {_left_in(folder[0])}", err=True)
        raise typer.Exit(130) from None
    if as_json:
        typer.echo(json_text(manifest.model_dump(mode="json")))
    else:
        typer.echo(run_summary_text(path, manifest))
    raise typer.Exit(0 if manifest.status == "collected" else 1)


def _left_in(folder: Path) -> str:
    report = folder / "report.html"
    if report.is_file():
        return f"What was found so far: {report}"
    return f"The report was not written any more; see: ascertain show {folder}"


async def _until_signal(
    spec: run_wiring.ResearchSpec, observers: run_wiring.Observers
) -> tuple[Path, Manifest]:
    task = asyncio.ensure_future(run_wiring.run_research(spec, observers))
    loop = asyncio.get_running_loop()
    # Interrupts reach us through asyncio.run; a polite kill should leave a report as well.
    # Some platforms and threads have no signal handlers; there the default stays.
    with contextlib.suppress(NotImplementedError, RuntimeError):
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
    return await task
