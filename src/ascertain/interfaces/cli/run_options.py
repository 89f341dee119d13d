"""The options of the commands that start something."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ascertain.errors import InputError

__all__ = [
    "AsJson",
    "Ask",
    "Corpus",
    "Data",
    "Delegate",
    "DryRun",
    "Files",
    "Judge",
    "MarkOlder",
    "MaxAge",
    "MaxCost",
    "MaxEvidence",
    "MaxModelCalls",
    "MaxSeconds",
    "MaxSources",
    "MaxTokens",
    "MaxTurns",
    "Model",
    "Offline",
    "Otel",
    "OtelContent",
    "Out",
    "Parallel",
    "PlanFile",
    "Policy",
    "Question",
    "Refresh",
    "Rounds",
    "Runtime",
    "Semantic",
    "Sources",
    "TaskFile",
    "Web",
]


def _folder(text: str) -> Path:
    # An unset variable of a shell gives an empty word, which Path takes for "here".
    if not text.strip():
        raise InputError("the folder's name is empty", path="--corpus", hint="Write . for here.")
    return Path(text)


Question = Annotated[str | None, typer.Argument(help="The question, in a full sentence.")]
Corpus = Annotated[
    list[Path] | None,
    typer.Option(
        "--corpus",
        parser=_folder,
        metavar="DIR",
        help="A folder of documents to search; may be given several times.",
    ),
]
PlanFile = Annotated[
    Path | None, typer.Option("--plan", help="An edited plan, as `ascertain plan --json` prints.")
]
TaskFile = Annotated[Path | None, typer.Option("--task", help="A task file (JSON).")]
Out = Annotated[Path, typer.Option("--out", help="The parent of the run's folder.")]
Web = Annotated[
    bool | None,
    typer.Option("--web/--no-web", help="Search the web; the default where no folder is given."),
]
Offline = Annotated[
    bool, typer.Option("--offline", help="Touch no network: of the web only what is kept.")
]
Refresh = Annotated[bool, typer.Option("--refresh", help="Ask anew for pages that are kept.")]
MaxAge = Annotated[
    float, typer.Option("--max-age", help="Days for which kept pages are used without asking.")
]
Policy = Annotated[
    Path | None,
    typer.Option("--policy", help="A file (TOML) that says which hosts may be asked."),
]
Runtime = Annotated[
    str | None,
    typer.Option(
        "--runtime", help="What drives researchers: extractive (without a model), claude, model"
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model", help="PROVIDER:NAME, such as openai:gpt-5 or ollama:qwen3; a name for claude."
    ),
]
Sources = Annotated[
    str,
    typer.Option(
        "--sources",
        help="Claude reads the web with our tools (ours) or with its own (built-in).",
    ),
]
Delegate = Annotated[
    bool,
    typer.Option("--delegate", help="Claude leads, and hands the work to researchers of its own."),
]
Judge = Annotated[
    str | None,
    typer.Option(
        "--judge",
        help="Who judges claims that the checks leave in doubt: none, model (with a model: model).",
    ),
]
Parallel = Annotated[int | None, typer.Option("--parallel", help="Researchers at a time (4).")]
Rounds = Annotated[int | None, typer.Option("--rounds", help="Research rounds at most (2).")]
MaxSources = Annotated[
    int | None, typer.Option("--max-sources", help="Sources per subquestion, 1 to 10 (10).")
]
MaxEvidence = Annotated[
    int | None,
    typer.Option("--max-evidence-records", help="Evidence per subquestion, 1 to 30 (10)."),
]
MaxSeconds = Annotated[
    float | None, typer.Option("--max-seconds", help="Wall time of the run in seconds (900).")
]
MaxCost = Annotated[
    float | None, typer.Option("--max-cost-usd", help="Money for models, in US dollars (2).")
]
MaxTokens = Annotated[int | None, typer.Option("--max-tokens", help="Tokens for models.")]
MaxModelCalls = Annotated[int | None, typer.Option("--max-model-calls", help="Requests to models.")]
MaxTurns = Annotated[
    int | None, typer.Option("--max-turns", help="Turns of one researcher's model (15).")
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Show the plan and what it may cost; research nothing.")
]
Otel = Annotated[
    bool, typer.Option("--otel", help="Send OpenTelemetry spans (extra `trace`; OTEL_* settings).")
]
OtelContent = Annotated[
    bool, typer.Option("--otel-content", help="Put arguments and answers into the spans.")
]
Data = Annotated[
    Path | None,
    typer.Option("--data", help="An SQLite or DuckDB file that models may query, read-only."),
]
Files = Annotated[
    Path | None,
    typer.Option("--files", help="A folder whose text files models may read; no evidence."),
]
MarkOlder = Annotated[
    int | None, typer.Option("--mark-older", help="Mark claims older than this many days.")
]
Semantic = Annotated[
    bool, typer.Option("--semantic", help="Fuse vector search in (extra `semantic`).")
]
Ask = Annotated[bool, typer.Option("--ask", help="Show the plan and wait for yes.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON alone on standard output.")]
