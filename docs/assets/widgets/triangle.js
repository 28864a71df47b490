// <nb-triangle>: three neurons on a map of their two inputs, and the output neuron that they fence
// a region off for. Every edge is dragged and turned, and any point is read out.

(() => {
  "use strict";

  const { core, kit } = neuronbook;
  const { html, svg, put, written } = kit;

  const SIDES = ["bottom", "right", "left"];
  /** @type {Record<string, (z: number) => number>} */
  const SQUASHES = { relu: core.relu, step: core.step };
  const POINTS = 256; // of the raster, along each side of the map
  const OUTLINE = 2; // points
  const REACH = 3.7; // from the origin to where an edge is turned
  const XS = Float64Array.from({ length: POINTS }, (_, i) => (8 * (i + 0.5)) / POINTS - 4);
  const YS = XS.map((x) => -x); // top row first

  /** The book's triangle, as settings. @param {number} v each output weight @param {number} [facing] -1: inward */
  function book(v, facing = 1) {
    const { weights, bias } = core.triangle(1).layers[0];
    /** @type {Record<string, any>} */
    const state = { f: "relu", g: "relu", c: 1 };
    SIDES.forEach((_, i) => {
      state[`w_1${i + 1}`] = facing * weights[0][i] + 0; // no -0
      state[`w_2${i + 1}`] = facing * weights[1][i];
      state[`b_${i + 1}`] = facing * bias[i];
      state[`v_${i + 1}`] = v;
    });
    return state;
  }

  const START = book(-1);
  const PRESETS = {
    "Sharpness 1": START,
    "Sharpness 10": book(-10),
    "Exact: output steps": { ...START, g: "step", c: 0 },
    "Exact: three inward steps": { ...book(1, -1), f: "step", g: "step", c: -2.5 },
  };

  class TriangleFigure extends kit.InteractiveFigure {
    name = "Three neurons on a map";
    lines = [2, 6];
    area = 0; // of the region, counted on the raster
    show = () => {};

    settings() {
      /** @type {Record<string, any>} */
      const settings = {};
      /** @type {(key: string, label: string, max: number, value?: number) => void} */
      const amount = (key, label, max, value = START[key]) => {
        settings[key] = { label, value, min: -max, max, step: 0.1 };
      };
      SIDES.forEach((label, i) => {
        settings[`on_${i + 1}`] = { label, value: true };
        amount(`w_1${i + 1}`, `${label}, weight x`, 3);
        amount(`w_2${i + 1}`, `${label}, weight y`, 3);
        amount(`b_${i + 1}`, `${label}, bias`, 12);
      });
      settings.alike = { label: "one sharpness for all three", value: true };
      SIDES.forEach((label, i) => amount(`v_${i + 1}`, `output, weight × ${label}`, 10));
      amount("c", "output, bias", 3);
      amount("x", "point, x", 4, 0.9);
      amount("y", "point, y", 4, 0.3);
      const squash = { value: "relu", options: { relu: "ReLU", step: "step" } };
      settings.f = { label: "neurons", ...squash };
      settings.g = { label: "output", ...squash };
      return settings;
    }

    build() {
      const map = makeMap(this);
      const cells = Array.from({ length: 8 }, () => html("span"));
      const rows = [...SIDES.map((_, i) => this.flag(`on_${i + 1}`)), html("b", { text: "output" })];
      this.show = () => {
        map.draw();
        const [sides, out] = this.trace;
        [...sides.total, ...out.total].forEach((value, i) => put(cells[i], { text: written(value, 4) }));
        [...sides.output, ...out.output].forEach((value, i) => put(cells[i + 4], { text: written(value, 4) }));
      };
      /** @type {(text: string, ...inside: Node[]) => Node} */
      const card = (text, ...inside) => html("div", { class: "nb-card" }, html("b", { text }), ...inside);
      return [
        html(
          "div",
          { class: "nb-pictures" },
          map.node,
          html(
            "div",
            {},
            html(
              "div",
              { class: "nb-says" },
              "at the point", html("span", { text: "total" }), html("span", { text: "says" }),
              ...rows.flatMap((row, i) => [row, cells[i], cells[i + 4]]),
            ),
            this.presets("Try", PRESETS),
          ),
        ),
        html(
          "div",
          { class: "nb-controls" },
          ...SIDES.map((side, i) =>
            card(side, this.amount(`w_1${i + 1}`, "weight x"), this.amount(`w_2${i + 1}`, "weight y"), this.amount(`b_${i + 1}`, "bias"))),
          card("output", ...SIDES.map((side, i) => this.amount(`v_${i + 1}`, `× ${side}`)), this.amount("c", "bias"), this.flag("alike")),
          card("point", this.amount("x", "x"), this.amount("y", "y")),
          card("squash", this.choice("f"), this.choice("g")),
        ),
      ];
    }

    /** One output weight moved alone takes the other two along. @param {Record<string, any>} changes */
    set(changes) {
      const moved = SIDES.map((_, i) => changes[`v_${i + 1}`]).filter((v) => v !== undefined);
      if (moved.length < 2 && (changes.alike || (moved.length && this.state.alike))) {
        const v = moved[0] ?? this.state.v_1;
        changes = { ...changes, v_1: v, v_2: v, v_3: v };
      }
      super.set(changes);
    }

    /** A neuron that is off is not listened to: its weight in the output neuron is 0. */
    get network() {
      const { state } = this;
      const row = (/** @type {string} */ key) => SIDES.map((_, i) => state[key + (i + 1)]);
      const on = row("on_");
      return new core.Network(
        new core.Layer([row("w_1"), row("w_2")], row("b_"), SQUASHES[state.f]),
        new core.Layer(row("v_").map((v, i) => [on[i] ? v : 0]), [state.c], SQUASHES[state.g]),
      );
    }

    get sides() {
      return this.network.layers[0].neurons;
    }

    get point() {
      return [this.state.x, this.state.y];
    }

    get where() {
      return this.point.map((value) => written(value)).join(", ");
    }

    /** Totals and outputs of both layers at the point; what is 0 but for rounding is 0. */
    get trace() {
      const plain = (/** @type {number[]} */ values) => values.map((value) => Number(value.toFixed(12)));
      return this.network.trace(this.point).map(({ total, output }) => ({ total: plain(total), output: plain(output) }));
    }

    draw() {
      this.show();
    }

    words() {
      const [sides, out] = this.trace;
      const said = SIDES.map((side, i) => (this.state[`on_${i + 1}`] ? `${side} says ${written(sides.output[i])}` : `${side} is off`));
      return `At (${this.where}), ${said.join(", ")}. The output’s total is ${written(out.total[0])}, and ${written(out.output[0])} comes out. The output is above 0 on about ${kit.fixed(this.area, 1)} of the map’s 64.`;
    }

    table() {
      const [sides, out] = this.trace;
      const { weights, bias } = this.network.layers[1];
      return [
        [`at ${this.where}`, "weight x", "weight y", "bias", "total", "says", "output’s weight"],
        ...this.sides.map((side, i) => [SIDES[i], ...side.weights, side.bias, sides.total[i], sides.output[i], ...weights[i]]),
        ["output", "", "", ...bias, ...out.total, ...out.output, ""],
      ];
    }
  }

  // ---- the map: 50 units of the picture to one of the map, the origin at (200, 200)

  /** @type {(value: number, most: number) => number} */
  const within = (value, most) => Number(Math.min(most, Math.max(-most, value)).toFixed(3)) + 0;
  /** @type {(x: number, y: number) => string} */
  const moved = (x, y) => `translate(${200 + 50 * x} ${200 - 50 * y})`;
  /** @type {(distance: number, angle: number) => string} */
  const turned = (distance, angle) => moved(distance * Math.cos(angle), distance * Math.sin(angle));

  /** The map, its three edges, and the point. @param {TriangleFigure} figure */
  function makeMap(figure) {
    const { canvas, paint } = kit.raster(POINTS, POINTS, "The region where the output is above 0");
    const codes = new Uint8Array(POINTS * POINTS);
    const edges = SIDES.map((side, i) => makeEdge(figure, side, i));
    /** @type {(x: number, y: number) => void} */
    const look = (x, y) => figure.set({ x: within(x, 4), y: within(y, 4) });
    figure.on(canvas, "click", ({ offsetX, offsetY }) =>
      look((8 * offsetX) / canvas.clientWidth - 4, 4 - (8 * offsetY) / canvas.clientHeight));
    const point = figure.handle(svg("g", { class: "nb-point" }, svg("circle", { r: 7 })), {
      label: "point",
      drag: ({ x, y }) => look(x / 50 - 4, 4 - y / 50),
      nudge: (right, up) => look(figure.state.x + right / 10, figure.state.y + up / 10),
      value: () => ({ now: figure.state.x, min: -4, max: 4, text: figure.where }),
    });
    const node = put(kit.picture(400, 400, "Three edges and a point to move"), { role: "group" });
    node.append(
      svg("path", { class: "nb-axis", d: "M0 200H400M200 0V400" }),
      ...[[-4, 14, 216], [4, 390, 216], [-4, 184, 394], [4, 188, 16]].map(([value, x, y]) =>
        svg("text", { class: "nb-tick", text: written(value), x, y })),
      ...edges.map((edge) => edge.node), point,
    );

    const draw = () => {
      const { output } = core.firing_map(figure.network, XS, YS);
      const below = OUTLINE * POINTS;
      let inside = 0;
      for (let i = 0; i < codes.length; i++) {
        codes[i] = Number(output[i] > 0);
        inside += codes[i];
      }
      // Inside, with an outside next to it; not at the map's own sides, where nothing is next to it.
      for (let row = below; row < codes.length - below; row += POINTS) {
        for (let i = row + OUTLINE; i < row + POINTS - OUTLINE; i++) {
          const least = Math.min(output[i - OUTLINE], output[i + OUTLINE], output[i - below], output[i + below]);
          if (codes[i] && least <= 0) codes[i] = 2;
        }
      }
      figure.area = (64 * inside) / codes.length;
      paint(codes, ["paper", "fill-highlight", "highlight"].map((token) => figure.ink(token)));
      edges.forEach((edge) => edge.draw());
      put(point, { transform: moved(figure.state.x, figure.state.y) });
    };
    return { node: html("div", { class: "nb-map" }, canvas, node), draw };
  }

  /**
   * One edge. Dragged, its bias changes; turned about the origin, its weights change. What turns it
   * is on the edge, always as far from the origin.
   * @param {TriangleFigure} figure @param {string} side @param {number} i
   */
  function makeEdge(figure, side, i) {
    const line = svg("g", {}, svg("path", { class: "nb-band", d: "M0-999V999" }), svg("path", { d: "M0-999V999M0 0H38M29-6L38 0L29 6" }));
    const name = svg("text", { class: "nb-tick", text: side, y: 5 });
    const neuron = () => figure.sides[i];

    /** The weights' angle, the edge's distance from the origin that way, and how far ahead it is turned. */
    const shape = () => {
      const { normal: [a, b], offset } = core.line(neuron()) ?? { normal: [1, 0], offset: 0 };
      const ahead = Math.acos(Math.min(1, Math.max(-1, -offset / REACH)));
      return { angle: Math.atan2(b, a), distance: -offset, ahead };
    };
    /** @type {(x: number, y: number, bias?: number) => void} through a point, or from `bias` by a step */
    const move = (x, y, bias = 0) => {
      const [w_1, w_2] = neuron().weights;
      figure.set({ [`b_${i + 1}`]: within(bias - w_1 * x - w_2 * y, 12) });
    };
    /** @param {number} angle of the weights, from now on */
    const turn = (angle) => {
      const length = Math.hypot(...neuron().weights);
      figure.set({
        [`w_1${i + 1}`]: within(length * Math.cos(angle), 3),
        [`w_2${i + 1}`]: within(length * Math.sin(angle), 3),
      });
    };
    const mover = figure.handle(line, {
      label: `${side} edge, move`,
      drag: ({ x, y }) => move(x / 50 - 4, 4 - y / 50),
      nudge: (right, up) => move(right / 10, up / 10, neuron().bias),
      value: () => ({ now: neuron().bias, min: -12, max: 12, text: `bias ${written(neuron().bias)}` }),
    });
    const turner = figure.handle(svg("g", {}, svg("circle", { r: 9 }), svg("path", { d: "M-7 5A9 9 0 1 1 6 6.5M12 5.7L6 6.5L7.2 .6" })), {
      label: `${side} edge, turn`,
      drag: ({ x, y }) => turn(Math.atan2(200 - y, x - 200) - shape().ahead),
      nudge: (right, up) => turn(shape().angle + ((right + up) * Math.PI) / 90),
      value: () => {
        const now = Math.round((shape().angle * 180) / Math.PI);
        return { now, min: -180, max: 180, text: `${written(now)} degrees` };
      },
    });
    const node = svg("g", {}, mover, turner, name);

    const draw = () => {
      const { angle, distance, ahead } = shape();
      const fires = neuron().call(figure.point) > 0 ? "nb-fires" : "";
      put(node, {
        class: `nb-side ${figure.state[`on_${i + 1}`] ? fires : "nb-out"}`,
        visibility: core.line(neuron()) ? null : "hidden",
      });
      put(line, { transform: `${turned(distance, angle)} rotate(${(-angle * 180) / Math.PI})` });
      put(turner, { transform: turned(REACH, angle + ahead) });
      put(name, { transform: turned(within(distance + 1.1, 3.5), angle) });
    };
    return { node, draw };
  }

  customElements.define("nb-triangle", TriangleFigure);
})();
