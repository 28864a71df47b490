// <nb-neuron>: one neuron. Three inputs beside its squash, or, with inputs="2", the four corners
// of a yes-or-no question on a map, with the presets AND, OR, NOT and the XOR that cannot be done.
// With `compact`, for a reader who has never met a neuron: three inputs to move, and its arithmetic.

(() => {
  "use strict";

  const { core, kit } = neuronbook;
  const { html, svg, put, written, signed } = kit;

  const SQUASHES = {
    relu: "ReLU", step: "step", identity: "none", gelu: "GELU", gelu_tanh: "GELU (tanh)",
  };
  const CORNERS = [[0, 0], [0, 1], [1, 0], [1, 1]];
  /** What is wanted at the corners. @type {Record<string, number[]>} */
  const WANTED = { AND: [0, 0, 0, 1], OR: [0, 1, 1, 1], NOT: [1, 1, 0, 0], XOR: [0, 1, 1, 0] };
  const PRESETS = {
    AND: { goal: "AND", w_1: 1, w_2: 1, b: -2, f: "step" },
    OR: { goal: "OR", w_1: 1, w_2: 1, b: -1, f: "step" },
    "NOT input 1": { goal: "NOT", w_1: -1, w_2: 0, b: 0, f: "step" },
    XOR: { goal: "XOR", w_1: 1, w_2: 1, b: -1, f: "step" },
  };
  const EXAMPLE = { x: [1, 2, 3], w: [0.5, -1, 0.5] };
  const SIZES = [2, 4, 10, 20, 40]; // of the axes

  /** As the library's, but a total that is 0 but for rounding is 0: what the reader sees adds up. */
  class Neuron extends core.Neuron {
    /** @param {number[]} x */
    total(x) {
      const total = super.total(x);
      return Math.abs(total) < 1e-12 ? 0 : total;
    }
  }

  class NeuronFigure extends kit.InteractiveFigure {
    name = "A neuron to move";
    n = this.getAttribute("inputs") === "2" ? 2 : 3;
    compact = this.hasAttribute("compact") && this.n === 3;
    lines = this.compact ? [2, 4] : [2, 6];
    /** @type {(neuron: Neuron, x: number[]) => void} */
    drawVote = () => {};
    /** @type {(neuron: Neuron, x: number[]) => void} */
    drawAnswer = () => {};

    get logic() {
      return this.n === 2;
    }

    settings() {
      const amounts = Array.from({ length: this.n }, (_, i) => [
        [`x_${i + 1}`, this.logic
          ? { label: `input ${i + 1}`, value: 1, min: 0, max: 1, step: 1 }
          : { label: `input ${i + 1}`, value: EXAMPLE.x[i], min: this.compact ? 0 : -5, max: 5, step: 0.1 }],
        [`w_${i + 1}`, { label: `weight ${i + 1}`, value: this.logic ? 1 : EXAMPLE.w[i], min: -2, max: 2, step: 0.1 }],
      ]);
      return {
        ...Object.fromEntries(amounts.flat()),
        b: { label: "bias", value: this.logic ? -2 : 0.1, min: -3, max: 3, step: 0.1 },
        f: { label: "squash", value: this.logic ? "step" : "relu", options: SQUASHES },
        ...(this.logic && {
          goal: { label: "question", value: "AND", options: { AND: "AND", OR: "OR", NOT: "NOT", XOR: "XOR" } },
        }),
      };
    }

    build() {
      if (this.compact) return this.buildCompact();
      const vote = makeVote(this.n);
      const answer = this.logic ? makeMap(this) : makeSquash();
      [this.drawVote, this.drawAnswer] = [vote.draw, answer.draw];
      const names = Array.from({ length: this.n }, (_, i) => [`x_${i + 1}`, `w_${i + 1}`]);
      return [
        html("div", { class: "nb-pictures" }, vote.node, answer.node),
        this.logic ? this.presets("Try", PRESETS) : "",
        html("div", { class: "nb-controls" }, ...names.flat().map((key) => this.amount(key)), this.amount("b"), this.choice("f")),
      ].filter((node) => node instanceof Node);
    }

    /** Each input beside its arrow, and the sum in one line. */
    buildCompact() {
      const diagram = makeDiagram(this.n);
      const sum = html("p", { class: "nb-sum" });
      this.drawVote = diagram.draw;
      this.drawAnswer = (neuron, x) => put(sum, { text: working(neuron, x) });
      const inputs = Array.from({ length: this.n }, (_, i) => this.amount(`x_${i + 1}`));
      return [
        html("div", { class: "nb-compact" }, html("div", { class: "nb-controls" }, ...inputs), diagram.node),
        sum,
      ];
    }

    get neuron() {
      const weights = Array.from({ length: this.n }, (_, i) => this.state[`w_${i + 1}`]);
      return new Neuron(weights, this.state.b, core[/** @type {"relu"} */ (this.state.f)]);
    }

    get x() {
      return Array.from({ length: this.n }, (_, i) => this.state[`x_${i + 1}`]);
    }

    draw() {
      this.drawVote(this.neuron, this.x);
      this.drawAnswer(this.neuron, this.x);
    }

    words() {
      const { neuron, x } = this;
      if (this.compact) return inShort(neuron, x, this.state.f);
      const squash = this.state.f === "identity" ? "without a squash" : `after ${SQUASHES[/** @type {"relu"} */ (this.state.f)]}`;
      const pushes = neuron.products(x).map((push, i) => `input ${i + 1} pushes ${pushed(push)}`);
      const vote = `${pushes.join(", ")}, and the bias ${pushed(neuron.bias)}. The total is ${written(neuron.total(x))}; ${squash}, ${written(neuron.call(x))} comes out.`;
      if (!this.logic) return vote[0].toUpperCase() + vote.slice(1);
      const { goal } = this.state;
      const given = CORNERS.map((corner) => neuron.call(corner));
      const right = given.filter((output, i) => output === WANTED[goal][i]).length;
      const verdict = right === 4 ? "All four are right." : `${right} of 4 are right.`;
      const never = goal === "XOR" ? " No weights and no bias get all four." : "";
      return `At the corners, ${goal} wants ${WANTED[goal].join(", ")}; this neuron gives ${given.map((z) => written(z)).join(", ")}. ${verdict}${never}`;
    }

    table() {
      const { neuron, x } = this;
      if (this.logic) {
        return [
          ["inputs", "push 1", "push 2", "bias", "total", "output", `${this.state.goal} wants`],
          ...[...CORNERS, x].map((at, i) => [
            i < 4 ? at.join(", ") : `as set: ${at.map((value) => written(value)).join(", ")}`,
            ...neuron.products(at), neuron.bias, neuron.total(at), neuron.call(at), WANTED[this.state.goal][i] ?? "",
          ]),
        ];
      }
      return [
        ["", "input", "weight", "push"],
        ...neuron.products(x).map((push, i) => [`input ${i + 1}`, x[i], neuron.weights[i], push]),
        ["bias", "", "", neuron.bias],
        ["total", "", "", neuron.total(x)],
        ["output", "", "", neuron.call(x)],
      ];
    }
  }

  /** @param {number} push */
  function pushed(push) {
    return push === 0 ? "nowhere" : `${push > 0 ? "up" : "down"} by ${written(Math.abs(push))}`;
  }

  /**
   * The sum on one line, as the library's `explain` writes it: 0.5 × 1 − 1 × 2 + 0.5 × 3 + 0.1 = 0.1.
   * @param {Neuron} neuron @param {number[]} x
   */
  function working(neuron, x) {
    const [first, ...others] = [...x.map((value, i) => `${written(neuron.weights[i])} × ${written(value)}`), written(neuron.bias)];
    const added = others.map((term) => (term.startsWith("−") ? ` − ${term.slice(1)}` : ` + ${term}`));
    return `${first}${added.join("")} = ${written(neuron.total(x))}`;
  }

  /**
   * What the neuron does, for a reader who has never met one.
   * @param {Neuron} neuron @param {number[]} x @param {string} squash
   */
  function inShort(neuron, x, squash) {
    const [pushes, total, out] = [neuron.products(x), neuron.total(x), written(neuron.call(x))];
    const ways = [[1, "up"], [-1, "down"]].flatMap(([way, name]) => {
      const whose = pushes.flatMap((push, i) => (Math.sign(push) === way ? [i + 1] : []));
      if (!whose.length) return [];
      const last = whose.pop();
      return [whose.length ? `inputs ${whose.join(", ")} and ${last} push ${name}` : `input ${last} pushes ${name}`];
    });
    const votes = ways.join(", ") || "no input pushes";
    const answer = squash !== "relu"
      ? `The total is ${written(total)}; after ${SQUASHES[/** @type {"relu"} */ (squash)]}, ${out} comes out.`
      : total > 0
        ? `The total is above 0, so the neuron passes it on: ${out} comes out.`
        : "The total is not above 0, so the neuron stays silent: 0 comes out.";
    return `${votes[0].toUpperCase()}${votes.slice(1)}. ${answer}`;
  }

  /** The vote: each push starts where the one above ended. @param {number} n */
  function makeVote(n) {
    const [left, right, row, top] = [148, 352, 38, 8];
    const bottom = top + (n + 2) * row;
    const node = kit.picture(440, bottom + 44, "Each input's push on the total, the bias last. The numbers are in the table below.");
    const rows = Array.from({ length: n + 2 }, (_, i) => {
      const middle = top + (i + 0.5) * row;
      const [name, value] = [svg("text", { x: left - 10, y: middle + 5, class: "nb-end" }), svg("text", { y: middle + 5 })];
      const bar = svg("path");
      const link = svg("path", { class: "nb-link" });
      const whose = i < n ? `input ${i + 1}` : i === n ? "bias" : "total";
      node.append(link, bar, svg("text", { x: 0, y: middle + 5, class: "nb-whose", text: whose }), name, value);
      return { middle, name, value, bar, link };
    });
    node.append(svg("path", { class: "nb-axis", d: `M${(left + right) / 2} ${top}V${bottom + 4}M${left} ${bottom + 4}H${right}` }));
    const ticks = [-1, -0.5, 0, 0.5, 1].map((share) => {
      const x = (left + right) / 2 + (share * (right - left)) / 2;
      const tick = svg("text", { x, y: bottom + 21, class: "nb-tick" });
      node.append(svg("path", { class: "nb-axis", d: `M${x} ${bottom + 4}v4` }), tick);
      return { share, tick };
    });
    node.append(svg("text", { x: (left + right) / 2, y: bottom + 39, class: "nb-tick", text: "total so far" }));

    /** @param {Neuron} neuron @param {number[]} x */
    const draw = (neuron, x) => {
      const pushes = [...neuron.products(x), neuron.bias];
      const ends = pushes.map((_, i) => pushes.slice(0, i + 1).reduce((sum, push) => sum + push, 0));
      const size = kit.roomy(Math.max(...ends.map(Math.abs)), SIZES);
      const place = (/** @type {number} */ value) => (left + right) / 2 + (value / size) * ((right - left) / 2);
      ticks.forEach(({ share, tick }) => put(tick, { text: written(share * size) }));
      rows.forEach(({ middle, name, value, bar, link }, i) => {
        const total = i > n;
        const push = total ? neuron.total(x) : pushes[i];
        const [from, to] = [place(total || !i ? 0 : ends[i - 1]), place(total ? push : ends[i])];
        const tip = total ? to : to - Math.sign(push) * Math.min(9, Math.abs(to - from));
        put(name, { text: total ? "" : i === n ? written(push) : `${written(x[i])} × ${written(neuron.weights[i])}` });
        put(value, { text: total ? written(push) : signed(push), x: Math.max(from, to) + 8, class: total ? "nb-highlight" : sign(push) });
        put(bar, { class: `nb-bar ${total ? "nb-highlight" : sign(push)}`, d: `M${from} ${middle - 11}H${tip}L${to} ${middle}L${tip} ${middle + 11}H${from}Z` });
        if (total) put(bar, { d: `M${from} ${middle - 11}H${to}V${middle + 11}H${from}Z` });
        put(link, { d: total ? "" : `M${to} ${middle + 11}v${row - 22}` });
      });
    };
    return { node, draw };
  }

  /** @param {number} push */
  function sign(push) {
    return push > 0 ? "nb-positive" : push < 0 ? "nb-negative" : "nb-off";
  }

  /**
   * The neuron from left to right, as the book draws it; the harder a push, the thicker its arrow.
   * @param {number} n
   */
  function makeDiagram(n) {
    const middle = 44 + ((n - 1) / 2) * 64;
    const [adds, squash, bottom] = [[196, middle], [282, middle], [196, middle + 70]];
    const node = kit.picture(400, middle + 92, "The neuron from left to right. Its numbers are in the table below.");
    for (const [text, x] of [["inputs", 24], ["× weights", 104], ["add", 196], ["squash", 282], ["output", 360]]) {
      node.append(svg("text", { x, y: 11, class: "nb-tick", text }));
    }
    const pushes = Array.from({ length: n + 1 }, (_, i) => {
      const place = i < n ? [22, 44 + i * 64] : bottom; // the bias comes from below
      const start = i < n ? toward(place, adds, 20) : place;
      const arrow = makeArrow(node);
      const [value, weight] = [svg("text", { class: "nb-middle", x: place[0], y: place[1] + 5 + (i < n ? 0 : 10) }), svg("text")];
      if (i < n) node.append(svg("circle", { cx: place[0], cy: place[1], r: 20, class: "nb-dot nb-plain nb-round" }), weight);
      node.append(value);
      const [x, y] = toward(place, adds, Math.hypot(adds[0] - place[0], adds[1] - place[1]) * 0.47);
      put(weight, { x, y: y + 5 });
      return { value, weight, point: (/** @type {string} */ kind, /** @type {number} */ width) => arrow(start, toward(adds, place, 29), kind, width) };
    });
    makeArrow(node)([adds[0] + 27, middle], [squash[0] - 21, middle], "nb-flow");
    makeArrow(node)([squash[0] + 20, middle], [326, middle], "nb-flow");
    const sum = svg("circle", { cx: adds[0], cy: middle, r: 27 });
    const total = svg("text", { x: adds[0], y: middle + 5, class: "nb-middle" });
    const box = svg("rect", { x: squash[0] - 20, y: middle - 20, width: 40, height: 40, rx: 4 });
    const curve = svg("path", { class: "nb-bend" });
    const output = svg("text", { x: 331, y: middle + 6 });
    node.append(sum, total, box, curve, output);

    /** @param {Neuron} neuron @param {number[]} x */
    const draw = (neuron, x) => {
      [...neuron.products(x), neuron.bias].forEach((size, i) => {
        const { value, weight, point } = pushes[i];
        point(sign(size), 1.2 + Math.min(Math.abs(size), 5));
        put(value, { text: i < n ? written(x[i], 3) : `bias ${written(neuron.bias)}` });
        put(weight, { text: i < n ? written(neuron.weights[i]) : "", class: `nb-middle nb-over ${sign(size)}` });
      });
      const [into, out] = [neuron.total(x), neuron.call(x)];
      const gives = out === 0 ? "nb-off" : "nb-highlight";
      put(sum, { class: `nb-dot ${into > 0 ? "nb-highlight" : "nb-off"}` });
      put(total, { text: written(into, 4) }); // what a circle can hold; the sum has all digits
      put(box, { class: `nb-dot ${gives}` });
      const points = Array.from({ length: 29 }, (_, i) => (i - 14) / 7)
        .map((z) => [squash[0] + z * 7, middle + 5 - neuron.activation(z) * 7].join(" "));
      put(curve, { d: `M${points.join("L")}` });
      put(output, { text: written(out), class: `${written(out).length > 6 ? "nb-long" : "nb-large"} ${gives}` });
    };
    return { node, draw };
  }

  /** The point so far from one point toward another. @param {number[]} from @param {number[]} to @param {number} far */
  function toward([x, y], [right, down], far) {
    const share = far / Math.hypot(right - x, down - y);
    return [x + (right - x) * share, y + (down - y) * share];
  }

  /** A line with a head, put into a picture; returns what draws it. @param {SVGElement} node */
  function makeArrow(node) {
    const [line, head] = [svg("path"), svg("path", { d: "M0 0L-9 -4.5V4.5Z" })];
    node.append(line, head);
    /** @param {number[]} from @param {number[]} to @param {string} kind @param {number} [width] */
    return ([x, y], [right, down], kind, width = 1.8) => {
      put(line, { d: `M${x} ${y}L${right} ${down}`, class: kind, "stroke-width": width });
      const turn = (Math.atan2(down - y, right - x) * 180) / Math.PI;
      put(head, { transform: `translate(${right} ${down}) rotate(${turn})`, class: `nb-arrowhead ${kind}` });
    };
  }

  /** The squash as a curve, the total going in and the output coming out. */
  function makeSquash() {
    const [side, at] = [220, 20];
    const node = kit.picture(260, 278, "The squash: the total going in, the output coming out.");
    const curve = svg("path", { class: "nb-curve" });
    const guide = svg("path", { class: "nb-link" });
    const dot = svg("circle", { r: 6, class: "nb-dot nb-highlight" });
    const output = svg("text", { x: at + 8, y: at + 48, class: "nb-large nb-highlight" });
    const ends = [svg("text", { x: at, class: "nb-tick", y: at + side / 2 + 17 }), svg("text", { x: at + side, class: "nb-tick", y: at + side / 2 + 17 })];
    const middle = at + side / 2;
    node.append(
      svg("path", { class: "nb-axis", d: `M${at} ${middle}H${at + side}M${middle} ${at}V${at + side}` }),
      svg("text", { x: at + 8, y: at + 22, text: "comes out" }),
      svg("text", { x: middle, y: at + side + 19, class: "nb-tick", text: "total in" }),
      ...ends, curve, guide, dot, output,
    );

    /** @param {Neuron} neuron @param {number[]} x */
    const draw = (neuron, x) => {
      const [total, out] = [neuron.total(x), neuron.call(x)];
      const size = kit.roomy(Math.abs(total), SIZES);
      const scale = side / 2 / size;
      const jump = neuron.activation === core.step;
      const points = Array.from({ length: 111 }, (_, i) => -size + (i * 2 * size) / 110)
        .map((z, i) => `${i && !(jump && i === 55) ? "L" : "M"}${middle + z * scale} ${middle - neuron.activation(z) * scale}`);
      put(curve, { d: points.join("") });
      put(dot, { cx: middle + total * scale, cy: middle - out * scale });
      put(guide, { d: `M${middle + total * scale} ${middle}V${middle - out * scale}H${middle}` });
      put(output, { text: written(out) });
      ends.forEach((end, i) => put(end, { text: written(i ? size : -size) }));
    };
    return { node, draw };
  }

  /** The four corners, and the line on which the total is 0. @param {NeuronFigure} figure */
  function makeMap(figure) {
    const [side, at] = [220, 20];
    const scale = side / 2; // the map shows -0.5 to 1.5 both ways
    const place = (/** @type {number[]} */ [x, y]) => [(x + 0.5) * scale, (1.5 - y) * scale];
    const node = kit.picture(260, 278, "The neuron's answers at the four corners.");
    const yes = svg("rect", { x: 0, y: -9, width: 18, height: 18, class: "nb-yes" });
    const edge = svg("path", { d: "M0 -9V9", class: "nb-edge" });
    const turned = svg("g", {}, yes, edge);
    const here = svg("circle", { r: 19, class: "nb-here" });
    const map = svg("svg", { x: at, y: 4, width: side, height: side }, svg("rect", { width: side, height: side, class: "nb-sheet" }), turned, here);
    const corners = CORNERS.map((corner) => {
      const [cx, cy] = place(corner);
      const dot = svg("circle", { cx, cy, r: 13 });
      const text = svg("text", { x: cx, y: cy + 5, class: "nb-middle" });
      const mark = svg("text", { x: cx, y: cy + 35, class: "nb-tick" });
      const group = svg("g", { class: "nb-corner" }, dot, text, mark);
      figure.on(group, "click", () => figure.set({ x_1: corner[0], x_2: corner[1] }));
      map.append(group);
      return { dot, text, mark };
    });
    node.append(
      map,
      ...[0, 1].flatMap((value) => {
        const [x, y] = place([value, value]);
        return [
          svg("text", { x: at + x, y: side + 20, class: "nb-tick", text: value }),
          svg("text", { x: at - 9, y: 4 + y + 5, class: "nb-tick", text: value }),
        ];
      }),
      svg("text", { x: at + side / 2, y: side + 38, class: "nb-tick", text: "input 1 to the right, input 2 upward" }),
    );

    /** @param {Neuron} neuron @param {number[]} x */
    const draw = (neuron, x) => {
      const line = core.line(neuron);
      const all = neuron.bias > 0 || (neuron.bias === 0 && neuron.activation === core.step);
      put(edge, { visibility: line ? "visible" : "hidden" });
      put(yes, { visibility: line || all ? "visible" : "hidden" });
      const [a, b] = line ? line.normal : [1, 0];
      const foot = line ? [-line.offset * a, -line.offset * b] : [-9, 0];
      const [px, py] = place(foot);
      put(turned, { transform: `translate(${px} ${py}) rotate(${(-Math.atan2(b, a) * 180) / Math.PI}) scale(${scale})` });
      corners.forEach(({ dot, text, mark }, i) => {
        const out = neuron.call(CORNERS[i]);
        const right = out === WANTED[figure.state.goal][i];
        put(dot, { class: `nb-dot ${out > 0 ? "nb-highlight" : "nb-off"}` });
        put(text, { text: written(out, 2) });
        put(mark, { text: right ? "right" : "wrong", class: `nb-tick ${right ? "nb-highlight" : "nb-negative"}` });
      });
      const [hx, hy] = place(x);
      put(here, { cx: hx, cy: hy });
    };
    return { node, draw };
  }

  customElements.define("nb-neuron", NeuronFigure);
})();
