"""The only way to the network: every address is judged at the moment of connecting to it.

A name may resolve to something else between a check and a connection, so there is no check
beforehand that counts: what is judged here is what is connected to.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Awaitable, Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from ipaddress import ip_address
from typing import TypeVar, cast

import httpcore2

from ascertain.errors import FetchError
from ascertain.evidence.web_policy import WebPolicy
from ascertain.sources.addresses import address_refusal
from ascertain.sources.policy import how_to_open, is_open

__all__ = ["GuardedNetwork", "Resolver", "UnreachableError"]

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the IP addresses of a host name; raises ``OSError`` if there are none."""

_RESOLVE_S = 10.0
_CONNECT_S = 10.0
_MAX_ADDRESSES = 64
_MAX_TRIED = 3
_LOOKUPS = 8
_NO_SUCH_NAME = frozenset(
    getattr(socket, name)
    for name in ("EAI_NONAME", "EAI_NODATA", "EAI_FAIL")
    if hasattr(socket, name)
)
_UNREACHABLE = frozenset((errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EADDRNOTAVAIL))
_CHAIN = 10

_Connection = TypeVar("_Connection")


class UnreachableError(FetchError):
    """Nothing, or nothing whole, was received.

    Args:
        reason: one sentence a person understands.
        is_passing: whether asking again may help.
    """

    def __init__(self, reason: str, *, is_passing: bool) -> None:
        super().__init__("error", reason)
        self.is_passing = is_passing


