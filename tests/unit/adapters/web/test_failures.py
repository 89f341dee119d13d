"""Every error of the HTTP library becomes one of ours."""

from __future__ import annotations

import asyncio
import ssl

import httpcore2
import pytest

from ascertain.adapters.web.failures import foreign_errors_mapped
from ascertain.adapters.web.network import UnreachableError
from ascertain.errors import FetchError


@pytest.mark.parametrize(
    ("error", "reason", "is_passing"),
    [
        (httpcore2.ReadTimeout(), "nothing came from a.example for 3 s", True),
        (httpcore2.WriteTimeout(), "nothing came from a.example for 3 s", True),
        (httpcore2.ConnectTimeout(), "no secure connection to a.example within 2 s", True),
        (httpcore2.ReadError("reset"), "the connection broke off", True),
        (httpcore2.ConnectError("odd"), "the connection to a.example failed", True),
        (httpcore2.ConnectError(), "the connection to a.example failed", True),
        (
            httpcore2.ConnectError(ssl.SSLError(1, "odd")),
            "no secure connection to a.example could be made: unknown",
            False,
        ),
        (
            httpcore2.ConnectError(ssl.SSLCertVerificationError("odd")),
            "the certificate is not valid for a.example: unknown",
            False,
        ),
        (
            httpcore2.RemoteProtocolError("<StreamReset stream_id:1>"),
            "the answer broke off before its end",
            True,
        ),
        (httpcore2.LocalProtocolError("state"), "the answer is not valid HTTP", False),
        (KeyError("stream"), "the answer could not be read (KeyError)", False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_error_of_the_library_is_said(
    error: Exception, reason: str, *, is_passing: bool
) -> None:
    with (
        pytest.raises(UnreachableError) as caught,
        foreign_errors_mapped("a.example", connect_s=2, idle_s=3),
    ):
        raise error
    assert (caught.value.status, caught.value.reason) == ("error", reason)
    assert caught.value.is_passing is is_passing


@pytest.mark.parametrize("error", [FetchError("blocked", "no"), asyncio.CancelledError()])
def test_refusals_and_cancellation_pass_as_they_are(error: BaseException) -> None:
    with (
        pytest.raises(type(error)) as caught,
        foreign_errors_mapped("a.example", connect_s=2, idle_s=3),
    ):
        raise error
    assert caught.value is error
