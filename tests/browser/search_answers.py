"""What readers type, and the sections that answer it: each was read, and judged to be an answer.

`test_search.py` asks the search for each of them. Where a section is not found, its words or the
search are to be mended, not this list.
"""

GLOSSARY = "reference/glossary.html"
NEURON = "chapters/1-neuron.html"
LAYER = "chapters/2-layer.html"
SQUASH = "chapters/3-squash.html"
EQUATION = "chapters/5-equation.html"
DRIFT = "chapters/6-drift.html"
GPT2 = "chapters/7-gpt2.html"

ANSWERS = {
    # words of the book
    "activation": {f"{GLOSSARY}#activation-function"},
    "attention": {f"{GLOSSARY}#attention"},
    "bias": {f"{GLOSSARY}#bias"},
    "biases": {f"{GLOSSARY}#bias"},
    "dead neuron": {f"{GLOSSARY}#dead-neuron", f"{SQUASH}#dead-neurons"},
    "gain": {f"{GLOSSARY}#gain", f"{DRIFT}#the-factor-is-a-gain-not-a-weight"},
    "gelu": {f"{GLOSSARY}#gelu", f"{SQUASH}#gelu-a-softer-corner"},
    "layer": {f"{GLOSSARY}#layer", f"{LAYER}#what-a-layer-is-made-of"},
    "loss": {f"{GLOSSARY}#loss", f"{EQUATION}#how-wrong-is-it"},
    "matrix product": {f"{GLOSSARY}#matrix-product", f"{LAYER}#one-matrix-product"},
    "parameters": {f"{GLOSSARY}#parameter", f"{LAYER}#what-a-layer-is-made-of"},
    "scale drift": {f"{GLOSSARY}#scale-drift"},
    "squared error": {f"{GLOSSARY}#squared-error", f"{EQUATION}#how-wrong-is-it"},
    "standard deviation": {f"{GLOSSARY}#standard-deviation"},
    "step": {f"{GLOSSARY}#step"},
    "tanh": {f"{GLOSSARY}#tanh", f"{SQUASH}#two-ways-to-compute-it"},
    "token": {f"{GLOSSARY}#token"},
    "transpose": {f"{GLOSSARY}#transpose", "reference/notation.html#the-two-conventions"},
    "vote": {f"{NEURON}#one-way-to-read-it-a-vote"},
    "weight": {f"{GLOSSARY}#weight"},
    "XOR": {f"{GLOSSARY}#xor", f"{NEURON}#what-one-neuron-can-never-do"},
    # words that others use
    "dot product": {f"{GLOSSARY}#matrix-product", f"{LAYER}#one-matrix-product"},
    "feed-forward": {f"{GLOSSARY}#feed-forward", f"{GPT2}#the-mlp-is-two-layers"},
    "hexagon": {"chapters/4-regions.html#it-is-not-quite-a-triangle"},
    "matrices": {f"{GLOSSARY}#matrix-product", f"{LAYER}#one-matrix-product"},
    "normal distribution": {f"{GLOSSARY}#standard-normal"},
    "perceptron": {f"{NEURON}#where-the-name-comes-from"},
    "pytorch": {"reference/frameworks.html#pytorch", f"{EQUATION}#the-same-network-in-pytorch"},
    "row vector": {"reference/notation.html#the-two-conventions"},
    # questions
    "AND OR NOT": {f"{NEURON}#yes-or-no-build-and-or-and-not"},
    "exercise answers": {f"{NEURON}#exercises", f"{EQUATION}#exercises", f"{GPT2}#exercises"},
    "how many parameters": {f"{GLOSSARY}#parameter", f"{GPT2}#count-them"},
    "install": {"index.html#get-the-library"},
    "nb.Layer": {f"{LAYER}#what-a-layer-is-made-of", "reference/api.html#neuronbook.Layer"},
    "what does a bias do": {f"{GLOSSARY}#bias", f"{NEURON}#what-the-numbers-say"},
    "What is a neuron?": {f"{GLOSSARY}#neuron"},
    "why relu": {f"{SQUASH}#relu-keep-it-or-drop-it", f"{SQUASH}#a-bend-is-enough"},
    # what an error says
    "shape mismatch": {f"{LAYER}#the-two-conventions"},
    "these weights look transposed": {f"{LAYER}#the-two-conventions"},
    # numbers, with and without commas
    "3072": {f"{GLOSSARY}#hidden-neuron", f"{GPT2}#count-them"},
    "3,072": {f"{GLOSSARY}#hidden-neuron", f"{GPT2}#count-them"},
    "4722432": {f"{GPT2}#count-them"},
    "4,722,432": {f"{GPT2}#count-them"},
    "56669184": {f"{GPT2}#count-them"},
    "56,669,184": {f"{GPT2}#count-them"},
}
