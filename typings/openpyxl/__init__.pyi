from collections.abc import Iterator
from typing import BinaryIO

class ReadOnlyWorksheet:
    title: str
    sheet_state: str
    def reset_dimensions(self) -> None: ...
    def iter_rows(self, *, values_only: bool, max_col: int) -> Iterator[tuple[object, ...]]: ...

class Workbook:
    worksheets: list[ReadOnlyWorksheet]
    def close(self) -> None: ...

def load_workbook(filename: BinaryIO, *, read_only: bool, data_only: bool) -> Workbook: ...
