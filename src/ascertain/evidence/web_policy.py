"""The web policy, as users write it."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from ascertain.evidence.record import NonBlank, VersionedRecord

__all__ = ["HostPattern", "OpenHost", "PolicyPreset", "WebPolicy"]

_PATTERN = re.compile(r"(?:\*\.)?[^\s/:@*?#\[\]]+|\[[0-9a-fA-F:.]+\]")
_OPEN = re.compile(r"(?:[^\s/:@*?#\[\]]+|\[[0-9a-fA-F:.]+\]):([0-9]{1,5})")
_MAX_PORT = 65_535


def _pattern(value: str) -> str:
    if not _PATTERN.fullmatch(value):
        msg = "must be a host (example.org) or a domain and all below it (*.example.org)"
        raise ValueError(msg)
    return value.lower()


def _open(value: str) -> str:
    match = _OPEN.fullmatch(value)
    if match is None or not 0 < int(match[1]) <= _MAX_PORT:
        msg = "must be HOST:PORT, such as wiki.corp.example:8080"
        raise ValueError(msg)
    return value.lower()


HostPattern = Annotated[NonBlank, Field(max_length=300), AfterValidator(_pattern)]
"""``example.org`` (that host alone) or ``*.example.org`` (the domain and every host below)."""
OpenHost = Annotated[NonBlank, Field(max_length=300), AfterValidator(_open)]
"""``HOST:PORT`` that may be reached wherever it points, private addresses included."""
PolicyPreset = Literal["no_social", "no_forums"]


class WebPolicy(VersionedRecord):
    """What may be asked of the web, and how politely.

    Attributes:
        allow: hosts that may be read; empty: all that are not denied.
        deny: hosts that may not be read; stronger than ``allow``.
        presets: lists of hosts to deny, kept by this package.
        open: hosts and ports of one's own network that may be reached all the same: neither
            ``allow`` nor ``ports`` need name them, but ``deny`` still holds.
        ports: the ports that may be asked on hosts that are not open.
        robots: obey robots.txt.
        per_host: requests to one host at the same time.
        delay_s: seconds between the starts of two requests to one host.
    """

    allow: tuple[HostPattern, ...] = Field(default=(), max_length=10_000)
    deny: tuple[HostPattern, ...] = Field(default=(), max_length=10_000)
    presets: tuple[PolicyPreset, ...] = ()
    open: tuple[OpenHost, ...] = Field(default=(), max_length=1_000)
    ports: tuple[Annotated[int, Field(ge=1, le=_MAX_PORT)], ...] = (80, 443, 8080, 8443)
    robots: bool = True
    per_host: int = Field(default=4, ge=1, le=32)
    delay_s: float = Field(default=0.1, ge=0, le=60, allow_inf_nan=False)
