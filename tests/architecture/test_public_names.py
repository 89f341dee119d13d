"""Public is what ``__all__`` says."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "ascertain"
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.name != "__init__.py")


def _declared(tree: ast.Module) -> list[str] | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return [str(name) for name in ast.literal_eval(node.value)]
    return None


def _parts(target: ast.expr) -> list[str]:
    return ast.unparse(target).strip("()").split(",")


def _defined(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names.update(part.strip() for target in node.targets for part in _parts(target))
        elif isinstance(node, ast.AnnAssign):
            names.add(ast.unparse(node.target))
    return {name for name in names if not name.startswith("_")}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_all_is_sorted_and_names_what_the_module_defines(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    if path.name == "_version.py":
        return
    declared = _declared(tree)
    assert declared is not None, "no __all__"
    assert declared == sorted(
        declared, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    type_variables = {"Answer", "In", "Kind", "Name", "Out"}
    undeclared = _defined(tree) - set(declared) - type_variables
    # The command line declares its option types once per file, for that file.
    assert "interfaces/cli" in path.as_posix() or undeclared == set()
    assert set(declared) - _defined(tree) - {"app", "main"} == set()


def test_the_package_hands_out_what_it_says() -> None:
    package = importlib.import_module("ascertain")
    for name in package.__all__:
        assert getattr(package, name) is not None
    with pytest.raises(AttributeError, match="has no attribute"):
        _ = package.nothing_of_that_name
    assert set(package.__all__) <= set(dir(package))
