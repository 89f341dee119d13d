"""Zip containers of Office files: bounds and refusals before any library opens them."""

from __future__ import annotations

import io
import re
import zipfile
import zlib

from lxml import etree
from lxml.html import HtmlElement

from ascertain.adapters.readers.assembly import Metadata
from ascertain.adapters.readers.dates import dated
from ascertain.errors import ReadError

__all__ = ["core_metadata", "member", "open_container", "parse_xml"]

_MAX_MEMBERS = 20_000
_MAX_UNPACKED = 300_000_000
_MAX_RATIO = 250
_RATIO_FROM = 20_000_000
"""Unpacked bytes under which any ratio is harmless."""
_ENCRYPTED = 0x1
_PROLOGUE = 65_536
_DECLARATION = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)")
_XML_SUFFIXES = (".xml", ".rels", ".vml")
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    OSError,
    EOFError,
    ValueError,
    NotImplementedError,
    RuntimeError,
)
_CORE = "docProps/core.xml"


def open_container(data: bytes) -> zipfile.ZipFile:
    """Open a container whose unpacked size is bounded and whose XML declares no entities.

    Raises:
        ReadError: ``too_large`` for what would unpack to too much, ``unsupported`` if locked or if
            it declares entities, ``error`` if broken.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = archive.infolist()
    except _BROKEN as error:
        raise ReadError("error", "its zip container is broken or cut short") from error
    if len(members) > _MAX_MEMBERS:
        raise ReadError("too_large", f"it packs {len(members):,} files; at most {_MAX_MEMBERS:,}")
    total = sum(info.file_size for info in members)
    packed = max(1, len(data))
    if total > _MAX_UNPACKED or (total > _RATIO_FROM and total > _MAX_RATIO * packed):
        raise ReadError(
            "too_large", f"it would unpack from {packed / 1e6:,.1f} MB to {total / 1e6:,.0f} MB"
        )
    if any(info.flag_bits & _ENCRYPTED for info in members):
        raise ReadError("unsupported", "it is locked with a password")
    for info in members:
        if info.filename.lower().endswith(_XML_SUFFIXES):
            _refuse_entities(archive, info)
    return archive


def _refuse_entities(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
    try:
        with archive.open(info) as stream:
            head = stream.read(_PROLOGUE)
    except _BROKEN as error:
        raise ReadError("error", "its zip container is broken or cut short") from error
    if _DECLARATION.search(head.replace(b"\x00", b"")):
        raise ReadError("unsupported", "its XML declares entities, which no Office program writes")


def member(archive: zipfile.ZipFile, name: str) -> bytes | None:
    """Return a member's bytes, or None if there is none of that name.

    Raises:
        ReadError: ``error`` if it cannot be unpacked.
    """
    try:
        return archive.read(name)
    except KeyError:
        return None
    except _BROKEN as error:
        raise ReadError("error", "its zip container is broken or cut short") from error


def parse_xml(data: bytes) -> HtmlElement:
    """Parse XML without entities, network or DTD.

    Raises:
        ReadError: ``error`` if it is broken.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=True
    )
    parser.set_element_class_lookup(etree.ElementDefaultClassLookup(element=HtmlElement))
    root = etree.fromstring(data, parser)
    if root is None:
        raise ReadError("error", "the XML inside it is broken")
    return root


def core_metadata(archive: zipfile.ZipFile, kind: str) -> Metadata:
    """Read the core properties of an Office file; ``kind`` goes into where a date was read."""
    data = member(archive, _CORE)
    if data is None:
        return Metadata()
    try:
        root = parse_xml(data)
    except (ReadError, etree.LxmlError, ValueError):
        return Metadata()
    found = {
        etree.QName(element).localname: (element.text or "").strip() for element in root.iter("*")
    }
    title, author = found.get("title") or None, found.get("creator") or None
    return Metadata(
        title=title,
        title_from=f"{kind} core properties" if title else None,
        author=author,
        author_from=f"{kind} core properties" if author else None,
        published=dated(found.get("created"), f"{kind} created"),
        updated=dated(found.get("modified"), f"{kind} modified"),
    )
