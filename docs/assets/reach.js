// Makes what scrolls sideways reachable: a box wider than its place takes the focus and has a name.
// Names the toolbars that the theme's script puts on code blocks. Nothing here is needed to read.
(function () {
  "use strict";

  function measure() {
    for (const box of document.querySelectorAll(".nb-scroll[data-name]")) {
      if (box.scrollWidth > box.clientWidth) {
        box.setAttribute("tabindex", "0");
        box.setAttribute("role", "group");
        box.setAttribute("aria-label", box.dataset.name);
      } else {
        for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
      }
    }
  }

  function nameToolbars() {
    document.querySelectorAll(".md-code__nav").forEach((toolbar, index) => {
      toolbar.setAttribute("aria-label", `Code block ${index + 1}`);
    });
  }

  window.addEventListener("load", () => {
    nameToolbars();
    measure();
  });
  window.addEventListener("resize", measure);
  document.addEventListener("toggle", measure, true); // a folded answer that opens
  document.addEventListener("change", measure); // a tab that is chosen
  document.fonts.addEventListener("loadingdone", measure); // formulas grow into their own font
})();
