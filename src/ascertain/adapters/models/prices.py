"""What a call costs, by the price table that the package ``genai-prices`` carries.

The table is data with a date, of the day on which the installed version was made; nothing is
downloaded. Prices are per million tokens, by provider and model.
"""

from __future__ import annotations

from importlib.metadata import version

from genai_prices import Usage, calc_price

from ascertain.evidence.model_call import ModelUsage

__all__ = ["price_basis", "price_of"]

_PROVIDERS = {
    "bedrock": "aws",
    "google": "google",
    "google-cloud": "google",
    "openai-chat": "openai",
    "openai-responses": "openai",
}
"""Our names of providers to the table's, where they differ."""
_ALIASES = {
    "haiku": "claude-haiku-4-5",
    "opus": "claude-opus-5-5",
    "sonnet": "claude-sonnet-5",
}
"""What the aliases of the Claude Agent SDK stood for when this was written."""


def price_of(model: str, usage: ModelUsage) -> float | None:
    """Return the cost of a call in US dollars, or None where the table has no price.

    Args:
        model: ``provider:name``, or a bare name.
        usage: of the call; cached tokens are priced as such.
    """
    model = _ALIASES.get(model, model)
    provider, mark, name = model.partition(":")
    reference = name if mark else model
    try:
        price = calc_price(
            Usage(
                input_tokens=usage.input_tokens,
                cache_read_tokens=min(usage.cached_input_tokens, usage.input_tokens),
                cache_write_tokens=min(usage.cache_write_tokens, usage.input_tokens),
                output_tokens=usage.output_tokens,
            ),
            model_ref=reference,
            provider_id=_PROVIDERS.get(provider, provider) if mark else None,
        )
    except (LookupError, ValueError):
        return None
    return float(price.total_price)


def price_basis() -> str:
    """Say by which prices costs are estimated."""
    return f"an estimate by the price table of genai-prices {version('genai-prices')}"
