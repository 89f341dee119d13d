"""``eval``: how well the parts that decide do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascertain.bootstrap.evaluation_wiring import measure_checker
from ascertain.interfaces.cli.printing import json_text
from ascertain.interfaces.cli.wording import clean

if TYPE_CHECKING:
    from ascertain.evaluation.checker import AlteredScore, CheckerReport, TrueScore
    from ascertain.evaluation.intervals import Share
    from ascertain.evaluation.public_sets import SetScore
    from ascertain.evaluation.reliability import Bin

__all__ = ["register"]

_ALTERED = "{:20}{:>7}{:>25}{:>12}{:>12}"
_TRUE = "{:24}{:>7}{:>25}{:>12}"
_SETS = "{:24}{:>7}{:>25}{:>10}{:>8}{:>12}{:>9}"


def register(app: typer.Typer) -> None:
    """Add the command and what stands below it."""
    group = typer.Typer(no_args_is_help=True, help="Measure the parts that decide.")
    group.callback()(_evaluate)
    group.command()(checker)
    app.add_typer(group, name="eval")


def _evaluate() -> None:
    """Measure the parts that decide, and print the figures with their intervals."""


def checker(
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            envvar="ASCERTAIN_DATA",
            show_envvar=False,
            help="A folder of labelled pairs (*.jsonl: claim, evidence, label), or its parent; "
            "else the one that ASCERTAIN_DATA names.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON alone on standard output.")
    ] = False,
) -> None:
    """Check the checker: altered claims must not be called supported, true ones not turned down.

    The mutation suite is part of the package: true pairs of claim and passage in English and
    Chinese, rewritings of them, and everything that may be altered. Labelled pairs of public sets
    are measured where --data names their folder. Shares have 95 % intervals.
    """
    report = measure_checker(data)
    if as_json:
        typer.echo(json_text(report.model_dump(mode="json")))
        return
    typer.echo("\n".join(_lines(report)))


def _lines(report: CheckerReport) -> list[str]:
    lines = [_ALTERED.format("altered", "cases", "recall", "refuted", "uncertain")]
    lines += [_altered(one) for one in report.kinds]
    for rows in (report.groups, report.languages, report.halves):
        lines += ["", *(_altered(one) for one in rows)]
    lines += ["", _TRUE.format("true", "cases", "false alarms", "uncertain")]
    lines += [_true(one) for one in report.true]
    if report.sets:
        heads = ("public set", "pairs", "balanced accuracy", "refuted", "wrong", "uncertain", "/s")
        lines += ["", _SETS.format(*heads), *(_set(one) for one in report.sets)]
        lines += ["", "confidence: share of labelled pairs that are borne out"]
        lines += [_bin(one) for one in report.reliability if one.borne_out.of]
    if report.calibration_error is not None:
        before, after = report.calibration_error
        lines.append(f"expected calibration error {before:.3f}, by the table {after:.3f}")
    lines += ["", f"{report.pairs_per_s:,.0f} pairs of the suite a second of processor time"]
    return lines


def _interval(one: Share) -> str:
    return _within(one.value, one.low, one.high)


def _within(value: float | None, low: float | None, high: float | None) -> str:
    if value is None or low is None or high is None:
        return "none"
    return f"{value:.3f} ({low:.3f}–{high:.3f})"


def _plain(share: Share) -> str:
    return "none" if share.value is None else f"{share.value:.3f}"


def _altered(one: AlteredScore) -> str:
    recall = one.recall
    return _ALTERED.format(
        one.name, recall.of, _interval(recall), _plain(one.refuted), _plain(one.uncertain)
    )


def _true(one: TrueScore) -> str:
    alarms = one.false_alarms
    return _TRUE.format(one.name, alarms.of, _interval(alarms), _plain(one.uncertain))


def _set(one: SetScore) -> str:
    return _SETS.format(
        clean(one.name),
        one.pairs,
        _within(one.balanced_accuracy, one.low, one.high),
        one.refuted,
        one.refuted_wrongly,
        _plain(one.uncertain),
        f"{one.pairs_per_s:.0f}",
    )


def _bin(one: Bin) -> str:
    return f"  {one.low:.1f}–{one.high:.1f}  {one.borne_out.of:6}  {_interval(one.borne_out)}"
