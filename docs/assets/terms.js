// Shows what a word of the glossary means, when it is pointed at or reached with the keyboard.
// Without this script the meaning is the link's title, and the link leads to the glossary anyhow.
(function () {
  "use strict";

  const LINGER = 250; // ms in which the pointer can go from the word to its tooltip
  const GAP = 4; // px between the two

  const tip = document.createElement("div");
  tip.id = "nb-tip";
  tip.className = "nb-tip";
  tip.setAttribute("role", "tooltip");

  let word = null; // the link whose meaning is shown
  let leaving = 0;

  function show(link) {
    clearTimeout(leaving);
    if (link === word) return;
    hide();
    word = link;
    tip.textContent = link.title;
    link.removeAttribute("title"); // or the browser would show it as well
    link.setAttribute("aria-describedby", tip.id);
    const page = link.closest(".md-content__inner");
    page.append(tip);
    place(link.getClientRects(), page.getBoundingClientRect());
  }

  // Below the word, or above it where there is no room; within the page's text.
  function place(lines, page) {
    const first = lines[0];
    const last = lines[lines.length - 1];
    const left = Math.min(last.left - page.left, page.width - tip.offsetWidth);
    const below = last.bottom + GAP + tip.offsetHeight <= window.innerHeight;
    const top = below ? last.bottom + GAP : first.top - GAP - tip.offsetHeight;
    tip.style.left = `${Math.max(left, 0)}px`;
    tip.style.top = `${top - page.top}px`;
  }

  function hide() {
    clearTimeout(leaving);
    if (!word) return;
    word.title = tip.textContent;
    word.removeAttribute("aria-describedby");
    tip.remove();
    word = null;
  }

  function hideSoon() {
    clearTimeout(leaving);
    leaving = setTimeout(() => {
      if (word !== document.activeElement) hide();
    }, LINGER);
  }

  for (const link of document.querySelectorAll("a.nb-term[title]")) {
    link.addEventListener("mouseenter", () => show(link));
    link.addEventListener("mouseleave", hideSoon);
    link.addEventListener("focus", () => show(link));
    link.addEventListener("blur", hide);
  }
  tip.addEventListener("mouseenter", () => clearTimeout(leaving));
  tip.addEventListener("mouseleave", hideSoon);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
})();
