"""Whatever a provider's client raises, as one of our errors with a sentence for a person."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import cast
from urllib.parse import urlsplit

from pydantic_ai import exceptions as said

from ascertain.errors import ModelError

__all__ = ["KEY_OF", "FailedAttempt", "failed_attempt"]

KEY_OF = {
    "anthropic": "ANTHROPIC_API_KEY",
    "cohere": "CO_API_KEY",
    "deepseek": "DEEPSEEK_API_KEY",
    "google": "GOOGLE_API_KEY",
    "google-gla": "GOOGLE_API_KEY",
    "grok": "XAI_API_KEY",
    "groq": "GROQ_API_KEY",
    "huggingface": "HF_TOKEN",
    "mistral": "MISTRAL_API_KEY",
    "openai": "OPENAI_API_KEY",
    "openai-chat": "OPENAI_API_KEY",
    "openai-responses": "OPENAI_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
    "xai": "XAI_API_KEY",
}
"""Provider to the variable that holds its key."""
_LONGEST = 300
_CAUSES = 10
_TABLE: tuple[tuple[type[Exception], str, str], ...] = (
    (said.ModelAuthenticationError, "sign_in", "the provider refused the key"),
    (said.ModelNotFoundError, "no_access", "there is no such model, or no access to it"),
    (said.ModelQuotaExceededError, "no_access", "the account's quota is used up"),
    (said.ModelRateLimitError, "overloaded", "the provider limits the rate"),
    (said.ModelUnavailableError, "overloaded", "the provider is overloaded"),
    (said.ModelServerError, "overloaded", "the provider failed"),
    (said.ModelContextWindowExceededError, "error", "the prompt is too long for the model"),
    (said.ModelRequestRejectedError, "error", "the provider refused the request"),
    (said.ModelRequestTimeout, "time_out", "no answer in time"),
    (said.ModelTimeoutError, "time_out", "no answer in time"),
    (said.ModelConnectionError, "not_reached", "the provider could not be reached"),
    (said.ContentFilterError, "refused", "the provider's filter stopped the answer"),
    (said.ModelAPIError, "error", "the provider's answer cannot be used"),
    (said.UnexpectedModelBehavior, "bad_output", "the answer is not of the provider's form"),
    (TimeoutError, "time_out", "no answer in time"),
)


class FailedAttempt(Exception):  # noqa: N818 (it leaves no model's adapter)
    """One attempt at an answer that failed.

    Attributes:
        error: what it comes to.
        retry_after: seconds that the provider asks for.
    """

    def __init__(self, error: ModelError, retry_after: float | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.retry_after = retry_after


def failed_attempt(error: Exception, name: str, address: str | None) -> FailedAttempt:
    """Map whatever a provider's client raises.

    Args:
        error: what it raised.
        name: the model, as ``provider:model``.
        address: where it was asked, if that is known.
    """
    fault = f"an unexpected fault ({type(error).__name__})"
    status, what = next(
        ((status, what) for kind, status, what in _TABLE if isinstance(error, kind)),
        ("error", fault),
    )
    if status in {"not_reached", "time_out"}:
        sentence = _unreached(error, what, _plain(address), is_late=status == "time_out")
    elif isinstance(error, said.ModelHTTPError):
        told = _message(error.body)
        sentence = f"{what} ({error.status_code})" + (f": {told}" if told else "")
    else:
        sentence = f"{what}: {_short(str(error)) or type(error).__name__}"
    variable = KEY_OF.get(name.partition(":")[0])
    if status == "sign_in" and variable:
        sentence = f"{sentence.rstrip('. ')}. The key is looked for in {variable}"
    return FailedAttempt(ModelError(status, sentence), _retry_after(error))


def _unreached(error: Exception, what: str, address: str, *, is_late: bool) -> str:
    if is_late:
        return f"{what} from {address}" if address else what
    reason = _reason(error)
    return (f"no server answers at {address}" if address else what) + (
        f" ({reason})" if reason else ""
    )


def _reason(error: Exception) -> str:
    """Return what the system said, such as ``connection refused``, from beneath the clients."""
    at: BaseException | None = error
    reason = ""
    for _ in range(_CAUSES):
        if at is None:
            break
        if isinstance(at, ConnectionError) and at.errno:
            reason = os.strerror(at.errno)  # asyncio's own words hold the address once more
        elif isinstance(at, OSError) and at.strerror:
            reason = _short(at.strerror)
        at = at.__cause__ or at.__context__
    return reason[:1].lower() + reason[1:]


def _plain(address: str | None) -> str:
    """Return an address without a name and password in it."""
    try:
        parts = urlsplit(address or "")
    except ValueError:
        return ""
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path.rstrip('/')}" if host else ""


def _message(body: object) -> str:
    """Return a provider's own sentence from the body of its answer."""
    if isinstance(body, Mapping):
        known = cast("Mapping[str, object]", body)
        return _message(known.get("message") or known.get("error") or known.get("detail"))
    return _short(body) if isinstance(body, str) else ""


def _short(text: str) -> str:
    return " ".join(text.split())[:_LONGEST]


def _retry_after(error: Exception) -> float | None:
    if not isinstance(error, said.ModelHTTPError) or not error.headers:
        return None
    try:
        return max(0.0, float(error.headers.get("retry-after", "")))
    except ValueError:
        return None
