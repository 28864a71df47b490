// Makes what scrolls sideways reachable: a box wider than its place takes the focus and has a name;
// where style sheets cannot tell how far it is scrolled, `data-beyond` says at which ends more lies.
// Nothing here is needed to read.
(function () {
  "use strict";

  function measure() {
    const boxes = [...document.querySelectorAll(".nb-scroll[data-name]")];
    const wide = boxes.map((box) => box.scrollWidth > box.clientWidth); // all, before any is changed
    boxes.forEach((box, i) => {
      const names = { tabindex: "0", role: "group", "aria-label": box.dataset.name };
      for (const [name, value] of Object.entries(names)) {
        if (wide[i]) box.setAttribute(name, value);
        else box.removeAttribute(name);
      }
    });
    if (!CSS.supports("animation-timeline: scroll()")) {
      document.querySelectorAll(".md-typeset :is(.nb-scroll, pre > code)").forEach(look);
    }
  }

  function look(box) {
    const left = box.scrollLeft > 0;
    const right = box.scrollLeft + box.clientWidth < box.scrollWidth - 1;
    box.setAttribute("data-beyond", [left && "left", right && "right"].filter(Boolean).join(" "));
  }

  function scrolled({ target }) {
    if (target instanceof Element && target.hasAttribute("data-beyond")) look(target);
  }

  window.addEventListener("load", measure);
  document.addEventListener("scroll", scrolled, { capture: true, passive: true });
  window.addEventListener("resize", measure);
  document.addEventListener("toggle", measure, true); // a folded answer that opens
  document.addEventListener("change", measure); // a tab that is chosen
  document.fonts.addEventListener("loadingdone", measure); // formulas grow into their own font
})();
