from collections.abc import Mapping

ENGINES: Mapping[str, Mapping[str, type]]
