"""Readers: bytes of a web page, PDF, Office file or text to one text with its ranges."""
