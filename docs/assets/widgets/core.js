// The book's arithmetic: the Python library's names, in its order, and nothing else.
// Numbers are doubles; vectors are arrays, and a table of weights is an array of its rows.
// tests/browser/test_core.py holds every function here against the library.

/** The one global: `core` computes, `kit` (kit.js) is what all interactive figures share. */
var neuronbook = {};

neuronbook.core = (() => {
  "use strict";

  /** @typedef {(z: number) => number} Activation */
  /** @typedef {number[]} Vector (features,) */
  /** @typedef {number[][]} Matrix (rows, columns) */

  // ---- normal: the standard normal distribution function, as in normal.py, which says why.

  /*! Coefficients: fdlibm. Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
      Developed at SunPro, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and
      distribute this software is freely granted, provided that this notice is preserved. */

  const SQRT2 = Math.SQRT2;
  const SQRT2_REST = -9.667293313452913e-17; // sqrt(2) = SQRT2 + SQRT2_REST
  const HALF_LOG2 = 0.34657359027997264; // log(sqrt(2))
  const SPLIT = 2 ** 27 + 1; // Veltkamp's constant: cuts 53 bits into 26 and 26
  const ZERO_FROM = 40; // cdf(-40) is 3.7e-350, which no double can hold
  const [NEAR, MIDDLE, FAR] = [0.84375 * SQRT2, 1.25 * SQRT2, SQRT2 / 0.35];
  const ERF_1 = 0.8450629115104675;

  const NEAR_P = [
    0.12837916709551256, -0.3250421072470015, -0.02848174957559851,
    -0.005770270296489442, -2.3763016656650163e-05,
  ];
  const NEAR_Q = [
    1, 0.39791722395915535, 0.0650222499887673, 0.005081306281875766,
    0.00013249473800432164, -3.960228278775368e-06,
  ];
  const MIDDLE_P = [
    -0.0023621185607526594, 0.41485611868374833, -0.3722078760357013,
    0.31834661990116175, -0.11089469428239668, 0.035478304325618236,
    -0.002166375594868791,
  ];
  const MIDDLE_Q = [
    1, 0.10642088040084423, 0.540397917702171, 0.07182865441419627,
    0.12617121980876164, 0.01363708391202905, 0.011984499846799107,
  ];
  const FAR_P = [
    -0.009864944034847148, -0.6938585727071818, -10.558626225323291,
    -62.375332450326006, -162.39666946257347, -184.60509290671104,
    -81.2874355063066, -9.814329344169145,
  ];
  const FAR_Q = [
    1, 19.651271667439257, 137.65775414351904, 434.56587747522923,
    645.3872717332679, 429.00814002756783, 108.63500554177944,
    6.570249770319282, -0.0604244152148581,
  ];
  const FARTHEST_P = [
    -0.0098649429247001, -0.799283237680523, -17.757954917754752,
    -160.63638485582192, -637.5664433683896, -1025.0951316110772,
    -483.5191916086514,
  ];
  const FARTHEST_Q = [
    1, 30.33806074348246, 325.7925129965739, 1536.729586084437,
    3199.8582195085955, 2553.0504064331644, 474.52854120695537,
    -22.44095244658582,
  ];

  /**
   * Chance that a standard normal number is below z.
   * @type {Activation}
   */
  function cdf(z) {
    const u = Math.min(Math.abs(z), ZERO_FROM);
    if (u < NEAR) {
      const slope = 1 / (2 * SQRT2);
      return (ratio(0.5 * z * z, NEAR_P, NEAR_Q) * slope + (slope - 0.25)) * z + (0.5 + 0.25 * z);
    }
    let tail;
    if (u < MIDDLE) {
      const beyond = (u - SQRT2 - SQRT2_REST) / SQRT2;
      tail = 0.5 - 0.5 * ERF_1 - 0.5 * ratio(beyond, MIDDLE_P, MIDDLE_Q);
    } else if (u < FAR) tail = far(u, FAR_P, FAR_Q);
    else tail = far(u, FARTHEST_P, FARTHEST_Q); // NaN comes here, and comes out
    return z > 0 ? 1 - tail : tail;
  }

  /** Phi(-u) for a u past FAR's beginning. @type {(u: number, p: Vector, q: Vector) => number} */
  function far(u, p, q) {
    let front = SPLIT * u;
    front -= front - u; // the first 26 bits of u, so that front * front is exact
    const small =
      ratio(2 / (u * u), p, q) - (0.5625 + HALF_LOG2) - 0.5 * (u - front) * (u + front);
    const large = -0.5 * front * front;
    const main = large + small;
    const rest = large - main + small; // what the sum left behind
    const power = Math.exp(main);
    return (power + power * rest) / u;
  }

  /** P(t) / Q(t), constant terms first. @type {(t: number, p: Vector, q: Vector) => number} */
  function ratio(t, p, q) {
    return polynomial(t, p) / polynomial(t, q);
  }

  /** By Horner's rule. @type {(t: number, coefficients: Vector) => number} */
  function polynomial(t, coefficients) {
    let out = 0;
    for (let i = coefficients.length - 1; i >= 0; i--) out = out * t + coefficients[i];
    return out;
  }

  // ---- activations: of one number; NaN passes, infinities give the limit.

  const SQRT_2_OVER_PI = Math.sqrt(2 / Math.PI);
  const CUBIC = 0.044715; // Hendrycks and Gimpel 2016, arXiv:1606.08415
  const FLOOR = -1e4; // -1e4 times 0 is 0, -Infinity times 0 would be NaN

  /** No squash. @type {Activation} */
  function identity(z) {
    return z;
  }

  /** 1 from 0 on, else 0. @type {Activation} */
  function step(z) {
    return z >= 0 ? 1 : z < 0 ? 0 : NaN;
  }

  /** z above 0, else 0. @type {Activation} */
  function relu(z) {
    return Math.max(z, 0);
  }

  /** z Phi(z). @type {Activation} */
  function gelu(z) {
    return Math.max(z, -ZERO_FROM) * cdf(z);
  }

  /** GPT-2's form: 0.5 z (1 + tanh(sqrt(2/pi) (z + 0.044715 z^3))). @type {Activation} */
  function gelu_tanh(z) {
    const share = (z * z * (CUBIC * SQRT_2_OVER_PI) + SQRT_2_OVER_PI) * z;
    return Math.max(z, FLOOR) * (Math.tanh(share) * 0.5 + 0.5);
  }

  // ---- neuron, layer, network: the bias is added last.

  class Neuron {
    /** @param {Vector} weights (features,) @param {number} bias @param {Activation} activation */
    constructor(weights, bias, activation) {
      this.weights = weights;
      this.bias = bias;
      this.activation = activation;
    }

    /** Each input times its weight: (features,) -> (features,). @param {Vector} x */
    products(x) {
      fits(x, this.weights.length);
      return x.map((value, i) => value * this.weights[i]);
    }

    /** The products added up, the bias last: (features,) -> a number. @param {Vector} x */
    total(x) {
      const products = this.products(x);
      let total = products[0];
      for (let i = 1; i < products.length; i++) total += products[i];
      return total + this.bias;
    }

    /** The total, squashed. @param {Vector} x */
    call(x) {
      return this.activation(this.total(x));
    }
  }

  class Layer {
    /**
     * @param {Matrix} weights (in_features, neurons): column j is neuron j
     * @param {Vector} bias (neurons,)
     * @param {Activation} activation
     */
    constructor(weights, bias, activation) {
      for (const row of weights) fits(row, bias.length);
      this.weights = weights;
      this.bias = bias;
      this.activation = activation;
    }

    get in_features() {
      return this.weights.length;
    }

    get n_neurons() {
      return this.bias.length;
    }

    get n_parameters() {
      return this.in_features * this.n_neurons + this.n_neurons;
    }

    /** The columns. @returns {Neuron[]} */
    get neurons() {
      return this.bias.map(
        (bias, j) => new Neuron(this.weights.map((row) => row[j]), bias, this.activation),
      );
    }

    /** x @ W + b of one token: (in_features,) -> (neurons,). @param {Vector} x */
    totals(x) {
      return this.neurons.map((neuron) => neuron.total(x));
    }

    /** Multiply, add, squash: (in_features,) -> (neurons,). @param {Vector} x */
    call(x) {
      return this.totals(x).map((total) => this.activation(total));
    }
  }

  class Network {
    /** @param {...Layer} layers each takes as many features as the one before has neurons */
    constructor(...layers) {
      for (let n = 1; n < layers.length; n++) fits(layers[n].weights, layers[n - 1].n_neurons);
      this.layers = layers;
    }

    get n_parameters() {
      return this.layers.reduce((sum, layer) => sum + layer.n_parameters, 0);
    }

    /** One token through every layer: (in_features,) -> (neurons of the last,). @param {Vector} x */
    call(x) {
      return this.layers.reduce((out, layer) => layer.call(out), x);
    }

    /** What every layer did, first layer first: its totals and outputs. @param {Vector} x */
    trace(x) {
      let out = x;
      return this.layers.map((layer) => {
        const total = layer.totals(out);
        out = total.map((value) => layer.activation(value));
        return { total, output: out };
      });
    }

    /** The layers multiplied out into one, if no squash stands between them. */
    collapse() {
      let { weights, bias } = this.layers[0];
      for (const [n, after] of this.layers.slice(1).entries()) {
        if (this.layers[n].activation !== identity) {
          throw new RangeError(`layer ${n + 1} squashes: no single layer can replace the two`);
        }
        const linear = new Layer(after.weights, after.bias.map(() => 0), identity);
        weights = weights.map((row) => linear.totals(row));
        bias = linear.totals(bias).map((value, j) => value + after.bias[j]);
      }
      return new Layer(weights, bias, this.layers[this.layers.length - 1].activation);
    }

    /** Every weight and bias by its label, w_31 or b'_1. @returns {Record<string, number>} */
    get knobs() {
      /** @type {Record<string, number>} */
      const knobs = {};
      for (const [n, { weights, bias }] of this.layers.entries()) {
        weights.forEach((row, i) => row.forEach((w, j) => (knobs[label("w", n, i, j)] = w)));
        bias.forEach((b, j) => (knobs[label("b", n, j)] = b));
      }
      return knobs;
    }

    /** A new network with one knob turned. @param {string} name @param {number} value */
    replace(name, value) {
      const [n, i, j] = place(name);
      const layers = [...this.layers];
      const { weights, bias, activation } = layers[n] ?? { weights: [], bias: [] };
      const row = j === undefined ? bias : weights[i] ?? [];
      if (!((j ?? i) in row)) throw new RangeError(`no knob is called ${name}`);
      const turned = row.map((old, k) => (k === (j ?? i) ? value : old));
      layers[n] =
        j === undefined
          ? new Layer(weights, turned, activation)
          : new Layer(weights.map((old, k) => (k === i ? turned : old)), bias, activation);
      return new Network(...layers);
    }
  }

  /** A knob's label; a comma parts indices past 9. @type {(...p: [string, number, ...number[]]) => string} */
  function label(letter, layer, ...index) {
    const comma = Math.max(...index) > 8 ? "," : "";
    return `${letter}${"'".repeat(layer)}_${index.map((i) => i + 1).join(comma)}`;
  }

  /** A label read back: layer and index, or nothing if no knob is called so. @param {string} name */
  function place(name) {
    const [, letter, primes, digits] = /^([wb])('*)_(\d+(?:,\d+)?)$/.exec(name) ?? ["", "", "", ""];
    const parts = digits.split(letter === "b" || digits.includes(",") ? "," : "");
    const index = parts.map((part) => Number(part) - 1);
    const written = index.length === (letter === "w" ? 2 : 1);
    return written && label(letter, primes.length, ...index) === name ? [primes.length, ...index] : [];
  }

  /** Refuse what has not the length it must have. @type {(a: ArrayLike<unknown>, n: number) => void} */
  function fits(a, n) {
    if (a.length !== n) throw new RangeError(`length ${a.length}, but ${n} are needed`);
  }

  /** (prediction - target)^2, neither halved nor averaged. @type {(p: number, t: number) => number} */
  function squared_error(prediction, target) {
    return (prediction - target) ** 2;
  }

  // ---- regions: what neurons with two inputs draw on a map.

  /** The book's triangle: (-2, -2), (2, -2), (0, 2). @param {number} sharpness */
  function triangle(sharpness) {
    const sides = new Layer([[0, 2, -2], [-1, 1, 1]], [-2, -2, -2], relu);
    return new Network(sides, verdict(3, sharpness));
  }

  /**
   * Positive inside a convex polygon; the margin is 1 / sharpness.
   * @param {Matrix} polygon (corners, 2), in either direction
   * @param {number} sharpness
   */
  function fence(polygon, sharpness) {
    const n = polygon.length;
    const after = polygon.map((_, i) => polygon[(i + 1) % n]);
    const sides = polygon.map(([x, y], i) => [after[i][0] - x, after[i][1] - y]);
    const turns = sides.map(([dx, dy], i) => {
      const [next_x, next_y] = sides[(i + 1) % n];
      return dx * next_y - dy * next_x;
    });
    const way = Math.sign(turns[0]);
    if (n < 3 || !way || turns.some((turn) => Math.sign(turn) !== way)) {
      throw new RangeError("the corners of a convex polygon, in order, are needed");
    }
    const outward = sides.map(([dx, dy]) => {
      const length = Math.hypot(dx, dy);
      return [(way * dy) / length, (-way * dx) / length];
    });
    const bias = outward.map(([a, b], i) => -(a * polygon[i][0] + b * polygon[i][1]));
    const weights = [0, 1].map((axis) => outward.map((normal) => normal[axis]));
    return new Network(new Layer(weights, bias, relu), verdict(n, sharpness));
  }

  /** The output neuron of a fence. @param {number} n @param {number} sharpness */
  function verdict(n, sharpness) {
    return new Layer(Array.from({ length: n }, () => [-sharpness]), [1], relu);
  }

  /**
   * Where a neuron's total is 0: normal[0] x + normal[1] y + offset = 0. The normal has length 1
   * and points to where the total is positive; null if both weights are 0.
   * @param {Neuron} neuron
   */
  function line({ weights: [w_1, w_2], bias }) {
    const length = Math.hypot(w_1, w_2);
    if (!(length > 0)) return null;
    const offset = bias / length;
    return { normal: [w_1 / length, w_2 / length], offset, distance: Math.abs(offset) };
  }

  /**
   * A network of two inputs, one layer of neurons and one output, at the points of a grid.
   * @param {Network} network
   * @param {ArrayLike<number>} xs (xs,)
   * @param {ArrayLike<number>} ys (ys,)
   * @returns {{fires: Uint8Array, output: Float64Array}} (ys * xs,) both, row after row; bit j of
   *   `fires` is set where neuron j fires: its total is above 0, or for `step` 0 or more
   */
  function firing_map({ layers: [sides, out] }, xs, ys) {
    const [width, height] = [xs.length, ys.length];
    const fires = new Uint8Array(width * height);
    const output = new Float64Array(width * height);
    const { activation, bias, weights } = sides;
    const least = activation === step ? 0 : Number.MIN_VALUE;
    for (let row = 0, start = 0; row < height; row++, start += width) {
      for (let j = 0; j < bias.length; j++) {
        const [w_1, from_y, b] = [weights[0][j], weights[1][j] * ys[row], bias[j]];
        const [bit, weight] = [1 << j, out.weights[j][0]];
        for (let i = 0; i < width; i++) {
          const total = w_1 * xs[i] + from_y + b;
          if (total >= least) fires[start + i] |= bit;
          output[start + i] += activation(total) * weight;
        }
      }
      for (let i = start; i < start + width; i++) {
        output[i] = out.activation(output[i] + out.bias[0]);
      }
    }
    return { fires, output };
  }

  // ---- drift: what a factor per layer becomes after many.

  /** factor ** depth. @type {(factor: number, depth: number) => number} */
  function compound(factor, depth) {
    return factor ** depth;
  }

  /**
   * One token through random layers: the root mean square after each, (depth,).
   * A total of fresh normal weights is itself a normal number, of standard deviation gain times the
   * root mean square of what goes in. So it is drawn at once: `width` numbers a layer in place of
   * `width * width`, with exactly the same chances.
   * @param {number} depth @param {number} width @param {number} gain
   * @param {Activation} activation @param {number} seed of this run's own generator
   * @returns {number[]}
   */
  function measure(depth, width, gain, activation, seed) {
    const normal = standard_normal(seed);
    let scale = 1;
    return Array.from({ length: depth }, () => {
      const token = Array.from({ length: width }, () => activation(normal() * gain * scale));
      return (scale = root_mean_square(token));
    });
  }

  /** Without overflow on the way. @param {Vector} values (n,) */
  function root_mean_square(values) {
    let largest = 0;
    for (const value of values) largest = Math.max(largest, Math.abs(value));
    if (largest === 0 || !Number.isFinite(largest)) return largest;
    let sum = 0;
    for (const value of values) sum += (value / largest) ** 2;
    return largest * Math.sqrt(sum / values.length);
  }

  /**
   * Standard normal numbers, the same for the same seed: Marsaglia's polar method on mulberry32.
   * @param {number} seed @returns {() => number}
   */
  function standard_normal(seed) {
    let state = seed >>> 0;
    const uniform = () => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1; // [-1, 1)
    };
    /** @type {number | undefined} */
    let spare;
    return () => {
      if (spare !== undefined) {
        const kept = spare;
        spare = undefined;
        return kept;
      }
      for (;;) {
        const [u, v] = [uniform(), uniform()];
        const square = u * u + v * v;
        if (square > 0 && square < 1) {
          const stretch = Math.sqrt((-2 * Math.log(square)) / square);
          spare = v * stretch;
          return u * stretch;
        }
      }
    };
  }

  // ---- gpt2: how large its parts are.

  class GPT2Config {
    /** @param {{n_layer: number, n_embd: number, n_vocab?: number, n_positions?: number}} sizes */
    constructor({ n_layer, n_embd, n_vocab = 50_257, n_positions = 1_024 }) {
      this.n_layer = n_layer;
      this.n_embd = n_embd;
      this.n_vocab = n_vocab;
      this.n_positions = n_positions;
    }

    get n_hidden() {
      return 4 * this.n_embd;
    }

    /** Of ONE block. */
    get mlp_parameters() {
      return linear(this.n_embd, this.n_hidden) + linear(this.n_hidden, this.n_embd);
    }

    /** Of ONE block. */
    get attention_parameters() {
      return linear(this.n_embd, 3 * this.n_embd) + linear(this.n_embd, this.n_embd);
    }

    get norm_parameters() {
      return (2 * this.n_layer + 1) * 2 * this.n_embd;
    }

    get token_parameters() {
      return this.n_vocab * this.n_embd;
    }

    get position_parameters() {
      return this.n_positions * this.n_embd;
    }

    /** In the whole model. */
    get by_part() {
      return {
        MLP: this.n_layer * this.mlp_parameters,
        "token table": this.token_parameters,
        attention: this.n_layer * this.attention_parameters,
        positions: this.position_parameters,
        norms: this.norm_parameters,
      };
    }

    get n_parameters() {
      return Object.values(this.by_part).reduce((sum, size) => sum + size, 0);
    }
  }

  /** Weights and biases of one layer. @type {(inputs: number, neurons: number) => number} */
  function linear(inputs, neurons) {
    return inputs * neurons + neurons;
  }

  const SMALL = new GPT2Config({ n_layer: 12, n_embd: 768 });
  const MEDIUM = new GPT2Config({ n_layer: 24, n_embd: 1_024 });
  const LARGE = new GPT2Config({ n_layer: 36, n_embd: 1_280 });
  const XL = new GPT2Config({ n_layer: 48, n_embd: 1_600 });

  return {
    cdf, identity, step, relu, gelu, gelu_tanh, Neuron, Layer, Network, squared_error,
    triangle, fence, line, firing_map, compound, measure, root_mean_square,
    GPT2Config, SMALL, MEDIUM, LARGE, XL,
  };
})();
