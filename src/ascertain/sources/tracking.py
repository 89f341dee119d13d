"""Query parameters that say who sent a reader, not what is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from ascertain.sources.package_tables import package_table, words_of

__all__ = ["is_tracking"]

_MAX_LABELS = 12
"""Labels of a host that are looked at, from its end."""


@dataclass(frozen=True, slots=True)
class _Table:
    prefixes: tuple[str, ...]
    names: frozenset[str]
    of_hosts: Mapping[str, frozenset[str]]


@lru_cache(maxsize=1)
def _table() -> _Table:
    table = package_table("tracking.toml")
    hosts = cast("Mapping[str, object]", table["hosts"])
    return _Table(
        prefixes=words_of(table, "prefixes"),
        names=frozenset(words_of(table, "names")),
        of_hosts={host: frozenset(words_of(hosts, host)) for host in hosts},
    )


def is_tracking(name: str, host: str) -> bool:
    """Tell whether a query parameter only says where a reader came from.

    Args:
        name: the parameter's name, decoded; its case does not count.
        host: lower case; some names are meaningless on certain hosts only.
    """
    table = _table()
    name = name.lower()
    if name in table.names or name.startswith(table.prefixes):
        return True
    labels = host.rsplit(".", _MAX_LABELS)[-_MAX_LABELS:]
    return any(
        name in table.of_hosts.get(".".join(labels[at:]), ()) for at in range(len(labels) - 1)
    )
