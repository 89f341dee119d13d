"""The command line's entry: commands, and how every error leaves."""

from __future__ import annotations

import io
import os
import sys

import typer

from ascertain._version import __version__
from ascertain.errors import AscertainError, InputError, NotAvailableError
from ascertain.interfaces.cli import evaluating, exporting, inspecting, parts, rechecking, running

__all__ = ["app", "main"]

app = typer.Typer(
    name="ascertain",
    help="Deep research whose every sentence leads to the exact characters of a saved source.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help needs no Rich, and is there at once
    context_settings={"help_option_names": ["-h", "--help"]},
)
running.register(app)
inspecting.register(app)
parts.register(app)
exporting.register(app)
rechecking.register(app)
evaluating.register(app)


@app.callback(invoke_without_command=True)
def _options(
    version: bool = typer.Option(False, "--version", help="Print the version and leave."),
) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit


def main() -> None:
    """Run the command line; exit status as the documentation of each command says."""
    _open_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output (head, less) has gone; nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as error:
        # Standard output cannot be written (a full disk, say); runs keep their own errors.
        sys.stderr.write(f"ascertain: the output cannot be written: {error.strerror or error}\n")
        os._exit(1)
    except (InputError, NotAvailableError) as error:
        _say(error)
        sys.exit(2)
    except AscertainError as error:
        _say(error)
        sys.exit(1)


def _open_streams() -> None:
    """Make sure that there are streams, and that no character stops the output."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 (stays open as long as we run)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _say(error: AscertainError) -> None:
    typer.echo(f"ascertain: {error}", err=True)
