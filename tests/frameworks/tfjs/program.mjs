import * as tf from "@tensorflow/tfjs";

// Layer one: one token of three features, two neurons.
const x = tf.tensor2d([[1, 2, 3]]); // (1, 3)
const w = tf.tensor2d([[0.5, -1], [-1, 0], [0.5, -0.5]]); // (3, 2)
const b = tf.tensor1d([0.1, 0]); // (2,)
const out = tf.relu(tf.add(tf.matMul(x, w), b)); // (1, 2)
out.print();

// Layer two reads what layer one gave.
const w2 = tf.tensor2d([[1], [2]]); // (2, 1)
const b2 = tf.tensor1d([0]); // (1,)
tf.relu(tf.add(tf.matMul(out, w2), b2)).print(); // (1, 1)

// A layer as an object. By convention its method is called forward.
class Layer {
  constructor(w, b) {
    this.w = w;
    this.b = b;
  }

  forward(x) {
    return tf.relu(tf.add(tf.matMul(x, this.w), this.b));
  }
}

const network = [new Layer(w, b), new Layer(w2, b2)];
network.reduce((x, layer) => layer.forward(x), x).print(); // (1, 1)

// Two random tokens of five features, into three neurons.
const layer = new Layer(tf.randomUniform([5, 3]), tf.zeros([3]));
console.log(layer.forward(tf.randomUniform([2, 5])).shape);
