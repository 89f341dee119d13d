"""What all tests share: no network but loopback, no models, and where the real data is."""

from __future__ import annotations

import gc
import ipaddress
import os
import socket
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from ascertain.bootstrap.settings import MODEL_KEY_NAMES

ROOT = Path(__file__).parents[1]
_MODEL_SETTINGS = (
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_MODEL",
    "ASCERTAIN_MODEL",
    "ASCERTAIN_MODEL_URL",
    "ASCERTAIN_RULES",
    "ASCERTAIN_RUNTIME",
    "OPENAI_BASE_URL",
)


def _is_local(address: Any) -> bool:
    if not isinstance(address, tuple):
        return True  # a Unix socket
    host = str(cast("tuple[object, ...]", address)[0])
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: Any) -> None:
    """Refuse every connection that is not to this machine, and keep indexes apart."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if not _is_local(address):
            raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
    # Keys of whoever runs the tests are no business of theirs, nor of programs they start.
    for name in (*MODEL_KEY_NAMES, *_MODEL_SETTINGS):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ASCERTAIN_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real data; tests that need it skip where it is absent."""
    given = os.environ.get("ASCERTAIN_DATA")
    folder = Path(given) if given else ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the real data sets are not here (ASCERTAIN_DATA names their folder)")
    return folder


@pytest.fixture(scope="session")
def demo_corpus() -> Path:
    """The demo documents."""
    return ROOT / "demo" / "corpus"


@pytest.fixture
def sdk_leftovers() -> Iterator[None]:
    """Let go here of streams that the Claude Agent SDK leaves open where its program is cut off."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
