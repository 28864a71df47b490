// Fetches the search when a reader first opens it: its worker and its index weigh a third of what a
// page needs besides. The theme's script, which runs after this one, asks for a worker at once; it
// gets one that waits. The theme itself asks for no index where the form has another name than it
// looks for (hooks/bookbuild/search.py), so this script hands the index to the worker, from a server
// and from disk alike. It also marks on a page what a search has led to.
(function () {
  "use strict";

  const SETUP = 0; // what the theme and its worker say to each other:
  const QUERY = 2; // a type, and data with it
  const RESULT = 3;

  const POLYFILL = "vendor/iframe-worker.js";

  // Words that say nothing of what is looked for; in capitals they do: AND, OR.
  const COMMON = new RegExp(
    "^(?:a|about|an|and|are|as|at|be|by|can|do|does|for|from|has|have|how|i|in|is|it|its|many|me|" +
      "much|my|of|on|or|should|that|the|there|this|to|use|was|what|when|where|which|who|why|" +
      "will|with|you)$",
    "i",
  );

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
      this.waiting = []; // for each question that is not answered yet, what to ask next
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
      this.worker.onmessage = ({ data }) => this.answer(data);
      const { config, docs } = window.__index;
      const data = { config, docs: docs.map(weigh), options: { suggest: false } };
      this.worker.postMessage({ type: SETUP, data });
    }

    postMessage({ type, data }) {
      const [first, then] = type === QUERY ? questions(data) : [data];
      if (type === QUERY) this.waiting.push(then);
      this.worker.postMessage({ type, data: first });
    }

    // Hand on what the worker says; but where it found nothing, and nothing new is asked, ask again.
    answer(message) {
      const then = message.type === RESULT ? this.waiting.shift() : "";
      if (then && !this.waiting.length && !message.data.items.length) {
        this.waiting.push("");
        this.worker.postMessage({ type: QUERY, data: then });
      } else {
        this.dispatchEvent(new MessageEvent("message", { data: message }));
      }
    }
  }

  // How much it counts what is found in a section. The glossary explains, the more if the title is
  // that one word; the reference of the library comes after all explanations. The worker more than
  // doubles what the opening of a page scores, but it is one of its sections that answers.
  function weigh(doc) {
    const [page, section] = doc.location.split("#");
    let boost = section ? 1 : 0.4;
    if (page === "reference/api.html") boost = 0.4;
    if (page === "reference/glossary.html") boost += 1 / doc.title.split(" ").length;
    return { ...doc, boost };
  }

  // What to ask the worker for what a reader has typed, and what if that finds nothing: without words
  // that stand everywhere, in the singular, with numbers as the book writes them. First every word
  // has to be there, or a longer one that begins so; the word itself counts more.
  function questions(typed) {
    if (/["*~]|\^\d|(?:^|\s)[+-](?=\p{L})/u.test(typed)) return [typed, ""]; // its own signs
    const pieces = typed.replace(/[+^]|(?<!\S)-/g, " ").split(/[.,;:?!]*(?:\s+|$)/);
    const words = pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece));
    const telling = words.filter((word) => word === word.toUpperCase() || !COMMON.test(word));
    const asked = (telling.length ? telling : words).map((word) => singular(group(word)));
    const all = asked.map((word) => `+${word}* ${word}^2`);
    const any = asked.map((word) => `${word} ${word}^2`); // the worker itself adds the *
    return [all.join(" "), any.join(" ")];
  }

  // "parameters" is asked for as "parameter", "biases" as "bias", "matrices" as "matri".
  function singular(word) {
    return word
      .replace(/ices$/, "i")
      .replace(/(?<=s|x|ch|sh)es$/, "")
      .replace(/(?<=[^\Wasiu])s$/, "");
  }

  // 4722432 is asked for as 4,722,432, if that is in the book.
  function group(word) {
    if (!/^\d{4,}$/.test(word)) return word;
    const grouped = word.replace(/\B(?=(\d{3})+$)/g, ",");
    const { docs } = window.__index;
    return docs.some(({ text }) => text.includes(grouped)) ? grouped : word;
  }

  // Mark the words in the page's text that begin as one of `begins` does. The text stays as it is.
  function mark(begins) {
    const escaped = begins.map((begin) => begin.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
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
