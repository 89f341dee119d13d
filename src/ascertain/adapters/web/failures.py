"""What the HTTP library reports, in our words."""

from __future__ import annotations

import ssl
from collections.abc import Generator
from contextlib import contextmanager

import httpcore2

from ascertain.adapters.web.network import UnreachableError
from ascertain.errors import FetchError

__all__ = ["foreign_errors_mapped"]

# How the library and its parsers word an end in mid answer; the tests hold these to account.
_CUT = ("disconnected", "peer closed", "StreamReset", "ConnectionTerminated")


@contextmanager
def foreign_errors_mapped(host: str, *, connect_s: float, idle_s: float) -> Generator[None]:
    """Turn every error of the library into a ``FetchError``.

    Args:
        host: that is asked.
        connect_s: how long a connection may take.
        idle_s: how long nothing may come.
    """
    try:
        yield
    except FetchError:
        raise
    except httpcore2.ConnectTimeout:
        reason = f"no secure connection to {host} within {connect_s:g} s"
        raise UnreachableError(reason, is_passing=True) from None
    except httpcore2.TimeoutException:
        reason = f"nothing came from {host} for {idle_s:g} s"
        raise UnreachableError(reason, is_passing=True) from None
    except httpcore2.ConnectError as error:
        raise _unconnected(host, error) from error
    except httpcore2.NetworkError as error:
        raise UnreachableError("the connection broke off", is_passing=True) from error
    except httpcore2.ProtocolError as error:
        if any(word in str(error) for word in _CUT):
            reason = "the answer broke off before its end"
            raise UnreachableError(reason, is_passing=True) from error
        raise UnreachableError("the answer is not valid HTTP", is_passing=False) from error
    except Exception as error:
        # The library lets errors of its parsers through, of any kind, for hostile answers.
        reason = f"the answer could not be read ({type(error).__name__})"
        raise UnreachableError(reason, is_passing=False) from error


def _unconnected(host: str, error: httpcore2.ConnectError) -> UnreachableError:
    cause = error.args[0] if error.args else None
    if isinstance(cause, ssl.SSLCertVerificationError):
        said = _said(cause, "verify_message").rstrip(".")
        return UnreachableError(
            f"the certificate is not valid for {host}: {said}", is_passing=False
        )
    if isinstance(cause, ssl.SSLError):
        said = _said(cause, "reason").replace("_", " ").lower()
        return UnreachableError(
            f"no secure connection to {host} could be made: {said}", is_passing=False
        )
    return UnreachableError(f"the connection to {host} failed", is_passing=True)


def _said(error: ssl.SSLError, name: str) -> str:
    # Only errors that OpenSSL itself raised have these attributes.
    said: object = getattr(error, name, None)
    return said if isinstance(said, str) and said else "unknown"
