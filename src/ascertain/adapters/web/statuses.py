"""What an HTTP status means for a source."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus

from ascertain.evidence.exchange import Exchange
from ascertain.evidence.kinds import SourceStatus

__all__ = ["Failure", "failure_of", "is_redirect"]

_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_PAGES = frozenset((200, 203))
_EMPTY = frozenset((204, 205))
_PASSING = frozenset((408, 425, 429))
_FIRST_FAULT_OF_HOST = 500
_WORDS: dict[int, tuple[SourceStatus, str]] = {
    202: ("error", "the host has not made the page yet"),
    206: ("error", "the host sent a part of the page"),
    300: ("error", "the host offers several versions and chooses none"),
    304: ("error", "the host says that nothing changed, which was not asked"),
    400: ("error", "the host does not understand the request"),
    401: ("blocked", "the host asks for a login"),
    402: ("blocked", "the host asks for payment"),
    403: ("blocked", "the host refused it"),
    404: ("error", "there is no such page"),
    407: ("blocked", "a proxy asks for a login"),
    408: ("error", "the host waited too long for the request"),
    410: ("error", "there is no such page any more"),
    429: ("blocked", "the host asks to slow down"),
    451: ("blocked", "the host may not show it for legal reasons"),
    500: ("error", "the host failed"),
    502: ("error", "a host behind the host failed"),
    503: ("error", "the host is overloaded or out of service"),
    504: ("error", "a host behind the host did not answer in time"),
}
_WHOLE = re.compile(r"bytes 0-([0-9]{1,15})/([0-9]{1,15})")
_SECONDS = re.compile(r"[0-9]{1,9}")
_DATE = re.compile(r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT")


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a URL gave no page.

    Attributes:
        status: a source status other than ``ok``.
        reason: one sentence a person understands.
        is_passing: whether it may well be otherwise in an hour.
        is_dead_end: whether no request of any kind would have reached the host.
    """

    status: SourceStatus
    reason: str
    is_passing: bool = False
    is_dead_end: bool = False


def is_redirect(exchange: Exchange) -> bool:
    """Whether the status sends the reader elsewhere (RFC 9110, section 15.4)."""
    return exchange.status in _REDIRECTS


def failure_of(exchange: Exchange) -> Failure | None:
    """Return what is wrong with a response; None for a page and for a redirect."""
    status = exchange.status
    if status in _REDIRECTS:
        return None
    if status in _EMPTY or (_is_page(exchange) and not exchange.body):
        return Failure("empty", f"HTTP {status}: the host sent an empty page")
    if _is_page(exchange):
        return None
    kind, words = _WORDS.get(status, ("error", _phrase(status)))
    wait = _wait(exchange.header("Retry-After")) if status in {429, 503} else ""
    is_passing = status in _PASSING or status >= _FIRST_FAULT_OF_HOST
    return Failure(kind, f"HTTP {status}: {words}{wait}", is_passing)


def _is_page(exchange: Exchange) -> bool:
    if exchange.status in _PAGES:
        return True
    if exchange.status != HTTPStatus.PARTIAL_CONTENT:
        return False
    # A part that is the whole: the last byte's place is one less than the length.
    whole = _WHOLE.fullmatch((exchange.header("Content-Range") or "").strip())
    return whole is not None and int(whole[1]) + 1 == int(whole[2])


def _phrase(status: int) -> str:
    try:
        return f"the host answered {HTTPStatus(status).phrase!r}"
    except ValueError:
        return "the host answered with a status that HTTP does not know"


def _wait(value: str | None) -> str:
    # The field is the host's text: only its two proper forms are shown.
    given = (value or "").strip()
    if _SECONDS.fullmatch(given):
        return f" (Retry-After {int(given)} s)"
    return f" (Retry-After {given})" if _DATE.fullmatch(given) else ""
