"""Models of any provider, through Pydantic AI."""
