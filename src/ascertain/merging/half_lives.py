"""After how long claims of a kind are taken to be out of date: a table that users extend."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import cast, get_args

from ascertain.errors import InputError
from ascertain.evidence.kinds import ClaimType
from ascertain.sources.toml_tables import parse_toml, toml_word

__all__ = ["half_lives", "parse_half_lives"]

_MOST_DAYS = 100_000
_MAX_BYTES = 100_000


def half_lives(path: Path | None = None) -> Mapping[str, float]:
    """Return claim type to days, with the rows of a user's table.

    Raises:
        InputError: naming the file and row that cannot be used.
    """
    ours = _ours()
    if path is None:
        return ours
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise InputError(f"{path} is too large for such a table", path="ASCERTAIN_HALF_LIVES")
        text = path.read_text("utf-8")
    except OSError as error:
        raise InputError(
            f"{path} cannot be read: {error.strerror or error}", path="ASCERTAIN_HALF_LIVES"
        ) from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text", path="ASCERTAIN_HALF_LIVES") from None
    together = {**ours, **parse_half_lives(text, str(path))}
    return {kind: days for kind, days in together.items() if days}


def parse_half_lives(text: str, place: str) -> dict[str, float]:
    """Parse a table.

    Raises:
        InputError: naming the row that cannot be used.
    """
    whole = parse_toml(text, place)
    if unknown := sorted(whole.keys() - {"half_lives"}):
        raise InputError(f"{place} holds {unknown[0]!a}, which means nothing here")
    rows = whole.get("half_lives", {})
    if not isinstance(rows, dict):
        raise InputError(f"{place}: half_lives is {toml_word(rows)}, and must be a table")
    kinds = get_args(ClaimType)
    found: dict[str, float] = {}
    for kind, days in cast("dict[str, object]", rows).items():
        if kind not in kinds:
            raise InputError(
                f"{place}: there is no kind of claim {kind!a}", hint=f"One of {', '.join(kinds)}."
            )
        good = isinstance(days, int | float) and not isinstance(days, bool)
        if (
            not good
            or not math.isfinite(cast("float", days))
            or not 0 <= cast("float", days) <= _MOST_DAYS
        ):
            raise InputError(f"{place}: {kind} is {toml_word(days)}, and must be a number of days")
        found[kind] = float(cast("float", days))
    return found


@lru_cache(maxsize=1)
def _ours() -> dict[str, float]:
    text = files("ascertain.merging").joinpath("half_lives.toml").read_text("utf-8")
    return parse_half_lives(text, "half_lives.toml")
