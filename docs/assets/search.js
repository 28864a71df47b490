// Fetches the search when a reader first opens it: its worker and its index weigh a third of what a
// page needs besides. The theme's script, which runs after this one, asks for a worker at once; it
// gets one that waits. The theme itself asks for no index where the form has another name than it
// looks for (hooks/bookbuild/search.py), so this script hands the index to the worker, from a server
// and from disk alike. It also marks on a page what a search has led to.
(function () {
  "use strict";

  const SETUP = 0; // what the theme and its worker say to each other:
  const QUERY = 2; // a type, and data with it

  const POLYFILL = "vendor/iframe-worker.js";

  const here = document.currentScript.src;
  const toggle = document.getElementById("__search"); // checked while the search is open
  const Worker = window.Worker;

  function load(script) {
    return new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = new URL(script, here).href;
      element.onload = resolve;
      element.onerror = () => reject(new Error(`could not load ${element.src}`));
      document.head.append(element);
    });
  }

  class WaitingWorker extends EventTarget {
    constructor(url) {
      super();
      window.Worker = Worker;
      this.url = url;
      toggle.addEventListener("change", () => this.start());
      this.start();
    }

    async start() {
      if (!toggle.checked || this.started) return;
      this.started = true;
      try {
        const disk = location.protocol === "file:"; // where a browser starts no worker
        await Promise.all([load("../search/search_index.js"), disk && load(POLYFILL)]);
      } catch (error) {
        console.warn(error);
        document.querySelector(".md-search-result__meta").textContent =
          "The search could not be loaded. Close it and open it again for another try.";
        this.started = false;
        return;
      }
      this.worker = new window.Worker(this.url);
      this.worker.onmessage = ({ data }) => {
        this.dispatchEvent(new MessageEvent("message", { data }));
      };
      const data = { ...window.__index, options: { suggest: false } };
      this.worker.postMessage({ type: SETUP, data });
    }

    postMessage({ type, data }) {
      this.worker.postMessage({ type, data: type === QUERY ? group(data) : data });
    }
  }

  // Write a whole number as the book does, 4722432 as 4,722,432, if the book has it.
  function group(query) {
    return query.replace(/(?<![\w.,])\d{4,}(?![\w.,])/g, (digits) => {
      const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ",");
      const written = window.__index.docs.some(({ title, text }) => (title + text).includes(grouped));
      return written ? grouped : digits;
    });
  }

  // Mark the words in the page's text that begin as one of `begins` does. The text stays as it is.
  function mark(begins) {
    const escaped = begins.map((begin) => begin.replace(/[\\^$.*+?()[\]{}|\-/]/g, "\\$&"));
    const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})[\\p{L}\\p{N}]*`, "giu");
    const found = new Highlight();
    const article = document.querySelector("article");
    const texts = document.createNodeIterator(article, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { index, 0: word } of text.data.matchAll(words)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        found.add(range);
      }
    }
    CSS.highlights.set("nb-found", found);
  }

  if (toggle) window.Worker = WaitingWorker;
  const terms = (new URLSearchParams(location.search).get("h") || "").split(" ").filter(Boolean);
  if (terms.length && CSS.highlights) mark(terms);
})();
