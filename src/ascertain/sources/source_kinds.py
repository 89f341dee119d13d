"""Which kind of source an address is, from a table that users may extend."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast, get_args
from urllib.parse import SplitResult, urlsplit

from ascertain.errors import InputError
from ascertain.evidence.kinds import SourceKind
from ascertain.sources.mobile_urls import desktop_host
from ascertain.sources.package_tables import package_table
from ascertain.sources.toml_tables import parse_toml, toml_word
from ascertain.sources.urls import canonical_url

__all__ = ["KindTable", "load_kind_table"]

_OWN = "source_kinds.toml"
_KINDS: tuple[str, ...] = get_args(SourceKind)
_SECTIONS = ("kinds", "ranks", "first_labels")
_ROW = re.compile(
    r"(?P<below>\*\.)?(?P<host>[^\s/:@*?#.]+(?:\.[^\s/:@*?#.]+)*(?:\.\?\?)?)(?P<path>/[^\s?#]*)?"
)
_PLAIN_HOST = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
_ANY_COUNTRY = "??"
_COUNTRY = 2
_MAX_LABELS = 12
_MAX_SEGMENTS = 8
_MAX_BYTES = 4_000_000
_OWN_DOMAIN = 3
"""Labels of a host below somebody's own domain, such as ``blog.example.org``."""

_Paths = Mapping[str, SourceKind]


@dataclass(frozen=True, slots=True)
class _Layer:
    """The rows of one file: those of a host alone, and those of a domain and all below."""

    hosts: Mapping[str, _Paths]
    domains: Mapping[str, _Paths]
    first_labels: Mapping[str, SourceKind]


@dataclass(frozen=True, slots=True)
class KindTable:
    """Kinds of source by address, and the rank of each kind.

    A look-up takes a few dictionary accesses, however many rows there are.
    """

    _layers: tuple[_Layer, ...]
    _ranks: Mapping[SourceKind, float]

    def kind(self, url: str) -> SourceKind:
        """Return the kind of source at an address; ``unknown`` where no row says more.

        Files are ``local``. A user's rows come before this package's.
        """
        parts = _address(url)
        if parts is None:
            return "unknown"
        if parts.scheme == "file":
            return "local"
        host = (parts.hostname or "").removeprefix("www.")
        for layer in self._layers:
            found = _by_rows(layer, host, parts.path)
            if found is not None:
                return found
        labels = host.split(".", _OWN_DOMAIN)
        if len(labels) >= _OWN_DOMAIN:
            for layer in self._layers:
                if labels[0] in layer.first_labels:
                    return layer.first_labels[labels[0]]
        return "unknown"

    def rank(self, kind: SourceKind) -> float:
        """Return how much a kind of source weighs, 0 to 1."""
        return self._ranks[kind]


def load_kind_table(extra: Path | None = None) -> KindTable:
    """Load this package's table and, before it, a user's.

    Args:
        extra: a TOML file with any of the sections ``kinds`` (lists of rows by kind), ``ranks``
            and ``first_labels``, as in this package's own.

    Raises:
        InputError: the user's file cannot be read, or a row in it cannot be used: both named.
    """
    own_layer, own_ranks = _own()
    if extra is None:
        return KindTable((own_layer,), own_ranks)
    layer, ranks = _parsed(_read(extra), str(extra))
    return KindTable((layer, own_layer), {**own_ranks, **ranks})


@lru_cache(maxsize=1)
def _own() -> tuple[_Layer, Mapping[SourceKind, float]]:
    return _parsed(package_table(_OWN), _OWN)


def _address(url: str) -> SplitResult | None:
    """The parts of an address in canonical form; None if it is neither of the web nor a file."""
    try:
        parts = urlsplit(canonical_url(url))
    except ValueError:
        return None
    if parts.scheme == "file":
        return parts
    is_web = parts.scheme in {"http", "https"}
    return parts if is_web and _PLAIN_HOST.fullmatch(parts.hostname or "") else None


def _by_rows(layer: _Layer, host: str, path: str) -> SourceKind | None:
    for rows in _candidates(layer, host):
        found = _by_path(rows, path)
        if found is not None:
            return found
    return None


def _candidates(layer: _Layer, host: str) -> Iterator[_Paths]:
    if host in layer.hosts:
        yield layer.hosts[host]
    labels = host.rsplit(".", _MAX_LABELS)[-_MAX_LABELS:]
    has_country = len(labels[-1]) == _COUNTRY
    for at in range(len(labels)):
        domain = ".".join(labels[at:])
        if domain in layer.domains:
            yield layer.domains[domain]
        if has_country and at < len(labels) - 1:
            everywhere = ".".join((*labels[at:-1], _ANY_COUNTRY))
            if everywhere in layer.domains:
                yield layer.domains[everywhere]


