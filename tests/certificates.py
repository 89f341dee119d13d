"""A certificate authority of our own, for tests that speak TLS on loopback."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

__all__ = ["Authority", "make_authority"]


@dataclass(frozen=True)
class Authority:
    """A certificate authority, and a certificate of it for one host."""

    folder: Path

    @property
    def certificate(self) -> Path:
        """Where its own certificate is."""
        return self.folder / "ca.pem"

    def trusting(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def serving(self, *protocols: str) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "leaf.pem", self.folder / "leaf.key")
        context.set_alpn_protocols(list(protocols or ("http/1.1",)))
        return context


def make_authority(folder: Path, host: str) -> Authority:
    """Make one for a host, such as ``DNS:a.example`` or ``IP:127.0.0.1``."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("making a certificate needs the openssl command")
    (folder / "leaf.ext").write_text(f"subjectAltName={host}\n", "ascii")
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    name = host.partition(":")[2]
    for words in (
        [
            *("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem"),
            *("-days", "3650", "-subj", "/CN=Test authority"),
            *("-addext", "keyUsage=critical,keyCertSign,cRLSign"),
        ],
        ["req", *key, "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", f"/CN={name}"],
        [
            *("x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key"),
            *("-CAcreateserial", "-days", "3650", "-extfile", "leaf.ext", "-out", "leaf.pem"),
        ],
    ):
        subprocess.run([openssl, *words], cwd=folder, check=True, capture_output=True, timeout=60)
    return Authority(folder)
