// <nb-network>: the mini network at work. Any of its eleven knobs can be chosen and turned, and the
// loss is drawn along the chosen one: a valley to find, or a level stretch where a neuron sleeps.

(() => {
  "use strict";

  const { core, kit } = neuronbook;
  const { html, svg, put, written } = kit;

  const MINI = new core.Network(
    new core.Layer([[0.5, -1], [-1, 0], [0.5, -0.5]], [0.1, 0], core.relu),
    new core.Layer([[1], [2]], [0], core.relu),
  );
  const INPUTS = [1, 2, 3];
  const NEURONS = ["neuron 1", "neuron 2", "the last neuron"];

  /** w_31 leads from input 3 into neuron 1; w'_21 from neuron 2 into the last one. */
  const KNOBS = Object.entries(MINI.knobs).map(([label, value]) => {
    const [i, j = i] = [...label.split("_")[1]].map((digit) => Number(digit) - 1);
    const [bias, last] = [label[0] === "b", label.includes("'")];
    const into = last ? 2 : j;
    const sign = label.replace("'", "′").replace(/_|\d/g, (digit) => "₀₁₂₃"[Number(digit)] ?? "");
    const source = last ? NEURONS[i] : `input ${i + 1}`;
    const whose = bias ? "bias of" : `from ${source} into`;
    const max = last && !bias ? 10 : 4;
    return { label, value, i, last, bias, into, sign, max, key: label.replace("'", "2"), name: `${sign}, ${whose} ${NEURONS[into]}` };
  });

  /** @typedef {InstanceType<typeof core.Network>} Network */

  class NetworkFigure extends kit.InteractiveFigure {
    name = "The mini network to move";
    lines = [2, 5];

    /** What follows the settings: nodes with their attributes. @type {[Element, () => Record<string, unknown>][]} */
    live = [];

    /** Of each neuron, the last one's last: total and output. @type {number[][]} */
    trace = [];

    /** @returns {Record<string, any>} */
    settings() {
      const given = { min: -5, max: 5, step: 0.1 };
      return Object.fromEntries([
        ...INPUTS.map((value) => [`x_${value}`, { ...given, label: `input ${value}`, value }]),
        ["y", { ...given, label: "target", value: 1 }],
        ["knob", { label: "knob", value: "b_1", options: Object.fromEntries(KNOBS.map(({ key, name }) => [key, name])) }],
        ...KNOBS.map(({ key, name, value, max }) => [key, { label: name, value, min: -max, max, step: 0.05 }]),
      ]);
    }

    build() {
      this.live = [];
      const amounts = Object.fromEntries(KNOBS.map(({ key, sign }) => [key, this.amount(key, sign)]));
      const turned = html("div");
      const equation = html("p", { class: "nb-equation" });
      this.follow(equation, () => {
        const { knob } = this.state;
        if (turned.firstChild !== amounts[knob]) turned.replaceChildren(amounts[knob]);
        equation.replaceChildren(...equated(this.network).split(/(x_\d)/).map((part) => (part[0] === "x" ? kit.indexed(part) : part)));
        return {};
      });
      return [
        html("div", { class: "nb-pictures" }, makeDiagram(this), makeValley(this)),
        equation,
        html("div", { class: "nb-controls" }, this.list("knob"), turned, ...["x_1", "x_2", "x_3", "y"].map((key) => this.amount(key))),
      ];
    }

    /** @template {Element} E @param {E} node @param {() => Record<string, unknown>} attributes */
    follow(node, attributes) {
      this.live.push([node, attributes]);
      return node;
    }

    draw() {
      this.trace = this.network.trace(this.x).flatMap(({ total, output }) => total.map((z, j) => [z, output[j]].map(clean)));
      for (const [node, attributes] of this.live) put(node, attributes());
    }

    get network() {
      return KNOBS.reduce((network, { label, key }) => network.replace(label, this.state[key]), MINI);
    }

    get x() {
      return INPUTS.map((i) => this.state[`x_${i}`]);
    }

    /** The chosen one, and where it is. */
    get knob() {
      const { knob } = this.state;
      return { ...KNOBS.filter(({ key }) => key === knob)[0], now: this.state[knob] };
    }

    /** The loss, told where the chosen knob is. One copy is turned: a new one each time is slow. */
    get loss() {
      const { x, knob: { label, last, bias, i, into }, state: { y } } = this;
      const network = this.network.replace(label, 0);
      const layer = network.layers[Number(last)];
      const numbers = bias ? layer.bias : layer.weights[i];
      return (/** @type {number} */ value) => {
        numbers[last ? 0 : into] = value;
        return clean(core.squared_error(network.call(x)[0], y));
      };
    }

    words() {
      const { sign, now } = this.knob;
      const [here, down, up] = [now, now - 1e-4, now + 1e-4].map(this.loss);
      const asleep = NEURONS.filter((_, j) => this.trace[j][0] <= 0).join(", ") || "no neuron";
      const way = !here ? "nothing is left to gain"
        : down < here || up < here ? `turned ${down < here ? "down" : "up"}, ${sign} makes it smaller`
        : `the curve is level here, and a small turn of ${sign} changes nothing`;
      return `The network answers ${written(this.trace[2][1], 4)}. The target is ${written(this.state.y, 4)}, so the loss is ${written(here, 4)}: ${way}. Asleep: ${asleep}.`;
    }

    table() {
      const { loss, knob: { sign, max, now } } = this;
      return [
        ["", "value"],
        ...this.x.map((value, i) => [`input ${i + 1}`, value]),
        ...KNOBS.map(({ key, name }) => [name, this.state[key]]),
        ...this.trace.flatMap(([total, output], j) => [[`total of ${NEURONS[j]}`, total], [`output of ${NEURONS[j]}`, output]]),
        ["target", this.state.y],
        ["loss", loss(now)],
        ...[-max, -max / 2, 0, max / 2, max].map((value) => [`loss if ${sign} were ${written(value)}`, loss(value)]),
      ];
    }
  }

  /** Without what rounding leaves of a 0. @param {number} value */
  function clean(value) {
    return Math.abs(value) < 1e-12 ? 0 : value;
  }

  /** The one equation, as `equation(numbers=True)` writes it. @param {Network} network */
  function equated({ layers: [first, { neurons: [last] }] }) {
    const inner = first.neurons.map(({ weights, bias }) => `ReLU(${sum(weights, ["x_1", "x_2", "x_3"], bias, " ")})`);
    return `ŷ = ReLU(\n\u2003${sum(last.weights, inner, last.bias, "\n\u2003")})`;
  }

  /** As a person would: x for 1 x, nothing for 0 x, a − b. @param {number[]} weights @param {string[]} x @param {number} bias @param {string} gap */
  function sum(weights, x, bias, gap) {
    const products = weights.map((w, i) => w && `${written(w)} `.replace(/^(−?)1 $/, "$1") + x[i]);
    return [...products, bias && written(bias)].filter(Boolean).join(`${gap}+ `).replaceAll("+ −", "− ") || "0";
  }

  /** From left to right: inputs, two neurons, the last neuron, the loss. @param {NetworkFigure} figure */
  function makeDiagram(figure) {
    const [inputs, neurons] = [[[26, 50], [26, 170], [26, 290]], [[222, 100], [222, 240], [384, 170]]];
    const [lines, boxes, tags] = [svg("g"), svg("g"), svg("g")];
    /** @param {number} x @param {number} y @param {string} name @param {() => string} text */
    const say = (x, y, name, text) => figure.follow(svg("text", { x, y, class: name }), () => ({ text: text() }));
    for (const { key, name, i, last, bias, into } of KNOBS) {
      const [x, y] = neurons[into];
      const [x0, y0] = bias ? [x, y + (into === 1 ? 56 : -56)] : (last ? neurons : inputs)[i];
      const at = bias ? 0 : last ? 0.48 : 0.28;
      lines.append(figure.follow(svg("path", { d: `M${x0} ${y0}L${x} ${y}` }), () => {
        const weight = figure.state[key];
        const push = weight * (bias ? 1 : last ? figure.trace[i][1] : figure.x[i]);
        return { class: weight < 0 ? "nb-negative" : push ? "nb-positive" : "nb-off", "stroke-width": 1.2 + Math.min(Math.abs(push), 6) / 2 };
      }));
      const tag = svg("g", { class: "nb-corner", transform: `translate(${x0 + at * (x - x0)} ${y0 + at * (y - y0)})` },
        svg("title", { text: name }),
        figure.follow(svg("rect", { x: -23, y: -12, width: 46, height: 24, rx: 5 }), () => ({ class: key === figure.state.knob ? "nb-chosen" : "nb-plain" })),
        figure.follow(svg("text", { y: 5 }), () => ({ text: written(figure.state[key], 3), class: figure.state[key] < 0 ? "nb-middle nb-negative" : "nb-middle" })));
      figure.on(tag, "click", () => figure.set({ knob: key }));
      tags.append(tag);
    }
    inputs.forEach(([x, y], i) => boxes.append(
      svg("rect", { x: x - 22, y: y - 20, width: 44, height: 40, rx: 9, class: "nb-dot nb-highlight" }),
      svg("text", { x, y: y - 27, class: "nb-tick", text: `x${"₁₂₃"[i]}` }),
      say(x, y + 5, "nb-middle", () => written(figure.x[i], 4)),
    ));
    neurons.forEach(([x, y], j) => boxes.append(
      figure.follow(svg("rect", { x: x - 49, y: y - 27, width: 98, height: 54, rx: 9 }), () => ({ class: `nb-dot ${figure.trace[j][0] > 0 ? "nb-highlight" : "nb-off"}` })),
      say(x, y - 4, "nb-middle", () => `Σ ${written(figure.trace[j][0], 4)}`),
      say(x, y + 17, "nb-middle", () => `${["out₁", "out₂", "ŷ"][j]} ${written(figure.trace[j][1], 4)}`),
    ));
    const node = kit.picture(440, 340, "The mini network with its numbers, which are in the table below.");
    node.append(
      lines, svg("path", { class: "nb-link", d: "M384 197v17m0 20v15" }), boxes, tags,
      say(384, 228, "nb-tick", () => `target ${written(figure.state.y, 4)}`),
      say(384, 270, "nb-large nb-middle", () => written(figure.loss(figure.knob.now), 4)),
      svg("text", { x: 384, y: 290, class: "nb-tick", text: "loss" }),
    );
    return node;
  }

  /** The loss along the chosen knob, gray where it is level. @param {NetworkFigure} figure */
  function makeValley(figure) {
    const [left, top, width, height] = [40, 24, 206, 200];
    const [level, curve] = ["nb-sheet", "nb-curve"].map((name) => svg("path", { class: name }));
    const [title, size, start, end, zero] = [[left + width / 2, 265], [left + 12, 16], [left + 8, 243], [left + width - 8, 243], [left - 10, 229]]
      .map(([x, y]) => svg("text", { x, y, class: "nb-tick", text: 0 }));
    const turn = (/** @type {number} */ value) => {
      const { key, max } = figure.knob;
      figure.set({ [key]: Math.min(max, Math.max(-max, Math.round(value * 20) / 20)) });
    };
    const ball = figure.handle(svg("g", {}, svg("circle", { r: 17, class: "nb-reach" }), svg("circle", { r: 7, class: "nb-dot nb-highlight" })), {
      label: "chosen knob",
      drag: ({ x }) => turn(((x - left) / width * 2 - 1) * figure.knob.max),
      nudge: (right, up) => turn(figure.knob.now + (right + up) / 20),
      value: () => {
        const { max, name, now } = figure.knob;
        return { now, min: -max, max, text: `${name}: ${written(now)}` };
      },
    });
    const node = put(kit.picture(260, 278, "The loss along the chosen knob"), { role: "group" });
    node.append(level, curve, svg("path", { class: "nb-axis", d: `M${left} ${top}v${height}h${width}` }), title, size, start, end, zero, ball);

    return figure.follow(node, () => {
      const { loss, knob: { max, sign, now } } = figure;
      const losses = Array.from({ length: 161 }, (_, i) => loss((i / 80 - 1) * max));
      const high = 2 ** Math.ceil(Math.log2(1.25 * Math.max(loss(now), losses[80], 0.2)));
      const across = (/** @type {number} */ i) => left + i / 160 * width;
      const down = (/** @type {number} */ value) => top + (1 - value / high) * height;
      put(curve, { d: losses.map((value, i) => (value > high ? "" : `${losses[i - 1] <= high ? "L" : "M"}${across(i)} ${down(value)}`)).join("") });
      put(level, { d: losses.map((value, i) => (value === losses[i + 1] ? `M${across(i)} ${top}v${height}H${across(i + 1)}V${top}Z` : "")).join("") });
      put(ball, { transform: `translate(${across(80 + 80 * now / max)} ${down(loss(now))})` });
      put(title, { text: `${sign}, all else as it is` });
      put(size, { text: `loss ${written(high)}` });
      put(start, { text: written(-max) });
      put(end, { text: written(max) });
      return {};
    });
  }

  customElements.define("nb-network", NetworkFigure);
})();
