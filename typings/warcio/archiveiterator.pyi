from collections.abc import Iterator
from typing import BinaryIO

from warcio.recordloader import ArcWarcRecord

class ArchiveIterator:
    def __init__(self, fileobj: BinaryIO, *, check_digests: bool | str = ...) -> None: ...
    def __iter__(self) -> Iterator[ArcWarcRecord]: ...
