"""The report as data, and its Markdown and HTML forms."""
