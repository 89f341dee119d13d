"""One file, one noun: sizes that may not be passed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "ascertain"
FILES = sorted(SOURCE.rglob("*.py"))
Function = ast.FunctionDef | ast.AsyncFunctionDef


def _length(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_file_stays_within_the_sizes(path: Path) -> None:
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    faults: list[str] = []
    if text.count("\n") > 400:
        faults.append(f"{text.count(chr(10))} lines")
    for node in ast.walk(tree):
        # A command's options are declared in its signature; they are not its complexity.
        if isinstance(node, Function) and _length(node.body[-1]) and _body_length(node) > 60:
            faults.append(f"{node.name}: {_body_length(node)} lines")
        if isinstance(node, ast.ClassDef):
            public = [n for n in node.body if isinstance(n, Function) and n.name[0] != "_"]
            if len(public) > 20:
                faults.append(f"{node.name}: {len(public)} public methods")
            faults.extend(_constructor_faults(node))
    assert faults == []


def _body_length(node: Function) -> int:
    return (node.end_lineno or 0) - node.body[0].lineno + 1


def _constructor_faults(node: ast.ClassDef) -> list[str]:
    for part in node.body:
        if isinstance(part, Function) and part.name == "__init__":
            given = len(part.args.args) - 1 + len(part.args.kwonlyargs)
            if given > 6:
                return [f"{node.name}: {given} constructor parameters"]
    return []
