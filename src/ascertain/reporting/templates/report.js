"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const pane = byId("pane");
  const title = byId("pane-title");
  const about = byId("pane-about");
  const text = byId("pane-text");
  const place = byId("pane-place");
  const links = Array.from(document.querySelectorAll("a.cite"));
  let current = -1;

  /* A copy for the pane: ids stay unique, and nothing in it is reached twice by a fragment. */
  const copyOf = (node) => {
    const copy = node.cloneNode(true);
    copy.removeAttribute("id");
    copy.removeAttribute("tabindex");
    for (const inner of copy.querySelectorAll("[id]")) inner.removeAttribute("id");
    return copy;
  };

  const showText = (card, key) => {
    text.replaceChildren();
    const saved = card.dataset.text && byId(card.dataset.text);
    if (!saved) {
      text.append(copyOf(card.querySelector("blockquote")));
      return;
    }
    const copy = copyOf(saved);
    copy.removeAttribute("role");
    copy.removeAttribute("aria-label");
    let first = null;
    for (const mark of copy.querySelectorAll("mark")) {
      if (!mark.dataset.key.split(" ").includes(key)) continue;
      mark.classList.add("lit");
      first = first || mark;
    }
    text.append(copy);
    if (!first) {
      text.prepend(copyOf(card.querySelector("blockquote")));
      text.scrollTop = 0;
      return;
    }
    const top = first.getBoundingClientRect().top - text.getBoundingClientRect().top;
    text.scrollTop += top - text.clientHeight / 4;
  };

  const show = (index) => {
    const link = links[index];
    const card = byId(link.hash.slice(1));
    if (!card) return;
    if (current >= 0) links[current].removeAttribute("aria-current");
    current = index;
    link.setAttribute("aria-current", "true");
    for (const lit of document.querySelectorAll(".statement.open")) lit.classList.remove("open");
    const statement = link.closest(".statement");
    statement.classList.add("open");
    const reference = card.closest(".reference");
    const heading = reference.querySelector(".title");
    place.textContent = `Source ${link.textContent.trim()} · citation ${index + 1} of ${links.length}`;
    title.textContent = heading.textContent;
    title.lang = heading.lang;
    title.dir = "auto";
    about.replaceChildren(
      copyOf(reference.querySelector(".where")),
      copyOf(statement.querySelector(".standing")),
      copyOf(card.querySelector(".facts")),
      copyOf(reference.querySelector(".meta")),
    );
    pane.hidden = false;
    document.documentElement.classList.add("reading");
    about.parentElement.scrollTop = 0;
    showText(card, link.dataset.key);
    statement.scrollIntoView({ block: "nearest" });
  };

  const open = (index) => {
    show(index);
    if (!pane.hidden) title.focus({ preventScroll: true });
  };

  const close = () => {
    if (pane.hidden) return;
    pane.hidden = true;
    document.documentElement.classList.remove("reading");
    for (const lit of document.querySelectorAll(".statement.open")) lit.classList.remove("open");
    const link = links[current];
    link.removeAttribute("aria-current");
    link.focus();
  };

  const step = (by) => {
    if (!links.length) return;
    const focused = links.indexOf(document.activeElement);
    const from = pane.hidden ? focused : current;
    const to = from < 0 ? 0 : Math.min(links.length - 1, Math.max(0, from + by));
    if (pane.hidden) {
      links[to].focus();
      links[to].closest(".statement").scrollIntoView({ block: "nearest" });
    } else if (to !== current) show(to);
  };

  links.forEach((link, index) => {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      open(index);
    });
  });
  byId("pane-close").addEventListener("click", close);
  byId("pane-previous").addEventListener("click", () => step(-1));
  byId("pane-next").addEventListener("click", () => step(1));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows = !pane.hidden || links.includes(document.activeElement);
    if (event.key === "Escape") close();
    else if (event.key === "j" || (arrows && event.key === "ArrowRight")) step(1);
    else if (event.key === "k" || (arrows && event.key === "ArrowLeft")) step(-1);
    else return;
    event.preventDefault();
  });

  /* A fragment that leads into a closed saved text opens it. */
  const reveal = () => {
    const target = location.hash && byId(location.hash.slice(1));
    const details = target && target.closest("details");
    if (!details) return;
    details.open = true;
    target.scrollIntoView({ block: "center" });
  };
  window.addEventListener("hashchange", reveal);
  reveal();
})();
