"""The tables that come with this package, read from its own files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import cast

__all__ = ["package_table", "words_of"]


@lru_cache(maxsize=16)
def package_table(name: str) -> Mapping[str, object]:
    """Return a table by its file's name, such as ``tracking.toml``; it is not to be changed."""
    place = files("ascertain.sources").joinpath("tables", name)
    return tomllib.loads(place.read_text("utf-8"))


def words_of(table: Mapping[str, object], key: str) -> tuple[str, ...]:
    """Return the list of words under a key of one of our own tables.

    Raises:
        KeyError: the table has no such key; our own files always do.
    """
    return tuple(str(word) for word in cast("list[object]", table[key]))
