"""One error tree for the whole system.

AscertainError
├── InputError              what a user gave cannot be used (exit status 2)
├── NotAvailableError       an optional part is not installed or not reachable
├── ReadError               a document gave no text: status and reason
├── FetchError              a source could not be fetched: status and reason
├── SearchError             a search provider failed (never "no results")
├── ModelError              a model gave no answer that could be used: status and reason
├── EvidenceRefusedError    a submitted draft was not admitted: code and advice
├── ToolError               a tool call was refused or failed
├── LimitReachedError       a cap held by code was met
├── LedgerError             the run's event log cannot be used
│   ├── LedgerCorruptError  an event's chain or form is broken: line named
│   └── RunLockedError      another process holds the run: holder named
└── SnapshotError           a saved copy is missing or altered
"""

from __future__ import annotations

__all__ = [
    "AscertainError",
    "EvidenceRefusedError",
    "FetchError",
    "InputError",
    "LedgerCorruptError",
    "LedgerError",
    "LimitReachedError",
    "ModelError",
    "NotAvailableError",
    "ReadError",
    "RunLockedError",
    "SearchError",
    "SnapshotError",
    "ToolError",
]


class AscertainError(Exception):
    """Base of every error that this package raises on purpose.

    Args:
        message: what happened, to what.
        hint: what to do next, or an empty string where nothing helps.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        ends = self.message.endswith((".", "!", "?", "。", "？", "！"))
        return f"{self.message}{'' if ends or not self.hint else '.'} {self.hint}".strip()


class InputError(AscertainError):
    """What a user gave cannot be used.

    Args:
        message: what is wrong.
        path: where in the input, such as ``task.identity_anchor_urls[0]``.
        hint: what to do next.
    """

    def __init__(self, message: str, *, path: str = "", hint: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message, hint=hint)
        self.path = path


class NotAvailableError(AscertainError):
    """An optional part is missing; the hint says how to get it."""


class ReadError(AscertainError):
    """A document gave no text that could be used.

    Args:
        status: a source status other than ``ok``.
        reason: one sentence a person understands.
    """

    def __init__(self, status: str, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class FetchError(AscertainError):
    """A source could not be fetched.

    Args:
        status: a source status other than ``ok``.
        reason: one sentence a person understands.
    """

    def __init__(self, status: str, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class SearchError(AscertainError):
    """A search provider failed; an empty answer is never reported this way.

    Args:
        provider: the provider's name.
        reason: what went wrong.
    """

    def __init__(self, provider: str, reason: str) -> None:
        super().__init__(f"search provider {provider} failed: {reason}")
        self.provider = provider
        self.reason = reason


class ModelError(AscertainError):
    """A model gave no answer that could be used.

    Args:
        status: ``not_reached`` (no connection), ``overloaded`` (rate limit, 5xx), ``sign_in``
            (the key was refused), ``no_access`` (to this model), ``refused`` (the model
            declines), ``bad_output`` (what it said does not fit), ``time_out``, ``cut`` (the
            answer broke off), ``error`` (anything else).
        reason: one sentence a person understands.
        hint: what to do next.
    """

    def __init__(self, status: str, reason: str, *, hint: str = "") -> None:
        super().__init__(reason, hint=hint)
        self.status = status
        self.reason = reason


class EvidenceRefusedError(AscertainError):
    """A draft was not admitted as evidence.

    Args:
        code: a short stable word, such as ``quote_not_found``.
        message: what is wrong with the draft.
        advice: what the researcher can mend.
    """

    def __init__(self, code: str, message: str, advice: str) -> None:
        super().__init__(message, hint=advice)
        self.code = code
        self.advice = advice


class ToolError(AscertainError):
    """A tool call was refused before it ran, or failed while it ran.

    Args:
        tool: the tool's full name, such as ``evidence.record``.
        code: a short stable word, such as ``bad_arguments``.
        message: what is wrong.
        hint: what to do next.
    """

    def __init__(self, tool: str, code: str, message: str, *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.tool = tool
        self.code = code


class LimitReachedError(AscertainError):
    """A cap held by code was met.

    Args:
        limit: the limit's name, such as ``max_sources``.
        message: what was refused because of it.
    """

    def __init__(self, limit: str, message: str) -> None:
        super().__init__(message)
        self.limit = limit


class LedgerError(AscertainError):
    """The run's event log cannot be used."""


class LedgerCorruptError(LedgerError):
    """An event does not follow from the one before it.

    Args:
        line: the line's number in the log, from 1.
        reason: what is wrong with it.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(
            f"events.jsonl line {line}: {reason}",
            hint="The lines before it are whole; restore the file or work from a copy.",
        )
        self.line = line


class RunLockedError(LedgerError):
    """Another process holds the run.

    Args:
        run: the run's folder.
        holder: who holds it, as far as it said.
    """

    def __init__(self, run: str, holder: str) -> None:
        super().__init__(
            f"{run} is in use by {holder}.", hint="Wait for it to end, or stop that process."
        )
        self.holder = holder


class SnapshotError(AscertainError):
    """A saved copy is missing or is not what its digest says.

    Args:
        digest: the SHA-256 the copy was asked for by; empty where it is about all of them.
        reason: what is wrong.
    """

    def __init__(self, digest: str, reason: str) -> None:
        super().__init__(f"snapshot {digest[:12]}…: {reason}" if digest else reason)
        self.digest = digest
        self.reason = reason
