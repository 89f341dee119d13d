"""``read``, ``check`` and ``doctor``: one part at work."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from ascertain.bootstrap import part_wiring
from ascertain.bootstrap.web_wiring import WebSpec
from ascertain.errors import InputError
from ascertain.interfaces.cli.printing import json_text
from ascertain.interfaces.cli.wording import clean

__all__ = ["register"]

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON alone on standard output.")]
_MAX_LINE = 20_000_000
_MAX_PIECES = 50


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(read)
    app.command()(check)
    app.command()(doctor)


def read(
    target: Annotated[str, typer.Argument(metavar="URL|FILE", help="A page or file to read.")],
    query: Annotated[str, typer.Option("--query", help="Show what bears on this first.")] = "",
    policy: Annotated[
        Path | None, typer.Option("--policy", help="A file (TOML): which hosts may be asked.")
    ] = None,
    max_age: Annotated[
        float, typer.Option("--max-age", help="Days for which a kept page is used.")
    ] = 1.0,
    refresh: Annotated[bool, typer.Option("--refresh", help="Ask anew if it is kept.")] = False,
    offline: Annotated[bool, typer.Option("--offline", help="Only what is kept.")] = False,
    as_json: AsJson = False,
) -> None:
    """Read a page or document as a researcher would get it; exit 1 with the reason if refused."""
    terms = WebSpec(policy=policy, max_age_days=max_age, refresh=refresh, offline=offline)
    reply = asyncio.run(part_wiring.read_target(target, query, terms))
    if as_json:
        typer.echo(json_text(reply.model_dump(mode="json")))
    elif reply.status != "ok":
        typer.echo(f"{reply.status}: {clean(reply.reason or '')}")
    else:
        for name, value in (
            ("title", reply.title),
            ("author", reply.author),
            ("published", reply.published and f"{reply.published.value} ({reply.published.where})"),
            ("updated", reply.updated and f"{reply.updated.value} ({reply.updated.where})"),
            ("language", reply.language),
        ):
            typer.echo(f"{name}: {clean(value) if value else 'unknown'}")
        for passage in reply.passages:
            head = f" · {clean(passage.heading)}" if passage.heading else ""
            side = "" if passage.is_main else " · beside the main content"
            typer.echo(f"\n[{passage.id} {passage.start}–{passage.end}{head}{side}]")
            typer.echo("\n".join(clean(line) for line in passage.text.split("\n")))
        if reply.more:
            typer.echo(f"\n({reply.more} more passages; narrow them with --query)")
    raise typer.Exit(0 if reply.status == "ok" else 1)


def check(
    file: Annotated[str, typer.Argument(metavar="FILE.jsonl|-", help="One JSON object a line.")],
    as_json: AsJson = False,
) -> None:
    """Check claims against evidence, or find quotes in texts, one JSON object a line.

    {"claim": …, "evidence": …} is answered with verdict, confidence and checks;
    {"quote": …, "text": …} with anchor_method, start, end and differences. Order is kept; a
    line that cannot be used is answered with {"error": …}. The answers are JSON lines with
    and without --json.
    """
    del as_json  # the answers are JSON either way; the option is accepted for uniformity
    for line in _lines(file):
        answer = part_wiring.check_line(line)
        said = json_text(answer, indent=None)
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()


def doctor(
    runtime: Annotated[
        str | None, typer.Option("--runtime", help="Try this one: claude or model.")
    ] = None,
    model: Annotated[str | None, typer.Option("--model", help="Try this model.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say what works here and what does not; exit 1 if a first run would fail.

    Where a model is named or a key is found, it is asked for one word (at most 90 s, about a
    cent); no key is ever shown.
    """
    found = asyncio.run(part_wiring.examine(runtime=runtime, model=model))
    if as_json:
        typer.echo(json_text(found))
    else:
        for part in found["parts"]:
            mark = "ok" if part["ok"] else "NO"
            typer.echo(f"{mark:<3} {part['name']:<18} {clean(part['detail'])}")
    if not found["ok"]:
        raise typer.Exit(1)


def _lines(file: str) -> Iterator[bytes]:
    if file == "-":
        yield from _bounded(sys.stdin.buffer)
        return
    try:
        path = Path(file)
        if path.exists() and not (path.is_file() or path.is_fifo()):
            raise InputError(f"{file} is neither a file nor a pipe")
        with path.open("rb") as stream:
            yield from _bounded(stream)
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror or error}") from None


def _bounded(stream: BinaryIO) -> Iterator[bytes]:
    while line := stream.readline(_MAX_LINE):
        if line.endswith(b"\n") or len(line) < _MAX_LINE:
            if line.strip():
                yield line
            continue
        yield b"!" + str(_MAX_LINE).encode()
        for _ in range(_MAX_PIECES):
            rest = stream.readline(_MAX_LINE)
            if not rest or rest.endswith(b"\n"):
                break
        else:
            raise InputError(f"a line is over {_MAX_PIECES * _MAX_LINE:,} bytes long")
