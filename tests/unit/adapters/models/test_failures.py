"""What providers' clients raise, in our words."""

from __future__ import annotations

import errno
import socket

import pytest
from pydantic_ai import exceptions as said

from ascertain.adapters.models.failures import failed_attempt
from ascertain.adapters.models.opening import open_model

OWN = "http://user:secret@127.0.0.1:9/v1/"


_KINDS: dict[
    int,
    type[
        said.ModelRateLimitError
        | said.ModelServerError
        | said.ModelRequestRejectedError
        | said.ModelUnavailableError
    ],
] = {
    400: said.ModelRequestRejectedError,
    401: said.ModelAuthenticationError,
    429: said.ModelRateLimitError,
    503: said.ModelUnavailableError,
}


def http(status: int, body: object) -> said.ModelHTTPError:
    return said.ModelHTTPError.for_category(
        _KINDS[status], status_code=status, model_name="gpt-5", body=body
    )


def beneath(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = ValueError("a client's own words")
    error.__cause__.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (
            beneath(
                said.ModelConnectionError("m", "Connection error."),
                ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed ('127.0.0.1', 9)"),
            ),
            "not_reached",
            "no server answers at http://127.0.0.1:9/v1 (connection refused)",
        ),
        (
            said.ModelConnectionError("m", "Connection error."),
            "not_reached",
            "no server answers at http://127.0.0.1:9/v1",
        ),
        (
            beneath(
                said.ModelConnectionError("m", "Connection error."),
                socket.gaierror(-2, "Name or service not known"),
            ),
            "not_reached",
            "no server answers at http://127.0.0.1:9/v1 (name or service not known)",
        ),
        (TimeoutError(), "time_out", "no answer in time from http://127.0.0.1:9/v1"),
        (
            http(429, {"message": "Slow\n down", "type": "x"}),
            "overloaded",
            "the provider limits the rate (429): Slow down",
        ),
        (
            http(503, {"error": {"message": "Down"}}),
            "overloaded",
            "the provider is overloaded (503): Down",
        ),
        (http(400, None), "error", "the provider refused the request (400)"),
        (http(400, "odd"), "error", "the provider refused the request (400): odd"),
        (http(400, ["odd"]), "error", "the provider refused the request (400)"),
        (
            http(401, {"message": "Bad key."}),
            "sign_in",
            "the provider refused the key (401): Bad key. The key is looked for in OPENAI_API_KEY",
        ),
        (KeyError("odd"), "error", "an unexpected fault (KeyError): 'odd'"),
        (RuntimeError(), "error", "an unexpected fault (RuntimeError): RuntimeError"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_failure_is_said_in_our_words(error: Exception, status: str, sentence: str) -> None:
    found = failed_attempt(error, "openai:gpt-5", OWN).error
    assert (found.status, str(found)) == (status, sentence)


@pytest.mark.parametrize("address", [None, "", "no address", "http://[::1"])
def test_without_an_address_the_provider_is_named_in_general(address: str | None) -> None:
    error = said.ModelConnectionError("m", "Connection error.")
    assert str(failed_attempt(error, "x:y", address).error) == "the provider could not be reached"


def test_a_chain_of_causes_that_never_ends_is_not_followed_for_ever() -> None:
    error = said.ModelConnectionError("m", "Connection error.")
    error.__cause__ = OSError("no number")
    error.__cause__.__context__ = error
    assert failed_attempt(error, "x:y", None).error.status == "not_reached"


def test_the_address_of_an_opened_model_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert str(open_model("openai:gpt-5").base_url).startswith("https://api.openai.com")
