// <nb-layer>: the mini layer and up to five tokens. Rows of inputs and columns of weights meet in
// the outputs; one of these is chosen, and beside its column stands its sum, term by term.

(() => {
  "use strict";

  const { core, kit } = neuronbook;
  const { html, put, written } = kit;

  // At first: (tokens, in_features), (in_features, neurons) and (neurons,), the chapter's.
  const TOKENS = [[1, 2, 3], [3, 0, 0], [-2, 0, 0], [0, -1, 0], [0, 0, -4]];
  const WEIGHTS = [[0.5, -1], [-1, 0], [0.5, -0.5]];
  const BIAS = [0.1, 0];

  class LayerFigure extends kit.InteractiveFigure {
    name = "A layer to move";
    lines = [3, 6];
    /** @type {Record<string, string>} what each number is: x_21 is input 1 of token 2 */
    labels = {};

    settings() {
      const amounts = [
        ...TOKENS.flatMap((x, t) => x.map((value, i) => amount(`x_${t + 1}${i + 1}`, `input ${i + 1} of token ${t + 1}`, value, 5))),
        ...WEIGHTS.flatMap((w, i) => w.map((value, j) => amount(`w_${i + 1}${j + 1}`, `weight from input ${i + 1} into neuron ${j + 1}`, value, 2))),
        ...BIAS.map((value, j) => amount(`b_${j + 1}`, `bias of neuron ${j + 1}`, value, 3)),
      ];
      this.labels = Object.fromEntries(amounts.map(([key, { label }]) => [key, label]));
      const outputs = TOKENS.flatMap((_, t) => BIAS.map((_, j) => [`${t + 1}${j + 1}`, `token ${t + 1}, neuron ${j + 1}`]));
      return {
        ...Object.fromEntries(amounts),
        at: { label: "output", value: "11", options: Object.fromEntries(outputs) },
        held: { label: "changed last", value: "none", options: { none: "none", ...this.labels } },
        tokens: { label: "tokens", value: "5", options: { 1: "1", 2: "2", 3: "3", 4: "4", 5: "5" } },
      };
    }

    /**
     * A number that is changed is held, and what moves with it is ringed.
     * @param {Record<string, any>} changes
     */
    set(changes) {
      const [held, ...more] = Object.keys(changes);
      super.set(held in this.labels && !more.length ? { ...changes, held } : changes);
    }

    build() {
      const numbers = Object.keys(this.labels).map((key) => {
        const node = this.amount(key, "");
        // The field takes the same keys, and 23 stops are enough.
        node.querySelector("[type=range]")?.setAttribute("tabindex", "-1");
        return { key, node };
      });
      // 15 inputs, 6 weights, 2 biases.
      const nodes = numbers.map(({ node }) => node);
      const outputs = [...this.choice("at").querySelectorAll("label")].map((node, n) => {
        const [total, output] = [html("span"), html("b")];
        node.lastElementChild?.setAttribute("class", "nb-spoken");
        node.append(total, output);
        return { node, dot: node.firstElementChild ?? {}, total, output, t: n >> 1, j: n & 1 };
      });
      // The three products, the bias, the total.
      const sums = TOKENS.map(() => html("span"));
      const [whose, shapes] = [term(), html("div")];
      const names = TOKENS.map((_, t) => head(`token ${t + 1}`));

      this.draw = () => {
        const { neurons, tokens, x, row, column } = this;
        const neuron = neurons[column];
        put(whose, { text: `token ${row + 1}, neuron ${column + 1}` });
        put(shapes, { text: `x (${x.length}, 3) @ W (3, 2) + b (2,) → (${x.length}, 2)` });
        [...neuron.products(x[row]), neuron.bias, neuron.total(x[row])].forEach((value, i) => {
          put(sums[i], { text: (i < 3 ? `${factors(neuron.weights[i], x[row][i], short)} = ` : "") + short(value) });
        });
        for (const { key, node } of numbers) {
          const input = key[0] === "x";
          this.mark(node, place(key) === (input ? row : column), key === this.state.held, input ? place(key) : 0);
        }
        names.forEach((node, t) => this.mark(node, t === row, false, t));
        for (const { node, dot, total, output, t, j } of outputs) {
          const [z, here] = [neurons[j].total(tokens[t]), t === row && j === column];
          put(total, { text: short(z) });
          put(output, { text: short(core.relu(z)), class: z > 0 ? "nb-awake" : "" });
          this.mark(node, t === row ? j <= column : j === column && t < row, this.moves(t, j), t);
          node.classList.toggle("nb-here", here);
          Object.assign(dot, { checked: here });
        }
      };
      return [
        html(
          "div",
          { class: "nb-layer" },
          whose, head("neuron 1"), head("neuron 2"),
          term("input 1", sums[0]), nodes[15], nodes[16],
          term("input 2", sums[1]), nodes[17], nodes[18],
          term("input 3", sums[2]), nodes[19], nodes[20],
          term("bias", sums[3], "total", sums[4]), nodes[21], nodes[22],
          head(""), head("input 1"), head("input 2"), head("input 3"), head("total, then ReLU"),
          ...names.flatMap((name, t) => [name, ...nodes.slice(3 * t, 3 * t + 3), outputs[2 * t].node, outputs[2 * t + 1].node]),
        ),
        html("div", { class: "nb-controls" }, this.choice("tokens"), shapes),
      ];
    }

    /**
     * What belongs to a token that is not there keeps its place.
     * @param {HTMLElement} node @param {boolean} on @param {boolean} ring @param {number} t
     */
    mark(node, on, ring, t) {
      node.classList.toggle("nb-on", on);
      node.classList.toggle("nb-ring", ring);
      node.style.visibility = t < this.x.length ? "" : "hidden";
    }

    /** All five tokens: (5, in_features). */
    get tokens() {
      return TOKENS.map((x, t) => x.map((_, i) => this.state[`x_${t + 1}${i + 1}`]));
    }

    /** Those that go in: (tokens, in_features). */
    get x() {
      return this.tokens.slice(0, Number(this.state.tokens));
    }

    get neurons() {
      const weights = WEIGHTS.map((w, i) => w.map((_, j) => this.state[`w_${i + 1}${j + 1}`]));
      return new core.Layer(weights, BIAS.map((_, j) => this.state[`b_${j + 1}`]), core.relu).neurons;
    }

    get row() {
      return Math.min(this.state.at[0], this.state.tokens) - 1;
    }

    get column() {
      return this.state.at[1] - 1;
    }

    /**
     * Whether token t's total in neuron j moves with the number that is held.
     * @param {number} t @param {number} j
     */
    moves(t, j) {
      const { held } = this.state;
      if (held[0] === "x") return place(held) === t && this.neurons[j].weights[held[3] - 1] !== 0;
      return place(held) === j && (held[0] === "b" || this.tokens[t][held[2] - 1] !== 0);
    }

    /**
     * The sum as `explain` writes it, the bias last.
     * @param {number[]} x @param {InstanceType<typeof core.Neuron>} neuron
     */
    sum(x, neuron) {
      const products = x.map((value, i) => factors(neuron.weights[i], value, written));
      return [...products, written(neuron.bias)].join(" + ").replaceAll("+ −", "− ");
    }

    words() {
      const { x, row, column } = this;
      const { held } = this.state;
      const neuron = this.neurons[column];
      const made = `Token ${row + 1}, neuron ${column + 1}: ${this.sum(x[row], neuron)} = ${written(neuron.total(x[row]))}, then ReLU: ${written(neuron.call(x[row]))}.`;
      if (held === "none") return `${made} Choose another output, or change a number and see what moves.`;
      const moving = x.flatMap((_, t) => BIAS.filter((_, j) => this.moves(t, j))).length;
      const where = held[0] === "x" ? "row of token" : "column of neuron";
      const moved = moving ? `Of ${x.length * 2} totals it moves ${moving}, all in the ${where} ${place(held) + 1}` : "It meets only zeros and moves none";
      return `${made} Changed last: ${this.labels[held]}. ${moved}.`;
    }

    table() {
      return [
        ["", "weighted sum", "total", "after ReLU"],
        ...this.x.flatMap((x, t) => this.neurons.map((neuron, j) => [
          `token ${t + 1}, neuron ${j + 1}`, this.sum(x, neuron), neuron.total(x), neuron.call(x),
        ])),
      ];
    }
  }

  /**
   * @param {string} key @param {string} label @param {number} value @param {number} max
   * @returns {[string, {label: string, value: number, min: number, max: number, step: number}]}
   */
  function amount(key, label, value, max) {
    return [key, { label, value, min: -max, max, step: 0.1 }];
  }

  /** @param {string} text */
  function head(text) {
    return html("div", { class: "nb-head", text });
  }

  /** @param {...(Node | string)} inside */
  function term(...inside) {
    return html("div", { class: "nb-term" }, ...inside);
  }

  /** An input's row, or a weight's or bias's column. @param {string} key */
  function place(key) {
    return Number(key[key[0] === "w" ? 3 : 2]) - 1;
  }

  /** For the picture: two decimals, enough for whatever the sliders give. @param {number} value */
  function short(value) {
    return written(Number(value.toFixed(2)));
  }

  /** "0.5 × (−2)". @param {number} weight @param {number} x @param {(value: number) => string} write */
  function factors(weight, x, write) {
    return `${write(weight)} × ${x < 0 ? `(${write(x)})` : write(x)}`;
  }

  customElements.define("nb-layer", LayerFigure);
})();
