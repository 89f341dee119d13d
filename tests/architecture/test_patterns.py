"""Patterns that some Python versions we support match wrongly."""

from __future__ import annotations

import ast
import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "ascertain"
# Before Python 3.11.5 a possessive repeat of a group that can backtrack may fail to match
# (python/cpython#106052); of a single character or set it is right.
POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{[0-9]*,?[0-9]*\})\+|\(\?>")


def test_no_pattern_repeats_a_group_possessively() -> None:
    found: list[str] = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
                given = [arg for arg in node.args[:1] if isinstance(arg, ast.Constant)]
                if any(POSSESSIVE_GROUP.search(str(arg.value)) for arg in given):
                    found.append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    assert found == []


def test_such_a_pattern_would_be_found() -> None:
    assert POSSESSIVE_GROUP.search(r'"(?:[^"]|\\.)*+"')
    assert not POSSESSIVE_GROUP.search(r"[^']*+\)+")
