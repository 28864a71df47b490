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
  const NEURONS = ["neuron 1", "neuron 2", "the last neuron"];

  /** w_31 leads from input 3 into neuron 1; w'_21 from neuron 2 into the last one. */
  const KNOBS = Object.entries(MINI.knobs).map(([label, value]) => {
    const [i, j = i] = [...label.split("_")[1]].map((digit) => Number(digit) - 1);
    const last = label.includes("'");
    const [bias, into] = [label[0] === "b", last ? 2 : j];
    const sign = label.replace("'", "′").replace(/_|\d/g, (digit) => "₀₁₂₃"[Number(digit)] ?? "");
    const whose = `${bias ? "bias of" : `from ${last ? NEURONS[i] : `input ${i + 1}`} into`} ${NEURONS[into]}`;
    const max = last && !bias ? 10 : 4;
    return { label, value, i, last, bias, into, sign, max, key: label.replace("'", "2"), name: `${sign}, ${whose}` };
  });

  /** @typedef {InstanceType<typeof core.Network>} Network */

  class NetworkFigure extends kit.InteractiveFigure {
    name = "The mini network to move";
    lines = [2, 5];
    /** @type {(network: Network) => void} */
    show = () => {};

    /** @returns {Record<string, any>} */
    settings() {
      const given = { min: -5, max: 5, step: 0.1 };
      return {
        ...Object.fromEntries([1, 2, 3].map((value) => [`x_${value}`, { ...given, label: `input ${value}`, value }])),
        y: { ...given, label: "target", value: 1 },
        knob: { label: "knob", value: "b_1", options: Object.fromEntries(KNOBS.map(({ key, name }) => [key, name])) },
        ...Object.fromEntries(KNOBS.map(({ key, name, value, max }) => [key, { label: name, value, min: -max, max, step: 0.05 }])),
      };
    }

    build() {
      const [diagram, valley] = [makeDiagram(this), makeValley(this)];
      const equation = html("p", { class: "nb-equation" });
      const amounts = KNOBS.map(({ key, sign }) => this.amount(key, sign));
      let amount = amounts[0];
      this.show = (network) => {
        diagram.draw(network);
        valley.draw(network);
        equation.replaceChildren(...equated(network).split(/(x_\d)/).map((part) => (part[0] === "x" ? kit.indexed(part) : part)));
        const chosen = amounts[KNOBS.indexOf(this.knob)];
        if (amount !== chosen) amount.replaceWith((amount = chosen));
      };
      return [
        html("div", { class: "nb-pictures" }, diagram.node, valley.node),
        equation,
        html("div", { class: "nb-controls" }, this.list("knob"), amount, ...["x_1", "x_2", "x_3", "y"].map((key) => this.amount(key))),
      ];
    }

    get network() {
      return KNOBS.reduce((network, { label, key }) => network.replace(label, this.state[key]), MINI);
    }

    get x() {
      return [1, 2, 3].map((i) => this.state[`x_${i}`]);
    }

    get knob() {
      return KNOBS.filter(({ key }) => key === this.state.knob)[0];
    }

    /** With the chosen knob at `value`. @param {Network} network @param {number} [value] */
    loss(network, value = this.state[this.state.knob]) {
      return core.squared_error(network.replace(this.knob.label, value).call(this.x)[0], this.state.y);
    }

    /** Of all neurons, the last one's last. @param {Network} network */
    trace(network) {
      return network.trace(this.x).flatMap(({ total, output }) => total.map((z, j) => [z, output[j]].map(clean)));
    }

    draw() {
      this.show(this.network);
    }

    words() {
      const { network, knob: { sign, key } } = this;
      const trace = this.trace(network);
      const [now, down, up] = [0, -1e-4, 1e-4].map((turn) => this.loss(network, this.state[key] + turn));
      const asleep = NEURONS.filter((_, j) => trace[j][0] <= 0).join(", ") || "no neuron";
      const way = !clean(now) ? "nothing is left to gain"
        : down < now ? `turned down, ${sign} makes it smaller`
        : up < now ? `turned up, ${sign} makes it smaller`
        : `the curve is level here, and a small turn of ${sign} changes nothing`;
      return `The network answers ${short(trace[2][1])}. The target is ${short(this.state.y)}, so the loss is ${short(now)}: ${way}. Asleep: ${asleep}.`;
    }

    table() {
      const { network, knob } = this;
      return [
        ["", "value"],
        ...this.x.map((value, i) => [`input ${i + 1}`, value]),
        ...KNOBS.map(({ key, name }) => [name, this.state[key]]),
        ...this.trace(network).flatMap(([total, output], j) => [[`total of ${NEURONS[j]}`, total], [`output of ${NEURONS[j]}`, output]]),
        ["target", this.state.y],
        ["loss", clean(this.loss(network))],
        ...[-1, -0.5, 0, 0.5, 1].map((share) => share * knob.max)
          .map((value) => [`loss if ${knob.sign} were ${written(value)}`, clean(this.loss(network, value))]),
      ];
    }
  }

  /** Without what rounding leaves of a 0. @param {number} value */
  function clean(value) {
    return Math.abs(value) < 1e-12 ? 0 : value;
  }

  /** For where there is little room. @param {number} value */
  function short(value) {
    return written(clean(value), 4);
  }

  /** The one equation, as `equation(numbers=True)` writes it. @param {Network} network */
  function equated({ layers: [first, { neurons: [last] }] }) {
    const inner = first.neurons.map(({ weights, bias }) => `ReLU(${sum(weights, ["x_1", "x_2", "x_3"], bias, " ")})`);
    return `ŷ = ReLU(\n\u2003${sum(last.weights, inner, last.bias, "\n\u2003")})`;
  }

  /** As a person would: x for 1 x, nothing for 0 x, a − b. @param {number[]} weights @param {string[]} x @param {number} bias @param {string} gap */
  function sum(weights, x, bias, gap) {
    const terms = [...weights, bias].map((w, i) => w && (i < x.length ? `${written(w)} `.replace(/^(−?)1 $/, "$1") + x[i] : written(w)));
    return terms.filter(Boolean).join(`${gap}+ `).replaceAll("+ −", "− ") || "0";
  }

  /** From left to right: inputs, two neurons, the last neuron, the loss. @param {NetworkFigure} figure */
  function makeDiagram(figure) {
    const [inputs, neurons] = [[50, 170, 290].map((y) => [26, y]), [[222, 100], [222, 240], [384, 170]]];
    const node = kit.picture(440, 340, "The mini network with its numbers, which are in the table below.");
    const edges = KNOBS.map((knob) => {
      const { i, last, bias, into, name, key } = knob;
      const [x, y] = neurons[into];
      const away = into === 1 ? 56 : -56; // where a bias comes from
      const [x0, y0] = bias ? [x, y + away] : (last ? neurons : inputs)[i];
      const at = bias ? 0 : last ? 0.48 : 0.28;
      const line = svg("path", { d: `M${x0} ${y0}L${x} ${y}` });
      const [back, value] = [svg("rect", { x: -23, y: -12, width: 46, height: 24, rx: 5 }), svg("text", { y: 5 })];
      const tag = svg("g", { class: "nb-corner", transform: `translate(${x0 + at * (x - x0)} ${y0 + at * (y - y0)})` }, svg("title", { text: name }), back, value);
      figure.on(tag, "click", () => figure.set({ knob: key }));
      return { knob, line, back, value, tag };
    });
    const boxes = [...inputs, ...neurons].map(([x, y], i) => {
      const [half, tall] = i < 3 ? [22, 20] : [49, 27];
      const box = svg("rect", { x: x - half, y: y - tall, width: 2 * half, height: 2 * tall, rx: 9 });
      const [above, below] = [i < 3 ? 5 : -4, 17].map((down) => svg("text", { x, y: y + down, class: "nb-middle" }));
      return { box, above, below };
    });
    const [target, loss] = ["nb-tick", "nb-large nb-middle"].map((name, i) => svg("text", { x: 384, y: 228 + 42 * i, class: name }));
    node.append(
      ...edges.map(({ line }) => line),
      svg("path", { class: "nb-link", d: "M384 197v17m0 20v15" }),
      ...boxes.flatMap(({ box, above, below }) => [box, above, below]),
      ...edges.map(({ tag }) => tag),
      ...inputs.map(([x, y], i) => svg("text", { x, y: y - 27, class: "nb-tick", text: `x${"₁₂₃"[i]}` })),
      target, loss, svg("text", { x: 384, y: 290, class: "nb-tick", text: "loss" }),
    );

    /** @param {Network} network */
    const draw = (network) => {
      const { x, state } = figure;
      const trace = figure.trace(network);
      for (const { knob: { key, i, last, bias }, line, back, value } of edges) {
        const weight = state[key];
        const push = bias ? weight : weight * (last ? trace[i][1] : x[i]);
        put(line, { class: weight < 0 ? "nb-negative" : push ? "nb-positive" : "nb-off", "stroke-width": 1.2 + Math.min(Math.abs(push), 6) / 2 });
        put(back, { class: key === state.knob ? "nb-chosen" : "nb-plain" });
        put(value, { text: written(weight, 3), class: `nb-middle ${weight < 0 ? "nb-negative" : ""}` });
      }
      boxes.forEach(({ box, above, below }, i) => {
        const [total, output] = trace[i - 3] ?? [1];
        put(box, { class: `nb-dot ${total > 0 ? "nb-highlight" : "nb-off"}` });
        put(above, { text: i < 3 ? short(x[i]) : `Σ ${short(total)}` });
        put(below, { text: i < 3 ? "" : `${["out₁", "out₂", "ŷ"][i - 3]} ${short(output)}` });
      });
      put(target, { text: `target ${short(state.y)}` });
      put(loss, { text: short(figure.loss(network)) });
    };
    return { node, draw };
  }

  /** The loss along the chosen knob, gray where it is level. @param {NetworkFigure} figure */
  function makeValley(figure) {
    const [left, top, width, height] = [40, 24, 206, 200];
    const node = put(kit.picture(260, 278, "The loss along the chosen knob"), { role: "group" });
    const [level, curve] = ["nb-sheet", "nb-curve"].map((name) => svg("path", { class: name }));
    const [title, size, start, end] = [[left + width / 2, 265], [left, 16], [left + 8, 243], [left + width - 8, 243]]
      .map(([x, y]) => svg("text", { x, y, class: "nb-tick" }));
    const turn = (/** @type {number} */ value) => {
      const { key, max } = figure.knob;
      figure.set({ [key]: Math.min(max, Math.max(-max, Math.round(value * 20) / 20)) });
    };
    const ball = figure.handle(svg("g", {}, svg("circle", { r: 17, class: "nb-reach" }), svg("circle", { r: 7, class: "nb-dot nb-highlight" })), {
      label: "chosen knob",
      drag: ({ x }) => turn(((x - left) / width * 2 - 1) * figure.knob.max),
      nudge: (right, up) => turn(figure.state[figure.knob.key] + (right + up) / 20),
      value: () => {
        const { key, max, name } = figure.knob;
        const now = figure.state[key];
        return { now, min: -max, max, text: `${name}: ${written(now)}` };
      },
    });
    node.append(
      level, curve, svg("path", { class: "nb-axis", d: `M${left} ${top}v${height}h${width}` }),
      svg("text", { x: left - 10, y: top + height + 5, class: "nb-tick", text: 0 }),
      title, size, start, end, ball,
    );

    /** @param {Network} network */
    const draw = (network) => {
      const { key, max, sign } = figure.knob;
      const losses = Array.from({ length: 161 }, (_, i) => figure.loss(network, (i / 80 - 1) * max));
      const now = figure.loss(network);
      const high = 2 ** Math.ceil(Math.log2(1.25 * Math.max(now, losses[80], 0.2)));
      const across = (/** @type {number} */ i) => left + i / 160 * width;
      const down = (/** @type {number} */ loss) => top + (1 - loss / high) * height;
      put(curve, { d: losses.map((loss, i) => (loss > high ? "" : `${losses[i - 1] <= high ? "L" : "M"}${across(i)} ${down(loss)}`)).join("") });
      put(level, { d: losses.map((loss, i) => (loss === losses[i + 1] ? `M${across(i)} ${top}v${height}H${across(i + 1)}V${top}Z` : "")).join("") });
      put(ball, { transform: `translate(${across(80 + 80 * figure.state[key] / max)} ${down(now)})` });
      put(title, { text: `${sign}, all else as it is` });
      put(size, { text: `loss ${written(high)}` });
      put(start, { text: written(-max) });
      put(end, { text: written(max) });
    };
    return { node, draw };
  }

  customElements.define("nb-network", NetworkFigure);
})();
