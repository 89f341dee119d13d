"""``recheck``: do a finished run's sources still say what they said?"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascertain.bootstrap.recheck_wiring import recheck_folder, recheck_said, written_recheck
from ascertain.bootstrap.web_wiring import WebSpec
from ascertain.interfaces.cli.printing import json_text
from ascertain.interfaces.cli.wording import clean

if TYPE_CHECKING:
    from ascertain.evidence.recheck import RecheckedSource

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(recheck)


def recheck(
    run: Annotated[Path, typer.Argument(help="A finished run's folder.")],
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for the result; else the run's own.")
    ] = None,
    policy: Annotated[
        Path | None, typer.Option("--policy", help="A file (TOML): which hosts may be asked.")
    ] = None,
    max_seconds: Annotated[
        float, typer.Option("--max-seconds", min=1.0, help="No source is asked after this.")
    ] = 900.0,
    offline: Annotated[
        bool, typer.Option("--offline", help="Ask no host: only files and kept pages.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON alone on standard output.")
    ] = False,
) -> None:
    """Fetch a finished run's sources again and say which quotes and sentences still stand.

    Nothing of the run is changed: the result goes into recheck-TIME.json and .md. Exit status:
    0 every quote stands, 1 something changed, vanished, was retracted or could not be read,
    2 bad input.
    """
    done = 0

    def told(source: RecheckedSource) -> None:
        nonlocal done
        done += 1
        typer.echo(f"  {done}. {clean(source.source_id)}: {source.outcome}", err=True)

    found = asyncio.run(
        recheck_folder(
            run, WebSpec(policy=policy, offline=offline), max_seconds=max_seconds, told=told
        )
    )
    whole, text = written_recheck(found, out or run)
    if as_json:
        typer.echo(json_text(found.model_dump(mode="json")))
    else:
        for line in recheck_said(found):
            typer.echo(clean(line))
        typer.echo(f"Written: {clean(str(whole))} and {clean(text.name)}")
    raise typer.Exit(0 if found.is_unchanged else 1)
