// <nb-squash>: ReLU and both forms of GELU, read at a z that moves along them; or, with `stacked`,
// evenly spaced inputs pushed through two layers, with a squash and without.

(() => {
  "use strict";

  const { core, kit } = neuronbook;
  const { html, svg, put, written } = kit;

  const [WIDTH, LEFT, RIGHT] = [440, 66, 430];
  // Both pictures show -4 to 4 across.
  const REACH = 4;
  const NAMES = { relu: "ReLU", gelu: "GELU", gelu_tanh: "GELU (tanh)" };
  // The weights and biases on the paths from input 1: sign, meaning, value at first.
  const KNOBS = {
    w_11: ["w_11", "weight from input 1 into neuron 1", 0.5],
    v_11: ["w′_11", "weight from neuron 1 into the output", 1],
    w_12: ["w_12", "weight from input 1 into neuron 2", -1],
    v_21: ["w′_21", "weight from neuron 2 into the output", 2],
    b_1: ["b_1", "bias of neuron 1", 0.1],
    b_2: ["b_2", "bias of neuron 2", 0],
    v_1: ["b′_1", "bias of the output", 0],
  };

  class SquashFigure extends kit.InteractiveFigure {
    constructor() {
      super();
      Object.assign(this, this.hasAttribute("stacked") ? stacked(this) : curves(this));
    }
  }

  /**
   * The curves, and on an axis of its own the gap between the two GELUs.
   * @param {SquashFigure} figure
   */
  function curves(figure) {
    return {
      name: "ReLU and GELU to move along",
      lines: [3, 6],
      settings: () => ({
        z: { label: "z", value: 1, min: -REACH, max: REACH, step: 0.01 },
        ...Object.fromEntries(Object.entries(NAMES).map(([f, label]) => [f, { label, value: true }])),
      }),
      build() {
        const { picture, move } = frame(figure, "z", 400, 232);
        const above = panel(picture, 24, 232, -0.5, 4, [0, 1, 2, 3, 4]);
        const below = panel(picture, 288, 374, -5e-4, 3e-4, [-4e-4, -2e-4, 0, 2e-4]);
        picture.append(svg("text", { x: LEFT, y: 278, text: "gap: GELU − GELU (tanh)" }));
        const apart = row(picture, "gelu", "highlight");
        put(apart.curve, { d: below.line(gap) });
        const rows = Object.entries(NAMES).map(([key, text], i) => {
          const made = { ...row(picture, key, i ? "highlight" : "off"), f: squash(key) };
          const name = svg("text", { x: across(i ? 1.9 : 1.2), y: [85, 180, 202][i], class: i && "nb-highlight", text });
          made.node.append(name);
          put(made.curve, { d: above.line(made.f) });
          return made;
        });
        figure.draw = () => {
          const { state } = figure;
          const { z } = state;
          move();
          for (const { key, f, node, at, value } of rows) {
            put(node, { visibility: state[key] ? "visible" : "hidden" });
            put(at, { cx: across(z), cy: above.y(f(z)) });
            put(value, { text: written(f(z)) });
          }
          rows[2].curve.classList.toggle("nb-over", state.gelu);
          put(apart.at, { cx: across(z), cy: below.y(gap(z)) });
          put(apart.value, { text: written(gap(z), 3) });
        };
        return [
          pictures(picture, ...rows.flatMap(({ key, value }) => [figure.flag(key), value]), "gap", apart.value),
          figure.presets("Go to", { "0.1": { z: 0.1 }, "−2.5": { z: -2.5 }, "GELU’s lowest point": { z: -0.751792 }, "widest gap": { z: 2.699 } }),
          html("div", { class: "nb-controls" }, figure.amount("z")),
        ];
      },
      words() {
        const { z } = figure.state;
        return `At z = ${written(z)}, ReLU gives ${written(core.relu(z))} and GELU ${written(core.gelu(z))}: it multiplies z by Φ(z) = ${written(core.cdf(z))}. The tanh form gives ${written(core.gelu_tanh(z))}. The gap, exact minus tanh, is ${written(gap(z), 3)}.`;
      },
      table: () => [
        ["z", ...Object.values(NAMES), "gap"],
        ...sampled(figure.state.z, (z) => [...Object.keys(NAMES).map((f) => squash(f)(z)), gap(z)]),
      ],
    };
  }

  /**
   * The mini network's output against input 1; inputs 2 and 3, and their weights, stay.
   * @param {SquashFigure} figure
   */
  function stacked(figure) {
    // Without a squash, and with it: from input 1 to the output.
    const both = () => {
      const { w_11, w_12, b_1, b_2, v_11, v_21, v_1, f } = figure.state;
      return ["identity", f].map(squash).map((activation) => {
        const first = new core.Layer([[w_11, w_12], [-1, 0], [0.5, -0.5]], [b_1, b_2], activation);
        const network = new core.Network(first, new core.Layer([[v_11], [v_21]], [v_1], activation));
        return (/** @type {number} */ x) => network.call([x, 2, 3])[0];
      });
    };
    /** @returns {string} */
    const kind = () => Object(NAMES)[figure.state.f];
    return {
      name: "Two layers, with a squash and without",
      lines: [3, 7],
      settings: () => ({
        x_1: { label: "input 1", value: 1, min: -REACH, max: REACH, step: 0.1 },
        f: { label: "squash", value: "relu", options: NAMES },
        ...Object.fromEntries(Object.entries(KNOBS).map(([key, [, label, value]]) => [key, { label, value, min: -3, max: 3, step: 0.1 }])),
      }),
      build() {
        const { picture, move } = frame(figure, "x_1", 300, 262);
        const plot = panel(picture, 24, 262, -1, 1, [-1, -0.5, 0, 0.5, 1]);
        picture.append(svg("text", { x: across(0), y: 297, class: "nb-tick", text: "input 1 (inputs 2 and 3 stay at 2 and 3)" }));
        const name = html("span");
        const rows = [row(picture, "relu nb-beads", "off"), row(picture, "gelu nb-beads", "highlight")];
        figure.draw = () => {
          const { x_1 } = figure.state;
          const outputs = both();
          const sizes = outputs.flatMap((f) => grid(32).map((x) => Math.abs(f(x))));
          plot.scale(kit.roomy(Math.max(...sizes), [4, 10, 20, 40, 100]));
          move();
          put(name, { text: kind() });
          rows.forEach(({ curve, at, value }, i) => {
            put(curve, { d: plot.line(outputs[i], 32, "h0M") });
            put(at, { cx: across(x_1), cy: plot.y(outputs[i](x_1)) });
            put(value, { text: written(outputs[i](x_1), 5) });
          });
        };
        return [
          pictures(picture, "no squash", rows[0].value, name, rows[1].value),
          html(
            "div",
            { class: "nb-controls" },
            figure.amount("x_1"), figure.choice("f"),
            ...Object.entries(KNOBS).map(([key, [sign]]) => figure.amount(key, kit.indexed(`${sign}`))),
          ),
        ];
      },
      words() {
        const { x_1, w_11, w_12, v_11, v_21 } = figure.state;
        const [bare, bent] = both().map((f) => written(f(x_1)));
        const slope = `${times(w_11, v_11)} + ${times(w_12, v_21)}`.replace("+ −", "− ");
        return `At input 1 = ${written(x_1)}, ${bare} comes out without a squash, and ${bent} with ${kind()}. Without one, each step of 1 adds ${slope} = ${written(w_11 * v_11 + w_12 * v_21)}, wherever it starts: a straight line, whatever the weights.`;
      },
      table: () => [
        ["input 1", "no squash", kind()],
        ...sampled(figure.state.x_1, (x) => both().map((f) => f(x))),
      ],
    };
  }

  /** "0.5 × (−2)". @param {number} a @param {number} b */
  function times(a, b) {
    return `${written(a)} × ${b < 0 ? `(${written(b)})` : written(b)}`;
  }

  /** @param {string} name @returns {(z: number) => number} */
  function squash(name) {
    return core[/** @type {"relu"} */ (name)];
  }

  /** @param {number} z */
  function gap(z) {
    return core.gelu(z) - core.gelu_tanh(z);
  }

  /** @param {number} value @param {(value: number) => number[]} row */
  function sampled(value, row) {
    return [value, -4, -3, -2, -1, 0, 1, 2, 3, 4].map((at, i) => [(i ? "" : "as set: ") + written(at), ...row(at)]);
  }

  /** Where a value from -4 to 4 stands. @param {number} value */
  function across(value) {
    return LEFT + ((value + REACH) * (RIGHT - LEFT)) / (2 * REACH);
  }

  /** So many steps from -4 to 4. @param {number} n */
  function grid(n) {
    return Array.from({ length: n + 1 }, (_, i) => ((2 * i) / n - 1) * REACH);
  }

  /**
   * A curve, the dot on it, and the value there.
   * @param {Element} picture @param {string} key @param {string} ink
   */
  function row(picture, key, ink) {
    const curve = svg("path", { class: `nb-curve nb-${key}` });
    const at = svg("circle", { r: 5.5, class: `nb-dot nb-${ink}` });
    const node = svg("g", {}, curve, at);
    picture.append(node);
    return { key, node, curve, at, value: html("b") };
  }

  /**
   * Axes from `top` to `bottom`, for values of `low` to `high` times a size.
   * @param {Element} picture @param {number} top @param {number} bottom
   * @param {number} low @param {number} high @param {number[]} ticks
   */
  function panel(picture, top, bottom, low, high, ticks) {
    let size = 1;
    /** @param {number} value */
    const y = (value) => bottom - ((value / size - low) * (bottom - top)) / (high - low);
    const texts = ticks.map((tick) => svg("text", { x: LEFT - 9, y: y(tick) + 4.5, class: "nb-tick nb-end", text: written(tick) }));
    picture.append(
      svg("path", { class: "nb-axis", d: `M${LEFT} ${top}V${bottom}H${RIGHT}M${LEFT} ${y(0)}H${RIGHT}` }),
      ...texts,
      ...[-4, -2, 0, 2, 4].map((value) => svg("text", { x: across(value), y: bottom + 17, class: "nb-tick", text: written(value) })),
    );
    return {
      y,
      /** @param {(value: number) => number} f @param {number} [points] @param {string} [joint] */
      line: (f, points = 160, joint = "L") =>
        "M" + grid(points).map((value) => `${across(value)} ${y(f(value))}`).join(joint) + "h0",
      /** @param {number} to */
      scale(to) {
        size = to;
        texts.forEach((text, i) => put(text, { text: written(ticks[i] * size) }));
      },
    };
  }

  /**
   * A picture with an upright line that is moved: by a drag or a tap anywhere, or by keys.
   * @param {SquashFigure} figure @param {string} key @param {number} height
   * @param {number} axis where the line is held
   */
  function frame(figure, key, height, axis) {
    const picture = kit.picture(WIDTH, height, figure.name);
    const line = svg("path", { class: "nb-link" });
    const grip = svg("circle", { r: 7, cy: axis, class: "nb-dot nb-positive" });
    const node = svg("g", {}, svg("rect", { width: WIDTH, height }), line, grip);
    /** @param {number} value */
    const to = (value) => figure.set({ [key]: Math.min(REACH, Math.max(-REACH, Number(value.toFixed(2)))) });
    const drag = ({ x = 0 }) => to(((x - LEFT) * 2 * REACH) / (RIGHT - LEFT) - REACH);
    figure.handle(node, {
      label: key.replace("x_", "input "),
      drag,
      tap: drag,
      nudge: (right, up) => to(figure.state[key] + (right + up) / 10),
      value: () => ({ now: figure.state[key], min: -REACH, max: REACH, text: written(figure.state[key]) }),
    });
    put(picture, { role: "group" }).append(svg("text", { x: LEFT, y: 14, text: "output" }), node);
    const move = () => {
      const x = across(figure.state[key]);
      put(line, { d: `M${x} 24V${height - 26}` });
      put(grip, { cx: x });
    };
    return { picture, move };
  }

  /** The picture, and beside it names and values. @param {Node} picture @param {...(Node | string)} inside */
  function pictures(picture, ...inside) {
    const parts = inside.map((part) => (typeof part === "string" ? html("span", { text: part }) : part));
    return html("div", { class: "nb-pictures" }, picture, html("div", { class: "nb-readings" }, ...parts));
  }

  customElements.define("nb-squash", SquashFigure);
})();