def _by_path(rows: _Paths, path: str) -> SourceKind | None:
    segments = path.split("/", _MAX_SEGMENTS + 1)[1 : _MAX_SEGMENTS + 1]
    for count in range(len(segments), 0, -1):
        prefix = "/" + "/".join(segments[:count])
        if prefix in rows:
            return rows[prefix]
    return rows.get("")


def _read(path: Path) -> Mapping[str, object]:
    try:
        with path.open("rb") as stream:
            content = stream.read(_MAX_BYTES + 1)
        if len(content) > _MAX_BYTES:
            raise InputError("is over 4 MB, too large for a table of kinds", path=str(path))
        return parse_toml(content.decode("utf-8-sig"), str(path))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(
            f"the table of kinds cannot be read ({reason})", path=str(path), hint="Give its path."
        ) from error
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text", path=str(path), hint="Save it as UTF-8.") from None


def _parsed(table: Mapping[str, object], file: str) -> tuple[_Layer, Mapping[SourceKind, float]]:
    for section in table:
        if section not in _SECTIONS:
            raise InputError(
                "no such section", path=f"{file}: {section}", hint=f"Use {', '.join(_SECTIONS)}."
            )
    hosts: dict[str, dict[str, SourceKind]] = {}
    domains: dict[str, dict[str, SourceKind]] = {}
    for name, listed in _section(table, "kinds", file).items():
        place = f"{file}: kinds.{name}"
        kind = _kind(name, place)
        if not isinstance(listed, list):
            raise InputError("must be a list of rows", path=place)
        for at, row in enumerate(cast("list[object]", listed)):
            _add(hosts, domains, row, kind, f"{place}[{at}]")
    labels: dict[str, SourceKind] = {
        label.lower(): _kind(kind, f"{file}: first_labels.{label}")
        for label, kind in _section(table, "first_labels", file).items()
    }
    ranks: dict[SourceKind, float] = {
        _kind(name, f"{file}: ranks.{name}"): _rank(value, f"{file}: ranks.{name}")
        for name, value in _section(table, "ranks", file).items()
    }
    return _Layer(hosts, domains, labels), ranks


def _section(table: Mapping[str, object], name: str, file: str) -> Mapping[str, object]:
    section = table.get(name, {})
    if not isinstance(section, dict):
        raise InputError("must be a section", path=f"{file}: {name}")
    return cast("Mapping[str, object]", section)


def _add(
    hosts: dict[str, dict[str, SourceKind]],
    domains: dict[str, dict[str, SourceKind]],
    row: object,
    kind: SourceKind,
    place: str,
) -> None:
    found = _ROW.fullmatch(row) if isinstance(row, str) else None
    if found is None:
        raise InputError(
            f"{toml_word(row)} is no host",
            path=place,
            hint="Write example.org, *.example.org or example.org/path.",
        )
    host = _row_host(found["host"])
    if host is None or (found["host"].endswith(_ANY_COUNTRY) and not found["below"]):
        raise InputError(
            f"{toml_word(row)} is no host", path=place, hint="Write *.gov.?? or example.org."
        )
    path = (found["path"] or "").rstrip("/")
    if path.count("/") > _MAX_SEGMENTS:
        raise InputError(f"{toml_word(row)} has over {_MAX_SEGMENTS} path segments", path=place)
    rows = (domains if found["below"] else hosts).setdefault(host, {})
    if rows.setdefault(path, kind) != kind:
        raise InputError(
            f"{toml_word(row)} stands under {rows[path]} too", path=place, hint="Keep one."
        )


def _row_host(written: str) -> str | None:
    """A row's host as a look-up will meet it: A-labels, no ``www.``, no mobile label."""
    if written.endswith(f".{_ANY_COUNTRY}"):
        return written.lower()
    if _PLAIN_HOST.fullmatch(written):
        return desktop_host(written).removeprefix("www.")
    parts = _address(f"https://{written}/")
    return (parts.hostname or "").removeprefix("www.") if parts else None


def _kind(name: object, place: str) -> SourceKind:
    if name not in _KINDS:
        raise InputError(
            f"{toml_word(name)} is no kind of source",
            path=place,
            hint=f"Use one of {', '.join(_KINDS)}.",
        )
    return cast("SourceKind", name)


def _rank(value: object, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InputError(
            f"{toml_word(value)} is no rank", path=place, hint="Write a number from 0 to 1."
        )
    return float(value)
