# ---
# title: "Lab: GPT-2's MLP"
# description: Run the feed-forward part of GPT-2 at its real size, look at what its neurons say, and design a model of your own by its counts.
# ---

# %% [markdown]
# # Lab: GPT-2's MLP
#
# !!! question "What do three thousand neurons say about one token?"
#
#     Here you run one MLP of GPT-2 small at its real size. Its weights are random, as they were before
#     training. That is enough to see how it works, and it needs no download.
#
#     The page shows what each cell put out first. Change and run it in the notebook, which you can download
#     from there. The parts are explained in [chapter 7](../chapters/7-gpt2.md).
#
# ## Run it
#
# Five tokens go in, each a row of 768 numbers.
#
# **Predict.** What shape comes out of the first layer? What shape out of the MLP?

# %%
import numpy as np
import neuronbook as nb

mlp = nb.MLP(nb.SMALL, seed=0)
random = np.random.default_rng(1)
x = random.standard_normal((5, 768), dtype=np.float32)  # change the 5

hidden = mlp.c_fc(x)
out = mlp(x)
print(x.shape, "->", hidden.shape, "->", out.shape)
print(f"{mlp.n_parameters:,} weights and biases, {out.dtype}")

# %% [markdown]
# The names `c_fc` and `c_proj` are those of GPT-2's own code, for the layer that goes up to 3,072<!-- = nb.SMALL.n_hidden --> neurons and the one
# that comes back.
#
# **Change it.** Try 1 token, and 1,024<!-- = nb.SMALL.n_positions -->. Which of the three numbers in each shape never changes? Does the count?
#
# ## Listen to the neurons
#
# **Predict.** How many of the 3,072<!-- = nb.SMALL.n_hidden --> neurons are above 0 on the first token: all, half, or a few? And how large is a typical total?

# %%
totals = mlp.c_fc.totals(x)
above = (hidden[0] > 0).mean()
print(f"above 0 on token 1: {above:.1%}")
print(f"scale of the totals: {np.sqrt(np.mean(totals**2)):.3f}")
print(f"deepest answer: {hidden.min():.3f}")

# %% [markdown]
# About half: with random weights a total is as likely to be negative as positive. After training it is not so even.
#
# The scale follows from [chapter 6](../chapters/6-drift.md). The weights have a standard deviation of 0.02<!-- cited -->, and each neuron adds up 768 inputs of scale 1, so the gain is
# 0.02 × 27.7 = 0.554<!-- = (0.02, math.sqrt(768), 0.02 * math.sqrt(768)) -->. The deepest answer can't be below the lowest point of GELU,
# −0.17<!-- = nb.gelu_tanh(np.linspace(-3, 0, 3001)).min() -->.
#
# **Change it.** Multiply `x` by 10. What happens to the scale, to the share above 0, and to the deepest answer? Predict each before you run.
#
# ## Does a token see the others?
#
# Change one token, and look at which rows of the output change.
#
# **Predict.** Which?

# %%
changed = x.copy()
changed[2] = random.standard_normal(768)  # change which token
difference = np.abs(mlp(changed) - out).max(axis=1)
print("rows that changed:", np.flatnonzero(difference > 1e-3))

# %% [markdown]
# Rows never see each other in an MLP. Bringing other tokens in is the work of attention.
#
# **Change it.** Put the tokens in another order: `mlp(x[[4, 3, 2, 1, 0]])`. What comes out, compared with `out`?
#
# ## How much does one neuron matter?
#
# Silence one hidden neuron, by setting the weights on its way out to 0, and see how far the output moves.
#
# **Predict.** Of the output's size, how much does one neuron in 3,072<!-- = nb.SMALL.n_hidden --> account for: a hundredth, a tenth, or nothing?

# %%
neuron = 7  # change this number
W_2 = mlp.c_proj.weights.copy()
W_2[neuron] = 0
silenced = nb.MLP.from_weights(mlp.c_fc.weights, mlp.c_fc.bias,
                               W_2, mlp.c_proj.bias)

moved = np.linalg.norm(silenced(x) - out, axis=1)
moved /= np.linalg.norm(out, axis=1)
for token, (says, share) in enumerate(zip(hidden[:, neuron], moved), 1):
    print(f"token {token}: the neuron says {says:6.3f},"
          f" the output moves {share:.2%}")

# %% [markdown]
# A percent or two, and more where the neuron has more to say. No neuron is needed by itself here, because nothing has been learned yet.
#
# **Change it.** Silence the first 1,000<!-- = 2000 / 2 --> neurons: `W_2[:1000] = 0`. A third of the neurons is gone. Does a third of the output go?
#
# ??? success "What you should find"
#
#     It moves by more than half of its size. Their contributions point in random directions, so it is the squares that add up:
#     the root of 1,000/3,072<!-- = (2000 / 2, nb.SMALL.n_hidden) --> is 0.57<!-- = math.sqrt(1000 / nb.SMALL.n_hidden) -->.
#
# ## Where the numbers are
#
# In the first bar chart, each bar is a part of GPT-2 small. In the second, each bar is a model.

# %%
nb.figures.gpt2_parameters()

# %% [markdown]
# ## Design a model
#
# Choose a depth and a width, and count.
#
# **Predict.** You double the width. What happens to the MLPs, and what to the token table?

# %%
# change these numbers
model = nb.GPT2Config(n_layer=12, n_embd=1536, n_head=12)
times = model.n_parameters / nb.SMALL.n_parameters
print(f"{model.n_parameters:,} parameters, {times:.2f} times GPT-2 small's")
model.parts()

# %% [markdown]
# The MLPs grow four times, because both sides of each matrix double. The token table only doubles. So a wider model has more of its numbers in its MLPs.
#
# **Change it.** Stay within a budget of 124 million<!-- = nb.SMALL.n_parameters -->: how deep can a model of width 384 be? Then make the opposite, as wide as you can with a single block.
#
# ??? success "What you should find"
#
#     A block of width 384 has 1,774,464<!-- = nb.GPT2Config(2, 384, 12).n_parameters - nb.GPT2Config(1, 384, 12).n_parameters --> numbers. The tokens and positions take
#     19.7 million<!-- = nb.GPT2Config(1, 384, 12).token_parameters + nb.GPT2Config(1, 384, 12).position_parameters -->, and 59 blocks fit beside them:
#     124.4 million<!-- = nb.GPT2Config(59, 384, 12).n_parameters -->.
#
# ## Take it further
#
# 1. **The other GELU.** Build the first layer again with `nb.gelu` in the place of the tanh form. By how much does the output change?
# 2. **No squash.** Use `nb.identity`, and collapse the two layers into one. How many numbers are left?
# 3. **Twelve in a row.** Send `x` through twelve different MLPs, each added to what went in, as in GPT-2. Does the scale drift?
#
# The counts are explained in [chapter 7](../chapters/7-gpt2.md). The labs are all here: [activations](activations.py), [the triangle](triangle.py), [scale drift](scale-drift.py).
