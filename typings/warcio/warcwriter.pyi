from typing import BinaryIO

from warcio.recordloader import ArcWarcRecord
from warcio.statusandheaders import StatusAndHeaders

class WARCWriter:
    def __init__(self, filebuf: BinaryIO, gzip: bool = ..., *, warc_version: str = ...) -> None: ...
    def create_warc_record(
        self,
        uri: str,
        record_type: str,
        payload: BinaryIO | None = ...,
        length: int | None = ...,
        warc_content_type: str = ...,
        warc_headers: StatusAndHeaders | None = ...,
        http_headers: StatusAndHeaders | None = ...,
    ) -> ArcWarcRecord: ...
    def write_record(self, record: ArcWarcRecord) -> None: ...
