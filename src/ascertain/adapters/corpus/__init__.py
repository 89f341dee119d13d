"""Local folders as a searchable corpus: an incremental full-text index, search and fetching."""
