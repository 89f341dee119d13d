"""A researcher without a model: it picks the sentences of its sources that answer."""
