"""The page as it stands: scripts stopped, then its text taken from where they cannot reach."""

from __future__ import annotations

from pydantic import Field

from ascertain.adapters.browser.devtools import DevTools
from ascertain.evidence.record import Record

__all__ = ["Dom", "freeze", "take_dom"]

_WORLD = "ascertain"
_TAKE_MS = 5_000

# Runs in a world of its own, where a page's changes to built-in objects are not seen.
# What shadow trees show is put where their hosts stand, as a reader sees it; slots are filled.
_TAKE = """
(limit => {
  let left = 20000;
  const show = root => {
    for (const host of root.querySelectorAll('*')) {
      const tree = host.shadowRoot;
      if (!tree || --left < 0) continue;
      for (const part of tree.querySelectorAll('*'))
        if (part.localName !== 'slot' && !part.checkVisibility()) part.setAttribute('hidden', '');
      for (const part of tree.querySelectorAll('style, link')) part.remove();
      show(tree);
      for (const slot of tree.querySelectorAll('slot')) {
        const given = slot.assignedNodes({flatten: true});
        slot.replaceWith(...(given.length ? given : slot.childNodes));
      }
      host.replaceChildren(...tree.childNodes);
    }
  };
  const hasText = () => {
    if (!document.body) return false;  // A loop in the head: only the title is there.
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; (text = walker.nextNode()) && --left > 0; )
      if (text.data.trim() && !text.parentElement?.closest('script, style, noscript')) return true;
    return false;
  };
  const top = document.documentElement;
  if (!top) return {url: location.href, size: 0, has_text: false, html: ''};
  show(document);
  const html = (document.doctype ? '<!DOCTYPE html>\\n' : '') + top.outerHTML.toWellFormed();
  return {
    url: location.href,
    size: html.length,
    has_text: hasText(),
    html: html.length > limit ? '' : html,
  };
})(%d)
"""


class Dom(Record):
    """A page's document.

    Attributes:
        url: the document's own address.
        size: in UTF-16 units.
        has_text: whether it has any beside scripts and styles.
        html: empty if ``size`` is over the limit.
    """

    url: str
    size: int
    has_text: bool
    html: str = Field(repr=False)


class _Frame(Record, extra="ignore"):
    id: str


class _FrameTree(Record, extra="ignore"):
    frame: _Frame


class _FrameTreeAnswer(Record, extra="ignore"):
    """What ``Page.getFrameTree`` answers."""

    tree: _FrameTree = Field(alias="frameTree")


class _WorldAnswer(Record, extra="ignore"):
    """What ``Page.createIsolatedWorld`` answers."""

    context: int = Field(alias="executionContextId")


class _RemoteValue(Record, extra="ignore"):
    value: Dom


class _ValueAnswer(Record, extra="ignore"):
    """What ``Runtime.evaluate`` answers."""

    result: _RemoteValue


async def freeze(session: DevTools) -> None:
    """Let no script of the page run any more, endless loops included, and load nothing."""
    await session.send("Emulation.setScriptExecutionDisabled", {"value": True})
    await session.send("Runtime.terminateExecution")
    await session.send("Page.stopLoading")


async def take_dom(session: DevTools, limit: int) -> Dom:
    """Return the document of the page's main frame.

    Args:
        session: of the page; frozen before.
        limit: UTF-16 units that are sent over; never more bytes than that in ASCII.

    Raises:
        ValidationError: if the browser's answer is none.
    """
    frames = _FrameTreeAnswer.model_validate(await session.send("Page.getFrameTree"))
    world = _WorldAnswer.model_validate(
        await session.send(
            "Page.createIsolatedWorld",
            {"frameId": frames.tree.frame.id, "worldName": _WORLD},
        )
    )
    answer = await session.send(
        "Runtime.evaluate",
        {
            "expression": _TAKE % limit,
            "contextId": world.context,
            "returnByValue": True,
            "timeout": _TAKE_MS,
        },
    )
    return _ValueAnswer.model_validate(answer).result.value
