// What all interactive figures share: state, controls, the address, words, a table, drawing.
//
// Everything stands in the page itself, not in a shadow tree: so the book's colors and type, its
// print rules and its tables apply as they are, labels and descriptions reach by id, and tools that
// check accessibility see it all. Text is only ever set as text: nothing from outside becomes markup.

neuronbook.kit = (() => {
  "use strict";

  /**
   * One thing that the reader can change. A number has min, max and step, a choice its options; a
   * boolean is a checkbox. Between min and max any number can be typed, unless it must be whole.
   * @typedef {{label: string, value: number, min: number, max: number, step: number, whole?: boolean}} Amount
   * @typedef {{label: string, value: string, options: Record<string, string>}} Choice
   * @typedef {{label: string, value: boolean}} Flag
   * @typedef {Amount | Choice | Flag} Setting
   * @typedef {Record<string, any>} State a value for each setting
   */

  const VERSION = "1"; // of what stands in the address; another one is ignored
  const PAUSE = 300; // ms without a change, after which the address and the spoken words follow
  const REST = 250; // ms after which a finger has rested, and takes hold whichever way it goes
  const STIR = 6; // pixels that a finger moves without meaning to
  const MINUS = "−"; // U+2212

  // ---- numbers as a person writes them

  /**
   * So many significant digits, whole numbers with all of theirs; a real minus sign, never "NaN".
   * @param {number} value @param {number} [digits]
   */
  function written(value, digits = 6) {
    if (Number.isNaN(value)) return "undefined";
    const size = Math.abs(value);
    const sign = value < 0 ? MINUS : "";
    if (size === Infinity) return `${sign}∞`;
    if (size === 0) return "0";
    const exponent = Math.floor(Math.log10(size));
    if (exponent < -5 || exponent >= 15) {
      const [mantissa, power] = size.toExponential(digits - 1).split("e");
      const raised = [...power.replace("+", "")].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]));
      return `${sign}${trimmed(mantissa)} × 10${raised.join("")}`;
    }
    return sign + grouped(trimmed(size.toFixed(Math.max(digits - 1 - exponent, 0))));
  }

  /** So many decimals, always: for columns and places that must not move. @type {(v: number, places: number) => string} */
  function fixed(value, places) {
    if (!Number.isFinite(value)) return written(value);
    const text = grouped(Math.abs(value).toFixed(places));
    return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
  }

  /** With its sign, as a push: +0.5, −2. @param {number} value @param {number} [digits] */
  function signed(value, digits) {
    return value > 0 ? `+${written(value, digits)}` : written(value, digits);
  }

  /** @param {string} text */
  function trimmed(text) {
    return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  }

  /** @param {string} text */
  function grouped(text) {
    const [whole, ...rest] = text.split(".");
    return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
  }

  /**
   * The number that was typed, or what is wrong with it, in words.
   * @param {string} text @param {Amount} setting @returns {number | string}
   */
  function typed(text, { min, max, whole }) {
    const plain = text.trim().replace(/^\u2212/, "-").replace(/^([^.,]*),(\d*)$/, "$1.$2");
    const range = `from ${written(min)} to ${written(max)}`;
    if (plain === "") return `Empty: type a number ${range}.`;
    if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return `Not a number: type one ${range}.`;
    const value = Number(plain) + 0; // -0 becomes 0
    if (whole && !Number.isInteger(value)) return `Type a whole number ${range}.`;
    return value < min || value > max ? `Out of range: type a number ${range}.` : value;
  }

  // ---- elements

  const SVG = "http://www.w3.org/2000/svg";

  /**
   * Sets attributes; `text` is the text inside; null takes an attribute away.
   * @template {Element} E @param {E} node @param {Record<string, unknown>} attributes @returns {E}
   */
  function put(node, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "text") {
        if (node.textContent !== String(value)) node.textContent = String(value);
      } else if (value === null || value === false) node.removeAttribute(name);
      else node.setAttribute(name, value === true ? "" : String(value));
    }
    return node;
  }

  /**
   * @template {keyof HTMLElementTagNameMap} T
   * @param {T} tag @param {Record<string, unknown>} [attributes] @param {...(Node | string)} inside
   */
  function html(tag, attributes = {}, ...inside) {
    const node = put(document.createElement(tag), attributes);
    node.append(...inside);
    return node;
  }

  /**
   * @template {keyof SVGElementTagNameMap} T
   * @param {T} tag @param {Record<string, unknown>} [attributes] @param {...(Node | string)} inside
   */
  function svg(tag, attributes = {}, ...inside) {
    const node = put(document.createElementNS(SVG, tag), attributes);
    node.append(...inside);
    return node;
  }

  /** A name with an index below: "w_1". The signs are read aloud as letters. @param {string} name */
  function indexed(name) {
    const [letter, index] = name.split("_");
    return html("span", { class: "nb-symbol" }, html("i", { text: letter }), html("sub", { text: index }));
  }

  // ---- the address: #nb-neuron=1,w_1:0.5,f:step&nb-triangle=1,...

  /**
   * What the address says of a figure: only whole, known, valid settings; else null.
   * @param {string} key @param {Record<string, Setting>} settings @returns {State | null}
   */
  function addressed(key, settings) {
    const part = location.hash.slice(1).split("&").find((text) => text.startsWith(`${key}=`));
    if (!part || part.length > 2000) return null;
    const [version, ...pairs] = part.slice(key.length + 1).split(",");
    if (version !== VERSION) return null;
    /** @type {State} */
    const state = {};
    for (const pair of pairs) {
      const [name, text, ...more] = pair.split(":");
      if (!Object.hasOwn(settings, name) || text === undefined || more.length) return null;
      const value = understood(text, settings[name]);
      if (value === undefined) return null;
      state[name] = value;
    }
    return state;
  }

  /** @param {string} text @param {Setting} setting @returns {number | string | boolean | undefined} */
  function understood(text, setting) {
    if ("options" in setting) return Object.hasOwn(setting.options, text) ? text : undefined;
    if ("min" in setting) {
      const value = typed(text, setting);
      return typeof value === "number" ? value : undefined;
    }
    return text === "on" ? true : text === "off" ? false : undefined;
  }

  /** @type {Set<InteractiveFigure>} all that are on the page */
  const figures = new Set();

  /** Every figure that is not at its defaults, in one fragment. */
  function fragment() {
    const parts = [...figures].map((figure) => figure.fragment()).filter(Boolean);
    return parts.length ? `#${parts.join("&")}` : "";
  }

  let names = 0;

  /** The base of every element: give `settings`, `build`, `draw`, `words` and `table`. */
  class InteractiveFigure extends HTMLElement {
    /** What the figure is called by a screen reader. */
    name = "Interactive figure";

    /** How many lines the words take at most, on a wide page and on one of 320 pixels. */
    lines = [2, 5];

    /** @type {State} */
    state = {};

    /** @type {Record<string, Setting>} */
    #settings = {};

    /** @type {((force: boolean) => void)[]} bring the controls up to the state */
    #controls = [];

    #life = new AbortController();
    #theme = new MutationObserver(() => {
      this.#inks.clear(); // not in every redraw: to look them up takes a style computation
      this.redraw();
    });
    #frame = 0;
    #timer = 0;

    /** @type {Map<string, string>} */
    #inks = new Map();

    // -- what an element gives

    /** What the reader can change. @returns {Record<string, Setting>} */
    settings() {
      return {};
    }

    /** The picture and the controls, made once. @returns {Node[]} */
    build() {
      return [];
    }

    /** Bring the picture up to `this.state`; called once a frame at most. */
    draw() {}

    /** What is to be seen, in words. @returns {string} */
    words() {
      return "";
    }

    /** What is to be seen, as a table: a head and rows. @returns {(string | number)[][]} */
    table() {
      return [];
    }

    // -- life

    connectedCallback() {
      this.#life = new AbortController();
      this.#settings = this.settings();
      this.state = { ...this.defaults, ...this.state };
      figures.add(this);
      const read = this.#read();
      const picture = html("div", { class: "nb-live", role: "group", "aria-label": this.name });
      picture.append(...this.build(), ...this.#foot());
      this.append(picture);
      this.setAttribute("data-live", "");
      this.#theme.observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
      this.on(window, "hashchange", () => this.#read());
      this.on(window, "beforeprint", () => this.#load());
      this.on(matchMedia("print"), "change", () => this.#load());
      this.redraw(true);
      if (read && this === [...figures].find((figure) => figure.fragment())) {
        this.on(window, "load", () => this.scrollIntoView());
      }
    }

    disconnectedCallback() {
      this.#life.abort();
      this.#theme.disconnect();
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#timer);
      this.#frame = this.#timer = 0;
      this.#controls = [];
      figures.delete(this);
      this.querySelector(":scope > .nb-live")?.remove();
      this.removeAttribute("data-live");
    }

    /**
     * Listen until the figure is removed.
     * @param {EventTarget} target @param {string} type @param {(event: any) => void} heard
     * @param {AddEventListenerOptions} [options]
     */
    on(target, type, heard, options) {
      target.addEventListener(type, heard, { ...options, signal: this.#life.signal });
    }

    /** The drawn figure is printed; its picture may not have been fetched yet. */
    #load() {
      this.querySelectorAll("img").forEach((image) => {
        if (!image.src.endsWith("dark")) image.loading = "eager";
      });
    }

    // -- state

    /** @returns {State} */
    get defaults() {
      return Object.fromEntries(Object.entries(this.#settings).map(([k, { value }]) => [k, value]));
    }

    /** Change settings; the picture, the controls, the words and the address follow. @param {State} changes */
    set(changes) {
      Object.assign(this.state, changes);
      this.redraw();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#settle(), PAUSE);
    }

    /** Take over what the address says, if it names this figure. */
    #read() {
      const state = addressed(this.key, this.#settings);
      if (!state) return false;
      this.state = { ...this.defaults, ...state };
      this.redraw(true);
      return true;
    }

    /** A change is over: say it, and put it into the address. */
    #settle() {
      put(this.#part("spoken"), { text: this.words() });
      const ours = location.hash.slice(1).split("&").some((part) => part.startsWith(`${this.key}=`));
      const hash = fragment();
      if (hash === location.hash || (!hash && !ours)) return;
      history.replaceState(history.state, "", location.href.split("#")[0] + hash);
    }

    get key() {
      return this.id || this.localName;
    }

    /** What differs from the defaults, as it stands in the address. */
    fragment() {
      const pairs = Object.entries(this.#settings)
        .filter(([name, { value }]) => this.state[name] !== value)
        .map(([name]) => {
          const value = this.state[name];
          return `${name}:${value === true ? "on" : value === false ? "off" : value}`;
        });
      return pairs.length ? [`${this.key}=${VERSION}`, ...pairs].join(",") : "";
    }

    // -- drawing

    /** Draw before the next frame. `force` also clears what was typed wrongly. @param {boolean} [force] */
    redraw(force = false) {
      this.#controls.forEach((follow) => follow(force));
      if (!this.#frame && this.isConnected) {
        this.#frame = requestAnimationFrame(() => this.#show());
      }
    }

    #show() {
      this.#frame = 0;
      this.draw();
      put(this.#part("words"), { text: this.words() });
      put(this.#part("link"), { href: `#${this.fragment() || `${this.key}=${VERSION}`}` });
      const details = this.#part("table");
      if (details instanceof HTMLDetailsElement && details.open) tabulate(details, this.table());
    }

    /** @param {string} part @returns {Element} */
    #part(part) {
      return /** @type {Element} */ (this.querySelector(`.nb-live [data-part=${part}]`));
    }

    /** A color of the book, as it is now: for canvases; SVG uses classes. @param {string} token */
    ink(token) {
      const known = this.#inks.get(token);
      if (known) return known;
      const color = getComputedStyle(this).getPropertyValue(`--nb-${token}`).trim();
      this.#inks.set(token, color);
      return color;
    }

    /** Whether the reader asked for nothing to move by itself. */
    get still() {
      return matchMedia("(prefers-reduced-motion: reduce)").matches;
    }

    /** Words, spoken words, reset, link, table. */
    #foot() {
      const reset = html("button", { type: "button", text: "Reset" });
      this.on(reset, "click", () => {
        this.set(this.defaults);
        this.redraw(true);
      });
      const details = html(
        "details",
        { class: "nb-numbers", "data-part": "table" },
        html("summary", { text: "As a table" }),
        html(
          "div",
          { class: "nb-scroll", tabindex: "0", role: "group", "aria-label": "Table" },
          html("table", { class: "nb-data" }),
        ),
      );
      this.on(details, "toggle", () => this.redraw());
      const words = html("p", { class: "nb-words", "data-part": "words" });
      // Not as an attribute, which the site's Content-Security-Policy forbids.
      words.style.cssText = `--nb-wide:${this.lines[0]};--nb-narrow:${this.lines[1]}`;
      return [
        words,
        html("p", { class: "nb-spoken", "data-part": "spoken", "aria-live": "polite" }),
        html(
          "div",
          { class: "nb-foot" },
          reset,
          html("a", { "data-part": "link", text: "Link to this setting" }),
          details,
        ),
      ];
    }

    // -- controls

    /** @param {string} key @param {...(Node | string)} inside a richer label, read as `label` */
    #label(key, ...inside) {
      const id = `nb-${++names}`;
      const { label } = this.#settings[key];
      return { id, label, shown: inside.length ? inside : [label] };
    }

    /**
     * A number: a slider, and a field to type it. The field says what is wrong with what was typed,
     * and the last good value stays.
     * @param {string} key @param {...(Node | string)} shown in place of the label
     */
    amount(key, ...shown) {
      const setting = /** @type {Amount} */ (this.#settings[key]);
      const { id, label, shown: inside } = this.#label(key, ...shown);
      const range = html("input", {
        type: "range", min: setting.min, max: setting.max, step: setting.step, "aria-label": label,
        "data-key": key,
      });
      const field = html("input", {
        type: "text", inputmode: setting.min < 0 ? "text" : "decimal", autocomplete: "off",
        spellcheck: "false", "aria-label": label, "data-key": key, id,
      });
      const fault = html("span", { class: "nb-fault", id: `${id}-fault`, role: "alert" });

      let last = NaN;
      let typing = false; // then the field is the reader's, and is not rewritten
      /** @param {string} text @param {string} [message] */
      const show = (text, message = "") => {
        if (field.value !== text) field.value = text;
        put(fault, { text: message });
        put(field, {
          "aria-invalid": message ? "true" : null,
          "aria-describedby": message ? fault.id : null,
        });
      };
      /** @param {boolean} force */
      const follow = (force) => {
        const value = this.state[key];
        range.value = String(value);
        put(range, { "aria-valuetext": written(value) });
        if (force || (value !== last && !typing)) show(written(value));
        last = value;
      };
      const slide = () => this.set({ [key]: Number(range.value) });
      // A browser moves the slider as soon as a finger is on it, which may be there to scroll.
      const pressed = this.press(range, { tap: slide, over: () => this.redraw() });
      this.on(range, "input", () => pressed() !== "pressed" && slide());
      this.on(field, "input", () => {
        const value = typed(field.value, setting);
        if (typeof value !== "number") return;
        typing = true;
        show(field.value);
        this.set({ [key]: value });
        typing = false;
      });
      this.on(field, "change", () => {
        const value = typed(field.value, setting);
        if (typeof value === "number") show(written(this.state[key]));
        else show(field.value, `${value} It is still ${written(this.state[key])}.`);
      });
      this.on(field, "keydown", (/** @type {KeyboardEvent} */ event) => {
        const { min, max, step } = setting;
        const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
        if (steps) {
          const places = (String(step).split(".")[1] ?? "").length;
          const value = Number((this.state[key] + steps * step).toFixed(places)) + 0;
          this.set({ [key]: Math.min(max, Math.max(min, value)) });
          follow(true);
        } else if (event.key === "Escape") follow(true);
        else return;
        event.preventDefault();
      });
      this.#controls.push(follow);
      return html(
        "div",
        { class: "nb-amount" },
        html("label", { for: id }, ...inside), range, field, fault,
      );
    }

    /** Yes or no: a checkbox. @param {string} key @param {...(Node | string)} shown */
    flag(key, ...shown) {
      const { shown: inside } = this.#label(key, ...shown);
      const box = html("input", { type: "checkbox", "data-key": key });
      this.on(box, "change", () => this.set({ [key]: box.checked }));
      this.#controls.push(() => (box.checked = this.state[key]));
      return html("label", { class: "nb-flag" }, box, html("span", {}, ...inside));
    }

    /** One of a few: radio buttons. @param {string} key */
    choice(key) {
      const setting = /** @type {Choice} */ (this.#settings[key]);
      const { id, label } = this.#label(key);
      const group = html("fieldset", { class: "nb-choice" }, html("legend", { text: label }));
      for (const [value, text] of Object.entries(setting.options)) {
        const dot = html("input", { type: "radio", name: id, value, "data-key": key });
        this.on(dot, "change", () => this.set({ [key]: value }));
        this.#controls.push(() => (dot.checked = this.state[key] === value));
        group.append(html("label", { class: "nb-flag" }, dot, html("span", { text })));
      }
      return group;
    }

    /** One of many: a list to choose from. @param {string} key */
    list(key) {
      const setting = /** @type {Choice} */ (this.#settings[key]);
      const { id, label } = this.#label(key);
      const options = Object.entries(setting.options).map(([value, text]) => html("option", { value, text }));
      const select = html("select", { id, "data-key": key }, ...options);
      this.on(select, "change", () => this.set({ [key]: select.value }));
      this.#controls.push(() => (select.value = this.state[key]));
      return html("div", { class: "nb-list" }, html("label", { for: id, text: label }), select);
    }

    /** Buttons that change several settings at once. @param {string} label @param {Record<string, State>} presets */
    presets(label, presets) {
      const group = html("div", { class: "nb-presets", role: "group", "aria-label": label });
      group.append(html("span", { text: label }));
      for (const [text, state] of Object.entries(presets)) {
        const button = html("button", { type: "button", text });
        this.on(button, "click", () => {
          this.set(state);
          this.redraw(true);
        });
        this.#controls.push(() => {
          const pressed = Object.entries(state).every(([key, value]) => this.state[key] === value);
          put(button, { "aria-pressed": String(pressed) });
        });
        group.append(button);
      }
      return group;
    }

    /**
     * Tells a finger that moves something from one that scrolls the page: going up or down scrolls;
     * it takes hold once it goes sideways, or has rested. A mouse holds as soon as it moves.
     * @param {Element} node
     * @param {{drag?: (event: PointerEvent) => void, tap?: (event: PointerEvent) => void, over?: () => void}} heard
     * @returns {() => "" | "held" | "pressed"} what is going on: pressed, it may yet scroll
     */
    press(node, { drag, tap, over }) {
      /** @type {PointerEvent | undefined} */
      let start;
      let held = false;
      /** @type {(heard: (event: PointerEvent, across: number, along: number) => void) => (event: PointerEvent) => void} */
      const ours = (heard) => (event) => {
        if (!start || event.pointerId !== start.pointerId) return;
        heard(event, Math.abs(event.clientX - start.clientX), Math.abs(event.clientY - start.clientY));
      };
      this.on(node, "pointerdown", (/** @type {PointerEvent} */ event) => {
        if (event.button || !event.isPrimary) return;
        start = event;
        held = false;
      });
      this.on(node, "pointermove", ours((event, across, along) => {
        held ||= event.pointerType === "mouse" || (across > along && across > STIR)
          || event.timeStamp - /** @type {PointerEvent} */ (start).timeStamp > REST;
        if (held) drag?.(event);
      }));
      this.on(node, "pointerup", ours((event, ...way) => {
        if (!held && Math.max(...way) <= STIR) tap?.(event);
        start = undefined;
        over?.();
      }));
      this.on(node, "pointercancel", ours(() => {
        start = undefined;
        over?.();
      }));
      return () => (start ? (held || start.pointerType === "mouse" ? "held" : "pressed") : "");
    }

    /**
     * Something in an SVG that is dragged, or moved by the arrow keys (with Shift ten steps).
     * @param {SVGGraphicsElement} node
     * @param {{
     *   label: string,
     *   drag: (point: {x: number, y: number}) => void,
     *   tap?: (point: {x: number, y: number}) => void,
     *   nudge: (right: number, up: number) => void,
     *   value: () => {now: number, min: number, max: number, text: string},
     * }} given  `drag` and `tap` get a point of the SVG's own coordinates, `nudge` whole steps
     */
    handle(node, { label, drag, tap, nudge, value }) {
      put(node, { tabindex: 0, role: "slider", "aria-label": label, class: `nb-handle ${node.getAttribute("class") ?? ""}` });
      /** @type {(heard?: (point: DOMPoint) => void) => (event: PointerEvent) => void} */
      const there = (heard) => ({ clientX, clientY }) => {
        node.focus({ preventScroll: true });
        const matrix = node.ownerSVGElement?.getScreenCTM();
        if (matrix) heard?.(new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()));
      };
      const pressed = this.press(node, { drag: there(drag), tap: there(tap) });
      this.on(node, "pointerdown", (/** @type {PointerEvent} */ event) => {
        if (!event.button) node.setPointerCapture(event.pointerId);
        event.preventDefault();
      });
      // Chromium does not heed touch-action inside an SVG: the page would scroll away under the finger.
      this.on(node, "touchmove", (event) => {
        if (pressed() === "held" && event.cancelable) event.preventDefault();
      }, { passive: false });
      this.on(node, "keydown", (/** @type {KeyboardEvent} */ event) => {
        const steps = event.shiftKey ? 10 : 1;
        if (event.key === "ArrowRight") nudge(steps, 0);
        else if (event.key === "ArrowLeft") nudge(-steps, 0);
        else if (event.key === "ArrowUp") nudge(0, steps);
        else if (event.key === "ArrowDown") nudge(0, -steps);
        else return;
        event.preventDefault();
      });
      this.#controls.push(() => {
        const { now, min, max, text } = value();
        put(node, { "aria-valuenow": now, "aria-valuemin": min, "aria-valuemax": max, "aria-valuetext": text });
      });
      return node;
    }
  }

  /** Rows into the table of a `details`, cell by cell. @param {Element} details @param {(string | number)[][]} rows */
  function tabulate(details, rows) {
    const table = /** @type {HTMLTableElement} */ (details.querySelector("table"));
    const cell = (/** @type {string | number} */ value) => (typeof value === "number" ? written(value) : value);
    if (table.rows.length !== rows.length || table.rows[0]?.cells.length !== rows[0].length) {
      const [head, ...body] = rows.map((row, i) =>
        html("tr", {}, ...row.map((_, j) =>
          i ? (j ? html("td") : html("th", { scope: "row" })) : html(rows[0][j] ? "th" : "td", rows[0][j] ? { scope: "col" } : {}))),
      );
      table.replaceChildren(html("thead", {}, head), html("tbody", {}, ...body));
    }
    rows.forEach((row, i) => row.forEach((value, j) => put(table.rows[i].cells[j], { text: cell(value) })));
  }

  /** An SVG in its own coordinates, as wide as its place. @param {number} width @param {number} height @param {string} label */
  function picture(width, height, label) {
    return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "nb-picture", role: "img", "aria-label": label });
  }

  /**
   * A map of at most 480 by 480 points, scaled by CSS.
   * @param {number} width @param {number} height @param {string} label
   */
  function raster(width, height, label) {
    const canvas = html("canvas", { width, height, class: "nb-picture", role: "img", "aria-label": label });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    /** Paint each point in the color of its code. @param {ArrayLike<number>} codes (height * width,), top row first @param {string[]} colors "#rrggbb" */
    const paint = (codes, colors) => {
      const palette = Uint32Array.from(colors, (color) => {
        const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
        return (255 << 24) | (blue << 16) | (green << 8) | red;
      });
      for (let i = 0; i < pixels.length; i++) pixels[i] = palette[codes[i]];
      context.putImageData(image, 0, 0);
    };
    return { canvas, paint };
  }

  /** The smallest round number of `sizes` that `value` fits into, for axes. @param {number} value @param {number[]} sizes */
  function roomy(value, sizes) {
    return sizes.find((size) => value <= size) ?? sizes[sizes.length - 1];
  }

  return { InteractiveFigure, written, fixed, signed, put, html, svg, indexed, picture, raster, roomy };
})();
