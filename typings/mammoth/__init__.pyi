from collections.abc import Callable, Mapping
from typing import BinaryIO

from mammoth import images as images

class Result:
    value: str

def convert_to_html(
    fileobj: BinaryIO,
    *,
    style_map: str = "",
    convert_image: Callable[[object], object] | None = None,
    include_embedded_style_map: bool = True,
) -> Result: ...
