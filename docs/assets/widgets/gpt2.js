// <nb-gpt2>: where the parameters of a GPT-2 of any size are, and how the MLP's share grows with it.

(() => {
  "use strict";

  const { core, kit } = neuronbook;
  const { html, svg, put, written } = kit;

  const MODELS = { small: core.SMALL, medium: core.MEDIUM, large: core.LARGE, xl: core.XL };
  const WIDEST = 3200;

  /** @param {number} share */
  const percent = (share) => `${kit.fixed(100 * share, 2)}%`;
  /** @param {number} n */
  const blocks = (n) => `${n} ${n > 1 ? "blocks" : "block"}`;

  class GPT2Figure extends kit.InteractiveFigure {
    name = "A GPT-2 of any size";
    lines = [2, 6];
    show = () => {};

    settings() {
      const { n_layer, n_embd, n_vocab, n_positions } = core.SMALL;
      return {
        n_layer: { label: "blocks", value: n_layer, min: 1, max: 96, step: 1, whole: true },
        n_embd: { label: "width", value: n_embd, min: 64, max: WIDEST, step: 64, whole: true },
        n_vocab: { label: "tokens", value: n_vocab, min: 257, max: 100257, step: 1000, whole: true },
        n_positions: { label: "positions", value: n_positions, min: 64, max: 4096, step: 64, whole: true },
      };
    }

    build() {
      const parts = makeParts();
      const shares = makeShares();
      this.show = () => {
        parts.draw(this.model);
        shares.draw(this.model);
      };
      const models = Object.entries(MODELS).map(([name, model]) => [name, { ...model }]);
      return [
        html("div", { class: "nb-pictures" }, parts.node, shares.node),
        this.presets("GPT-2", Object.fromEntries(models)),
        html("div", { class: "nb-controls" }, ...Object.keys(this.state).map((key) => this.amount(key))),
      ];
    }

    get model() {
      const { n_layer, n_embd, n_vocab, n_positions } = this.state;
      return new core.GPT2Config({ n_layer, n_embd, n_vocab, n_positions });
    }

    draw() {
      this.show();
    }

    words() {
      const { model } = this;
      const mlps = model.by_part.MLP;
      const neurons = model.n_layer * model.n_hidden;
      return `${blocks(model.n_layer)} of width ${written(model.n_embd)}: ${written(model.n_parameters)} parameters. The MLPs hold ${written(mlps)} of them, ${percent(mlps / model.n_parameters)}. They have ${written(neurons)} hidden neurons, each with ${written(2 * model.n_embd + 1)} numbers of its own.`;
    }

    table() {
      const { by_part, n_parameters } = this.model;
      return [
        ["part", "parameters", "share"],
        ...Object.entries({ ...by_part, all: n_parameters }).map(([part, size]) => [part, size, percent(size / n_parameters)]),
      ];
    }
  }

  /** A bar for each part: its share, and its parameters. */
  function makeParts() {
    const [left, whole, row] = [102, 330, 46];
    const node = kit.picture(440, 278, "A bar for each part of the model. The numbers are in the table below.");
    const all = svg("text", { class: "nb-large", y: 24 });
    const rows = Object.keys(core.SMALL.by_part).map((part, i) => {
      const y = 56 + i * row;
      const bar = svg("rect", { x: left, y, height: 18, class: `nb-bar ${i ? "nb-off" : "nb-highlight"}` });
      const text = svg("text", { x: left, y: y + 35, class: i ? "nb-whose" : "nb-highlight" });
      node.append(bar, svg("text", { x: left - 12, y: y + 15, class: "nb-end", text: part }), text);
      return { bar, text };
    });
    node.append(all);

    /** @param {InstanceType<typeof core.GPT2Config>} model */
    const draw = ({ by_part, n_parameters }) => {
      put(all, { text: `${written(n_parameters)} parameters` });
      Object.values(by_part).forEach((size, i) => {
        put(rows[i].bar, { width: (whole * size) / n_parameters });
        put(rows[i].text, { text: `${percent(size / n_parameters)}: ${written(size)}` });
      });
    };
    return { node, draw };
  }

  /** The MLP's share at every width: this many blocks as a curve, GPT-2's four sizes as dots. */
  function makeShares() {
    const node = kit.picture(260, 278, "The MLP’s share at every width");
    const x = (/** @type {number} */ width) => 40 + (200 * width) / WIDEST;
    const y = (/** @type {InstanceType<typeof core.GPT2Config>} */ model) => 230 - (270 * model.by_part.MLP) / model.n_parameters;
    const curve = svg("path", { class: "nb-curve" });
    const here = svg("circle", { r: 6, class: "nb-dot nb-highlight" });
    const whose = svg("text", { class: "nb-tick", x: 175, y: 202 });
    node.append(
      svg("path", { class: "nb-axis", d: "M40 26V230H240" }),
      svg("path", { class: "nb-link", d: "M40 50H240" }),
      ...[["2/3", 22, 55], ["0", 24, 235], ["0", 40, 250], ["3,200", 234, 250], ["width", 140, 268], ["Dots: GPT-2’s sizes", 175, 219]].map(([text, at, line]) =>
        svg("text", { class: "nb-tick", text, x: at, y: line })),
      svg("text", { x: 40, y: 16, class: "nb-whose", text: "MLP’s share" }),
      ...Object.values(MODELS).map((model) => svg("circle", { cx: x(model.n_embd), cy: y(model), r: 4, class: "nb-off" })),
      curve, here, whose,
    );

    /** @param {InstanceType<typeof core.GPT2Config>} model */
    const draw = (model) => {
      const points = Array.from({ length: 50 }, (_, i) => new core.GPT2Config({ ...model, n_embd: 64 * (i + 1) }));
      put(curve, { d: `M${points.map((point) => [x(point.n_embd), y(point)].join(" ")).join("L")}` });
      put(whose, { text: `Curve: ${blocks(model.n_layer)}` });
      put(here, { cx: x(model.n_embd), cy: y(model) });
    };
    return { node, draw };
  }

  customElements.define("nb-gpt2", GPT2Figure);
})();
