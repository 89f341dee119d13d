from collections.abc import Iterable, Iterator

from lxml.html import HtmlElement

class LxmlError(Exception): ...
class XMLSyntaxError(LxmlError, SyntaxError): ...

class LogEntry:
    message: str

class ErrorLog:
    last_error: LogEntry | None

class ElementDefaultClassLookup:
    def __init__(self, *, element: type[HtmlElement]) -> None: ...

class HTMLParser:
    error_log: ErrorLog
    def __init__(
        self,
        *,
        encoding: str | None = None,
        huge_tree: bool = False,
        no_network: bool = True,
        remove_comments: bool = False,
        remove_pis: bool = False,
    ) -> None: ...
    def feed(self, data: bytes) -> None: ...
    def close(self) -> HtmlElement | None: ...
    def set_element_class_lookup(self, lookup: ElementDefaultClassLookup) -> None: ...

class XMLParser:
    def __init__(
        self,
        *,
        resolve_entities: bool = True,
        no_network: bool = True,
        load_dtd: bool = False,
        huge_tree: bool = False,
        recover: bool = False,
    ) -> None: ...
    def set_element_class_lookup(self, lookup: ElementDefaultClassLookup) -> None: ...

class QName:
    localname: str
    def __init__(self, text_or_element: HtmlElement) -> None: ...

class iterwalk(Iterator[tuple[str, HtmlElement]]):
    def __init__(self, element: HtmlElement, events: Iterable[str]) -> None: ...
    def __next__(self) -> tuple[str, HtmlElement]: ...
    def skip_subtree(self) -> None: ...

def fromstring(text: bytes, parser: HTMLParser | XMLParser) -> HtmlElement | None: ...
def tostring(element: HtmlElement, *, encoding: type[str], method: str = "xml") -> str: ...
def SubElement(parent: HtmlElement, tag: str) -> HtmlElement: ...
