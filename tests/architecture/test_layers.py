"""The walls that import-linter does not see."""

from __future__ import annotations

import grimp


def test_no_module_imports_a_package_that_it_lives_in() -> None:
    graph = grimp.build_graph("ascertain", cache_dir=None)
    # Two numbers belong to the root: its version, and the lazy names it hands out.
    faults = [
        f"{module} imports {imported}"
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
        if module != imported and module.startswith(f"{imported}.")
    ]
    assert faults == []


def test_there_are_no_cycles_even_through_imports_for_types() -> None:
    graph = grimp.build_graph("ascertain", cache_dir=None, exclude_type_checking_imports=False)
    faults = [
        f"{module} <-> {imported}"
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
        if imported != module and graph.chain_exists(importer=imported, imported=module)
    ]
    assert faults == []


def test_every_package_is_declared_in_the_layers() -> None:
    graph = grimp.build_graph("ascertain", cache_dir=None)
    packages = {name.split(".")[1] for name in graph.find_children("ascertain")}
    declared = {
        "__main__",
        "_version",
        "adapters",
        "bootstrap",
        "controller",
        "errors",
        "evaluation",
        "evidence",
        "gathering",
        "interfaces",
        "merging",
        "ports",
        "prompts",
        "reporting",
        "sources",
        "validation",
    }
    assert packages == declared
