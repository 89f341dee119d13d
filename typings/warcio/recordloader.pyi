from typing import BinaryIO

from warcio.statusandheaders import StatusAndHeaders

class ArcWarcRecord:
    rec_type: str
    rec_headers: StatusAndHeaders
    http_headers: StatusAndHeaders | None
    digest_checker: DigestChecker | None
    def content_stream(self) -> BinaryIO: ...

class DigestChecker:
    passed: bool | None
