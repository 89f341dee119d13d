"""``export``: a run as one file that other tools open."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ascertain.bootstrap import export_wiring
from ascertain.interfaces.cli.printing import json_text
from ascertain.interfaces.cli.wording import clean

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(export)


def export(
    run: Annotated[Path, typer.Argument(help="A run's folder.")],
    kind: Annotated[str, typer.Option("--format", help="warc or wacz.")] = "warc",
    to: Annotated[
        Path | None, typer.Option("--to", help="The file to write; else beside the run's folder.")
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace a file that is there.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON alone on standard output.")
    ] = False,
) -> None:
    """Write everything that a run got from the web as an archive: WARC, or WACZ.

    Both open in pywb and ReplayWeb.page. Exit status: 0 written, 1 something of the run
    is lost, 2 bad input.
    """
    made = export_wiring.export_run(run, kind, to, overwrite=overwrite)
    if made.lost:
        listed = made.exchanges + made.lost
        typer.echo(
            f"{made.lost} of {listed} exchanges are lost: the run has not ended, so it was killed "
            "before they were safe; the others are written.",
            err=True,
        )
    if as_json:
        typer.echo(json_text(made.model_dump(mode="json")))
        return
    typer.echo(clean(made.path))
    typer.echo(
        f"{made.exchanges} exchanges, {made.texts} texts, {made.local} local documents, "
        f"{made.size_bytes:,} bytes"
    )
