from collections.abc import Callable, Iterable
from typing import Any

class ParagraphStyle:
    def __init__(
        self,
        name: str,
        parent: ParagraphStyle | None = None,
        *,
        hyphenationLang: str | Callable[[str], Iterable[tuple[str, str]]] = ...,
        **options: Any,
    ) -> None: ...
