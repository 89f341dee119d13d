"""Every option is documented, and what is documented exists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer.main

from ascertain.interfaces.cli.app import app

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference" / "command-line.md"
COMMANDS: dict[str, Any] = getattr(typer.main.get_command(app), "commands")  # noqa: B009 (the class behind it is Typer's private affair)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_and_option_stands_in_the_reference(name: str) -> None:
    text = REFERENCE.read_text("utf-8")
    assert f"## `ascertain {name}`" in text
    section = text.split(f"## `ascertain {name}`")[1].split("\n## ")[0]
    for parameter in COMMANDS[name].params:
        for option in parameter.opts:
            if option.startswith("--"):
                assert option in section, f"make docs: {option} is missing"
        help_text = getattr(parameter, "help", "")
        assert help_text or parameter.param_type_name == "argument"


def test_links_between_documents_lead_somewhere() -> None:
    pages = [ROOT / "README.md", *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    assert [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ] == []