class GuardedNetwork(httpcore2.AsyncNetworkBackend):
    """Connects to public addresses, and to the hosts and ports that the policy opens.

    A host is refused as a whole if one of its addresses is: a mixed answer is a sign of an
    attempt. Any number of connections at once, in one event loop.

    Args:
        policy: the run's.
        resolve: looks names up; the system's resolver by default.
        backend: makes the connections, always to IP addresses.
    """

    def __init__(
        self,
        policy: WebPolicy,
        *,
        resolve: Resolver | None = None,
        backend: httpcore2.AsyncNetworkBackend | None = None,
    ) -> None:
        self._policy = policy
        self._lookups: ThreadPoolExecutor | None = None
        self._resolve = resolve or self._look_up
        self._backend = backend or cast("httpcore2.AsyncNetworkBackend", httpcore2.AnyIOBackend())

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 (httpcore2's signature)
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to a checked address of the host.

        Raises:
            FetchError: ``blocked`` if the policy forbids it.
            UnreachableError: if there is no such name or nobody answers.
        """
        whole_s = timeout or _CONNECT_S

        async def connect(address: str, within_s: float) -> httpcore2.AsyncNetworkStream:
            with _connecting(host, whole_s):
                return await self._backend.connect_tcp(
                    address, port, within_s, local_address, socket_options
                )

        return await self._first(host, port, connect, whole_s)

    async def open_checked(
        self, host: str, port: int
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to a checked address of the host, for those who relay bytes.

        Raises:
            FetchError: as from ``connect_tcp``.
        """

        async def connect(
            address: str, within_s: float
        ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            with _connecting(host, _CONNECT_S):
                async with asyncio.timeout(within_s):
                    return await asyncio.open_connection(address, port)

        return await self._first(host, port, connect, _CONNECT_S)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ARG002, ASYNC109 (httpcore2's signature)
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,  # noqa: ARG002 (as above)
    ) -> httpcore2.AsyncNetworkStream:
        """Refuse: the web has no Unix sockets.

        Raises:
            FetchError: ``blocked``, always.
        """
        raise FetchError("blocked", f"{path} is a socket of this machine, which is no web host")

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    async def addresses(self, host: str, port: int) -> list[str]:
        """Return the addresses of the host that may be connected to, IPv4 and IPv6 in turn.

        Raises:
            FetchError: ``blocked`` if the policy forbids one of them.
            UnreachableError: if the name cannot be resolved.
        """
        found = await self._resolved(host, port)
        if not is_open(host, port, self._policy):
            for address in found:
                refusal = address_refusal(address)
                if refusal is not None:
                    raise FetchError("blocked", self._refused(host, port, address, refusal))
        return _alternating(found)

    def close(self) -> None:
        """Let go of the threads that look names up. Closing twice is harmless."""
        if self._lookups is not None:
            self._lookups.shutdown(wait=False, cancel_futures=True)
            self._lookups = None

    async def _first(
        self,
        host: str,
        port: int,
        connect: Callable[[str, float], Awaitable[_Connection]],
        within_s: float,
    ) -> _Connection:
        addresses = (await self.addresses(host, port))[:_MAX_TRIED]
        loop = asyncio.get_running_loop()
        until = loop.time() + within_s
        failure: UnreachableError | None = None
        for tried, address in enumerate(addresses):
            left_s = max(until - loop.time(), 0.0) / (len(addresses) - tried)
            try:
                return await connect(address, left_s)
            except UnreachableError as error:
                failure = failure or error
        raise failure or UnreachableError(f"the host name {host} has no address", is_passing=False)

    async def _resolved(self, host: str, port: int) -> list[str]:
        try:
            return [str(ip_address(host))]
        except ValueError:
            pass
        try:
            async with asyncio.timeout(_RESOLVE_S):
                found = await self._resolve(host, port)
        except TimeoutError:
            reason = f"the host name {host} could not be looked up within {_RESOLVE_S:g} s"
            raise UnreachableError(reason, is_passing=True) from None
        except (OSError, UnicodeError) as error:
            if isinstance(error, socket.gaierror) and error.errno not in _NO_SUCH_NAME:
                reason = f"the host name {host} could not be looked up just now"
                raise UnreachableError(reason, is_passing=True) from None
            reason = f"the host name {host} does not exist"
            raise UnreachableError(reason, is_passing=False) from None
        return list(dict.fromkeys(found))[:_MAX_ADDRESSES]

    async def _look_up(self, host: str, port: int) -> Sequence[str]:
        # The system's resolver cannot be interrupted. Threads of its own keep a dead name server
        # from stopping everything else that runs in threads.
        if self._lookups is None:
            self._lookups = ThreadPoolExecutor(_LOOKUPS, thread_name_prefix="look-up")
        found = await asyncio.get_running_loop().run_in_executor(
            self._lookups, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        )
        return [str(place[4][0]) for place in found]

    @staticmethod
    def _refused(host: str, port: int, address: str, refusal: str) -> str:
        said = f"the address {refusal}" if host == address else f"{host} leads here: {refusal}"
        return f"{said}; {how_to_open(host, port)}"


def _alternating(addresses: Sequence[str]) -> list[str]:
    """Order addresses so that a family that does not work costs one try (RFC 8305, section 4)."""
    first_is_6 = bool(addresses) and ":" in addresses[0]
    like_first = [a for a in addresses if (":" in a) == first_is_6]
    others = [a for a in addresses if (":" in a) != first_is_6]
    ordered: list[str] = []
    for at in range(max(len(like_first), len(others))):
        ordered += [*like_first[at : at + 1], *others[at : at + 1]]
    return ordered


@contextmanager
def _connecting(host: str, within_s: float) -> Generator[None]:
    """Say what went wrong with one attempt to connect."""
    try:
        yield
    except (TimeoutError, httpcore2.TimeoutException):
        reason = f"no connection to {host} within {within_s:.3g} s"
        raise UnreachableError(reason, is_passing=True) from None
    except (OSError, httpcore2.NetworkError) as error:
        number = _errno(error)
        if number == errno.ECONNREFUSED:
            raise UnreachableError("the connection was refused", is_passing=False) from None
        if number in _UNREACHABLE:
            reason = f"there is no way to {host} from this machine"
            raise UnreachableError(reason, is_passing=False) from None
        reason = f"the connection to {host} failed"
        raise UnreachableError(reason, is_passing=True) from None


def _errno(error: BaseException) -> int | None:
    """Find the system's number for a failure that libraries have wrapped."""
    at: BaseException | None = error
    for _ in range(_CHAIN):
        if at is None:
            break
        if isinstance(at, OSError) and at.errno is not None:
            return at.errno
        at = at.__cause__ or at.__context__
    return None
