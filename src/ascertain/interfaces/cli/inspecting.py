"""``show``, ``runs``, ``verify`` and ``diff``: the commands that look at what is there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ascertain.bootstrap import wiring
from ascertain.errors import InputError
from ascertain.evidence.number_words import counted
from ascertain.interfaces.cli.printing import json_text
from ascertain.interfaces.cli.tracing import trace_output
from ascertain.interfaces.cli.wording import (
    claim_text,
    clean,
    diff_text,
    evidence_text,
    shortened,
    source_text,
    state_text,
    verification_text,
)

__all__ = ["register"]

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON alone on standard output.")]
_MAX_DIGITS = 12
Run = Annotated[Path, typer.Argument(help="A run's folder.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(show)
    app.command()(runs)
    app.command()(verify)
    app.command()(diff)


def show(
    run: Run,
    item: Annotated[
        str | None, typer.Argument(help="A claim (C1), a quote (E1) or a source (S1).")
    ] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="Show the run's steps, calls, tokens and cost.")
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="With --trace: arguments and answers whole.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show a run, finished or not, or follow one of its claims to the source."""
    if full and not trace:
        raise InputError("--full shows a trace whole", hint="Add --trace.")
    if trace and item is not None:
        raise InputError(
            f"--trace shows the whole run, not {item!r}", hint="Leave one of them out."
        )
    loaded = wiring.load_run(run)
    state = loaded.state
    if trace:
        typer.echo(trace_output(loaded, full=full, as_json=as_json))
    elif item is not None:
        typer.echo(_item(loaded, item, as_json=as_json))
    elif as_json:
        typer.echo(_dumped(wiring.manifest_of(loaded)))
    else:
        typer.echo(state_text(state, torn_bytes=loaded.torn_bytes, damage=loaded.damage))


def runs(
    folder: Annotated[Path, typer.Argument(help="The parent of the runs' folders.")] = Path("runs"),
    as_json: AsJson = False,
) -> None:
    """List runs, newest first."""
    found = wiring.list_runs(folder)
    if as_json:
        typer.echo(json_text([run.model_dump(mode="json") for run in found]))
        return
    if not found:
        typer.echo(f"No runs in {folder}.", err=True)
    for run in found:
        when = (run.started_at or "")[:16].replace("T", " ")
        typer.echo(
            f"{when:<16}  {run.status:<11}  {run.claims or 0:>4} claims  "
            f"{shortened(run.question, 60)}  {clean(str(run.path))}"
        )


def verify(run: Run, as_json: AsJson = False) -> None:
    """Check a run's folder offline: copies, quotes, verdicts, files. Exit 1 if any fails."""
    found = wiring.verify_folder(run)
    typer.echo(_dumped(found) if as_json else verification_text(found))
    raise typer.Exit(1 if found.problems else 0)


def diff(
    before: Annotated[str, typer.Argument(help="A run's folder, or FOLDER@EVENT.")],
    after: Annotated[str, typer.Argument(help="A run's folder, or FOLDER@EVENT.")],
    patch: Annotated[
        bool, typer.Option("--patch", help="Print the JSON Patch between the two states.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say which claims were added, lost or changed between two runs or points of a run."""
    old, new = _point(before), _point(after)
    if patch:
        typer.echo(json_text(wiring.state_patch(old, new)))
        return
    found = wiring.claim_diff(old, new)
    typer.echo(_dumped(found) if as_json else diff_text(found))


def _point(text: str) -> wiring.LoadedRun:
    folder, at, number = text.rpartition("@")
    if not at or _exists(text):
        return wiring.load_run(Path(text))
    if not number.isascii() or not number.isdecimal() or len(number) > _MAX_DIGITS:
        raise InputError(f"{text!r} is no event of a run", hint="Write FOLDER@12 for event 12.")
    return wiring.load_run(Path(folder), to_seq=int(number))


def _exists(text: str) -> bool:
    try:
        return Path(text).exists()
    except OSError:
        return False


def _item(loaded: wiring.LoadedRun, item: str, *, as_json: bool) -> str:
    state, name = loaded.state, item.upper()
    if name in state.claims:
        claim = state.claims[name]
        return _dumped(claim) if as_json else claim_text(claim, state)
    if name in state.evidence:
        evidence = state.evidence[name]
        return _dumped(evidence) if as_json else evidence_text(evidence, state)
    if name in state.sources:
        source = state.sources[name]
        return _dumped(source) if as_json else source_text(source, state)
    raise InputError(
        f"there is no {item!r} in this run",
        hint=f"It has {counted(len(state.claims), 'claim')} (C1 …), "
        f"{counted(len(state.evidence), 'quote')} (E1 …) "
        f"and {counted(len(state.sources), 'source')} (S1 …).",
    )


def _dumped(record: wiring.Dumpable) -> str:
    return json_text(record.model_dump(mode="json"))
