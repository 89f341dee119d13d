"""The command line in process: arguments in; status, output and errors out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from ascertain.interfaces.cli.app import main


class Said(NamedTuple):
    """What a command said."""

    status: int
    out: str
    err: str


Command = Callable[..., Said]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command of the command line."""

    def run(*arguments: str | Path) -> Said:
        monkeypatch.setattr(sys, "argv", ["ascertain", *map(str, arguments)])
        status = 0
        try:
            main()
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 0
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return run


@pytest.fixture(scope="session")
def finished_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run over two small documents, made once."""
    import asyncio  # noqa: PLC0415 (only here)

    import ascertain  # noqa: PLC0415 (after the environment is set)

    folder = tmp_path_factory.mktemp("finished")
    corpus = folder / "corpus"
    corpus.mkdir()
    (corpus / "about.txt").write_text(
        "About Skerrion\n\nAilsa Hestvane founded Skerrion in 2014. It employs 236 people.\n",
        "utf-8",
    )
    (corpus / "news.md").write_text(
        "---\ntitle: Harbour news\ndate: 2019-09-14\n---\n\n"
        "Skerrion was founded in 2014 by Ailsa Hestvane, the paper writes.\n",
        "utf-8",
    )
    (corpus / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing that follows")
    result = asyncio.run(
        ascertain.research("Who founded Skerrion?", corpus=[corpus], out=folder / "runs")
    )
    return result.path
