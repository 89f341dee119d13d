from pypdfium2 import PdfTextPage

class FS_RECTF:
    left: float
    top: float
    right: float
    bottom: float

def FPDFText_GetCharIndexFromTextIndex(text_page: PdfTextPage, index: int) -> int: ...
def FPDFText_GetLooseCharBox(text_page: PdfTextPage, index: int, rect: FS_RECTF) -> bool: ...
