// <nb-drift>: what a factor per layer becomes after many. With networks="12", so many random networks
// are run at a gain, and scatter around the prediction.

(() => {
  "use strict";

  const { core, kit } = neuronbook;
  const { html, svg, put, written } = kit;

  const DEPTH = 50;
  const READ_AT = [1, 10, 12, 24, 48];
  const LARGEST_HALF = 65_504;
  const SIZES = [4, 16, 100, 1e4, 1e8, 1e12, 1e16]; // of the axis, which runs on by a share of it
  const BEYOND = 1.3;
  /** The gain that keeps the scale. @type {Record<string, number>} */
  const KEEPS = { relu: Math.SQRT2, identity: 1 };
  const A_FRAME = 768 * DEPTH; // random numbers drawn between one picture and the next

  class DriftFigure extends kit.InteractiveFigure {
    name = "Scale drift to move";
    measured = this.hasAttribute("networks");
    lines = this.measured ? [3, 6] : [2, 4];
    /** @type {() => void} */
    show = () => {};

    /** For each squash and width the networks run so far: scales (DEPTH,) at the gain that keeps them. @type {Record<string, number[][]>} */
    known = {};

    /** @returns {Record<string, any>} */
    settings() {
      const [whole, part] = [{ min: 1, step: 1, whole: true }, { max: 2, step: 0.01 }];
      const depth = { ...whole, label: "layers", value: this.measured ? DEPTH : 10, max: DEPTH };
      return this.measured ? {
        gain: { ...part, label: "gain", value: Math.SQRT2, min: 0.7 },
        networks: { ...whole, label: "networks", value: Number(this.getAttribute("networks")), max: 40 },
        depth,
        squash: { label: "squash", value: "relu", options: { relu: "ReLU", identity: "none" } },
        width: { label: "neurons", value: "768", options: { 48: "48", 192: "192", 768: "768" } },
      } : { factor: { ...part, label: "factor", value: 1.5, min: 0.5 }, depth };
    }

    build() {
      const picture = makePicture(this);
      this.show = picture.draw;
      /** @type {Record<string, object>} */
      const presets = this.measured
        ? { "gain √2": { gain: Math.SQRT2 }, "gain 1": { gain: 1 } }
        : { "× 1.5": { factor: 1.5, depth: 10 }, "× 0.7": { factor: 0.7, depth: 10 }, "double in 48": { factor: 2 ** (1 / 48), depth: 48 } };
      const controls = Object.entries(this.settings()).map(([key, { options }]) => (options ? this.choice(key) : this.amount(key)));
      return [
        html("div", { class: "nb-pictures" }, picture.node),
        this.presets("Try", presets),
        html("div", { class: "nb-controls" }, ...controls),
      ];
    }

    /** What a layer multiplies the scale by. */
    get factor() {
      return this.measured ? this.state.gain / KEEPS[this.state.squash] : this.state.factor;
    }

    /** @param {number} depth */
    predicted(depth) {
      return core.compound(this.factor, depth);
    }

    /** Run what is missing, a little each frame. */
    measure() {
      const { squash, width, networks } = this.state;
      const known = (this.known[squash + width] ??= []);
      for (let drawn = 0; drawn < A_FRAME && known.length < networks; drawn += width * DEPTH) {
        known.push(core.measure(DEPTH, Number(width), KEEPS[squash], core[/** @type {"relu"} */ (squash)], known.length));
      }
      if (known.length < networks) this.redraw();
    }

    /**
     * The scales of each network, (DEPTH,). With or without ReLU, twice the gain is twice the output:
     * so a network that was run at one gain is known at all of them.
     */
    get runs() {
      const { squash, width, networks } = this.state;
      const { line } = this;
      const known = this.known[squash + width]?.slice(0, networks) ?? [];
      return known.map((run) => run.map((scale, i) => scale * line[i]));
    }

    /** The prediction after each layer, (DEPTH,). */
    get line() {
      return Array.from({ length: DEPTH }, (_, i) => this.predicted(i + 1));
    }

    /** Lowest, median and highest of the networks. @param {number[][]} runs @param {number} depth */
    spread(runs, depth) {
      const sorted = runs.map((run) => run[depth - 1]).sort((a, b) => a - b);
      const n = sorted.length;
      return n ? [sorted[0], (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2, sorted[n - 1]] : [];
    }

    draw() {
      this.measure();
      this.show();
    }

    words() {
      const { depth, width } = this.state;
      const { runs } = this;
      const prediction = `factor of ${short(this.factor, 6)} per layer makes 1 into ${short(this.predicted(depth))} ${after(depth)}`;
      if (this.measured) {
        const [low, median, high] = this.spread(runs, depth).map((scale) => short(scale));
        return `Predicted: a ${prediction}. ${runs.length} random network${runs.length > 1 ? "s" : ""}, ${width} neurons wide: lowest ${low}, median ${median}, highest ${high}.`;
      }
      const over = this.line.findIndex((scale) => scale > LARGEST_HALF);
      const none = `In ${DEPTH} layers, float16 does not overflow.`;
      const end = over < 0 ? none : `float16 overflows at layer ${over + 1}.`;
      return `A ${prediction}. ${end}`;
    }

    table() {
      const { runs, state } = this;
      return [
        ["", ...(this.measured ? ["predicted", "lowest", "median", "highest"] : ["scale"])],
        ...[...READ_AT, state.depth].map((depth, i) => [
          (READ_AT[i] ? "" : "as set: ") + after(depth),
          ...[this.predicted(depth), ...this.spread(runs, depth)].map((scale) => short(scale)),
        ]),
      ];
    }
  }

  /** @param {number} depth */
  function after(depth) {
    return `after ${depth} layer${depth > 1 ? "s" : ""}`;
  }

  /** @param {number} scale @param {number} [digits] */
  function short(scale, digits = 4) {
    const [mantissa, exponent] = scale.toExponential(digits - 1).split("e").map(Number);
    return exponent > 5 ? `${written(mantissa)} × ${power(10 ** exponent)}` : written(Number(scale.toPrecision(digits)));
  }

  /** A tick of the axis: 0.01, or 10⁸. @param {number} value @returns {string} */
  function power(value) {
    return value > 1e4 ? power(1 / value).replace("⁻", "") : written(value).replace("1 × ", "");
  }

  /** Scale against depth, on a logarithmic axis. @param {DriftFigure} figure */
  function makePicture(figure) {
    const [left, width, top, half] = [72, 356, 14, 120];
    const [middle, bottom] = [top + half, top + 2 * half];
    const node = put(kit.picture(440, 302, "Scale against depth, on a logarithmic axis"), { role: "group" });
    let size = 1e12;
    const across = (/** @type {number} */ depth) => left + (depth / DEPTH) * width;
    const up = (/** @type {number} */ scale) => middle - half * Math.min(1, Math.max(-1, Math.log(scale) / Math.log(size) / BEYOND));
    const path = (/** @type {number[]} */ scales) => `M${[1, ...scales].map((scale, i) => [across(i), up(scale).toFixed(1)].join(" ")).join("L")}`;

    const [guide, threads, line] = ["nb-link", "nb-thread", "nb-edge"].map((name) => svg("path", { class: name }));
    const [large, small] = ["nb-large nb-highlight", "nb-whose"].map((name, i) => svg("text", { x: left + 8, y: 34 + 20 * i, class: name }));
    const ticks = [-1, -0.5, 0, 0.5, 1].map((share) => {
      const y = middle - (share / BEYOND) * half;
      const text = svg("text", { x: left - 8, y: y + 5, class: "nb-end" });
      node.append(svg("path", { class: "nb-rule", d: `M${left} ${y}h${width}` }), text);
      return { share, text };
    });
    /** @param {number} depth @param {number} factor */
    const turn = (depth, factor) => {
      figure.set({ depth: Math.min(DEPTH, Math.max(1, Math.round(depth))) });
      if (!figure.measured) figure.set({ factor: Math.min(2, Math.max(0.5, Math.round(factor * 100) / 100)) });
    };
    const dot = figure.handle(svg("g", {}, svg("circle", { r: 20, class: "nb-reach" }), svg("circle", { r: 7, class: "nb-dot nb-highlight" })), {
      label: "layers",
      drag: ({ x, y }) => {
        const depth = Math.max(1, ((x - left) / width) * DEPTH);
        turn(depth, size ** ((middle - y) / half * BEYOND / depth));
      },
      nudge: (more, larger) => turn(figure.state.depth + more, figure.factor + larger / 100),
      value: () => {
        const now = figure.state.depth;
        return { now, min: 1, max: DEPTH, text: `factor ${short(figure.factor)}: ${short(figure.predicted(now))} ${after(now)}` };
      },
    });
    if (!figure.measured) {
      const y = up(LARGEST_HALF);
      node.append(svg("path", { class: "nb-link", d: `M${left} ${y}h${width}` }), svg("text", { x: left + width - 44, y: y + 15, class: "nb-tick", text: "float16 ends" }));
    }
    node.append(
      ...[0, 10, 20, 30, 40, 50].map((depth) => svg("text", { x: across(depth), y: bottom + 18, class: "nb-tick", text: depth })),
      svg("text", { x: left + width / 2, y: bottom + 38, class: "nb-tick", text: "layers" }),
      guide, threads, line, large, small, dot,
    );

    const draw = () => {
      const { depth } = figure.state;
      const { runs } = figure;
      const scale = figure.predicted(depth);
      const ends = [figure.predicted(DEPTH), ...figure.spread(runs, DEPTH)];
      if (figure.measured) size = kit.roomy(Math.max(...ends, ...ends.map((end) => 1 / end)), SIZES);
      const [low, , high] = figure.spread(runs, depth);
      ticks.forEach(({ share, text }) => put(text, { text: power(size ** share) }));
      put(threads, { d: runs.map(path).join("") });
      put(line, { d: path(figure.line) });
      put(guide, { d: high ? `M${across(depth)} ${bottom}V${up(high)}` : `M${left} ${up(scale)}H${across(depth)}V${bottom}` });
      put(dot, { transform: `translate(${across(depth)} ${up(scale)})` });
      put(large, { text: high ? `${short(low, 3)} to ${short(high, 3)}` : short(scale) });
      put(small, { text: high ? `predicted: ${short(scale, 3)}` : after(depth) });
    };
    return { node, draw };
  }

  customElements.define("nb-drift", DriftFigure);
})();
