"""What models are told: Markdown files, each with its version."""
