"""Every way in which the SDK can end, as one of ours; pure but for the SDK's own types."""

from __future__ import annotations

import re
from typing import NamedTuple

from claude_agent_sdk import (
    ClaudeSDKError,
    CLIConnectionError,
    CLIJSONDecodeError,
    CLINotFoundError,
    ProcessError,
    ResultMessage,
)

from ascertain.evidence.kinds import Ending

__all__ = ["Ended", "fault_of", "result_of"]

_SIGN_IN = frozenset((401, 403))
_NOT_FOUND = 404
_RATE = 429
_SERVER = 500
_SIGKILL, _SIGTERM = (-9, 137), (-15, 143)


class Ended(NamedTuple):
    """An ending, and why if it is not ``finished``.

    Attributes:
        status: as in ``ModelError``, for callers that ask once.
    """

    ending: Ending
    error: str | None = None
    status: str = "error"


_BY_REASON = {
    "max_turns": Ended("budget", "the turns are used up", "cut"),
    "budget_exhausted": Ended("budget", "the money for this researcher is used up", "cut"),
    "hook_stopped": Ended("budget", "it was stopped between two turns", "cut"),
    "aborted_streaming": Ended("cancelled", "it was interrupted"),
    "aborted_tools": Ended("cancelled", "it was interrupted"),
}
_BY_SUBTYPE = {
    "error_max_turns": _BY_REASON["max_turns"],
    "error_max_budget_usd": _BY_REASON["budget_exhausted"],
    "error_max_structured_output_retries": Ended(
        "error", "no answer of the model fits the form asked for", "bad_output"
    ),
}


def result_of(message: ResultMessage) -> Ended:
    """Read how a conversation ended from its last message.

    A ``subtype`` of ``success`` says little: refusals, overload and a failed sign-in come with
    it too, and with ``is_error``.
    """
    known = _BY_SUBTYPE.get(message.subtype) or _BY_REASON.get(message.terminal_reason or "")
    if known is not None:
        return known
    if not message.is_error and message.subtype == "success":
        return Ended("finished")
    return _failed(message)


def _failed(message: ResultMessage) -> Ended:
    status, said = message.api_error_status or 0, _told(message.result)
    lower = (message.result or "").lower()
    no_credit = any(word in lower for word in ("credit", "not logged in", "/login", "api key"))
    table = (
        (
            message.stop_reason == "refusal",
            Ended("error", f"the model declined: {said}", "refused"),
        ),
        (
            message.terminal_reason == "prompt_too_long",
            Ended("error", "the conversation is too long for the model"),
        ),
        (
            status in _SIGN_IN or no_credit,
            Ended("error", _not_signed_in(status, said), "sign_in"),
        ),
        (
            status == _NOT_FOUND,
            Ended("error", f"there is no such model, or no access to it: {said}", "no_access"),
        ),
        (
            status == _RATE or status >= _SERVER,
            Ended("error", f"the provider fails or limits the rate ({status})", "overloaded"),
        ),
        (
            "timed out" in lower,
            Ended("time_out", f"the provider did not answer in time: {said}", "time_out"),
        ),
    )
    other = Ended("error", f"{message.subtype}: {said or 'no reason was given'}")
    return next((ended for holds, ended in table if holds), other)


def fault_of(error: Exception, said: str = "") -> Ended:
    """Read how a conversation ended from what the SDK raised.

    Args:
        error: what it raised.
        said: what the program wrote to its error stream last.
    """
    tail = f" It said: {_short(said)}" if said.strip() else ""
    what = _short(str(error))
    table: tuple[tuple[type[Exception], Ended], ...] = (
        (CLINotFoundError, Ended("error", _NO_PROGRAM, "missing_program")),
        (
            CLIJSONDecodeError,
            Ended("error", "the program sent a line that is too long or no JSON", "bad_output"),
        ),
        (ProcessError, _ended_process(error, tail)),
        (
            CLIConnectionError,
            Ended("error", f"the program could not be spoken to: {what}{tail}", "cut"),
        ),
        (ClaudeSDKError, Ended("error", f"the program sent what the SDK does not know: {what}")),
        (TimeoutError, Ended("time_out", "no answer in time", "time_out")),
    )
    other = Ended("error", f"{type(error).__name__}: {what}{tail}")
    return next((ended for kind, ended in table if isinstance(error, kind)), other)


def _ended_process(error: Exception, tail: str) -> Ended:
    code = error.exit_code if isinstance(error, ProcessError) else None
    if code in _SIGKILL or code in _SIGTERM:
        return Ended("error", f"the program was killed ({code})", "cut")
    return Ended("error", f"the program ended with status {code}.{tail}", "cut")


_SIGN_IN_WITH = (
    "set ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN or CLAUDE_CODE_OAUTH_TOKEN, in the environment "
    "or in .env"
)
_LONGEST_ANSWER = 4_000
_MESSAGE = re.compile(r'"message": ?"([^"\\]{1,300})"')
_NO_PROGRAM = (
    "the program of the Claude Agent SDK is not there; install 'ascertain[claude]' anew or name "
    "one with ASCERTAIN_CLAUDE_CLI"
)


def _not_signed_in(status: int, said: str) -> str:
    """Say what to do in words of ours: the program's own commands are not at hand here."""
    lower = said.lower()
    if "credit" in lower:
        return f"the account cannot pay: {said}"
    if "not logged in" in lower or not (status or said):
        return f"Claude is not signed in: {_SIGN_IN_WITH}"
    number = f" ({status})" if status else ""
    return f"the sign-in failed{number}" + (f": {said}" if said else "") + f"; {_SIGN_IN_WITH}"


def _told(text: str | None) -> str:
    """Return what the program said, without its advice to run commands of its own.

    A provider's answer comes as JSON after a few words; its message is what is for people.
    """
    parts = [part for part in (text or "").split("·") if "/login" not in part]
    whole = "·".join(parts)
    if message := _MESSAGE.search(whole[:_LONGEST_ANSWER]):
        return _short(message[1])
    return _short(whole)


def _short(text: str | None) -> str:
    return " ".join((text or "").split())[:300]
