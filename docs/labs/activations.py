# ---
# title: "Lab: activations"
# description: Turn the knobs of ReLU and GELU, predict what comes out, run it, and build a curve out of nothing but bends.
# ---

# %% [markdown]
# # Lab: activations
#
# !!! question "What does a bend do to a number?"
#
#     In a lab you play. Each cell has a number to change. Write down what you expect, run the cell, and
#     compare. A wrong guess is worth more than a right one: it shows you what to look at.
#
#     Here you work with the rules of [chapter 3](../chapters/3-squash.md). The page shows what each cell put
#     out first. Change and run it in the notebook, which you can download from there.
#
# ## One number, three rules
#
# Send −1 through ReLU and through both forms of GELU.
#
# **Predict.** Which of the three answers are below 0? Which two are closest to each other?

# %%
import numpy as np
import neuronbook as nb

z = -1.0  # change this number
for rule in [nb.relu, nb.gelu, nb.gelu_tanh]:
    print(f"{rule.__name__:9} {rule(z):9.6f}")

# %% [markdown]
# ReLU drops a negative number. GELU keeps a share of it, about 16%<!-- = nb.gelu(z) / z --> of −1. That share is $\Phi(z)$, the chance
# that a standard normal number lies below $z$. The two forms of GELU part in the fourth decimal.
#
# **Change it.** Try −3, 0.1<!-- = 0.1 --> and 10. Then find, to one decimal, the first number above 0 for which ReLU and GELU differ by less
# than 0.001<!-- = 1 / 1000 -->.
#
# ??? success "What you should find"
#
#     At 3.4<!-- = max(t for t in np.arange(1, 60) / 10 if nb.relu(t) - nb.gelu(t) >= 0.001) --> they still differ by
#     0.00115<!-- = nb.relu(3.4) - nb.gelu(3.4) -->. At 3.5<!-- = max(t for t in np.arange(1, 60) / 10 if nb.relu(t) - nb.gelu(t) >= 0.001) + 0.1 -->
#     it is 0.00081<!-- = nb.relu(3.5) - nb.gelu(3.5) -->, and from there on it only gets less.
#
# ## How deep is the dip?
#
# GELU goes below 0 on its way up. Look for its lowest point on a handful of places from −3 to 0.
#
# **Predict.** Seven places lie half a unit apart. Which of them is the lowest? And will a finer search find a lower one, or a higher one?

# %%
places = 7  # change this number
z = np.linspace(-3, 0, places)
out = nb.gelu(z)
lowest = out.argmin()
print(f"lowest of {places}: {out[lowest]:.6f} at z = {z[lowest]:.6f}")

# %% [markdown]
# **Change it.** Try 13, 31 and 3001 places. The more you look at, the lower the lowest gets, and it stops at
# −0.169971<!-- = nb.gelu(np.linspace(-3, 0, 30001)).min() -->. Then put `nb.gelu_tanh` in the place of `nb.gelu`. Is its dip deeper?
#
# ??? success "What you should find"
#
#     A little: −0.170041<!-- = nb.gelu_tanh(np.linspace(-3, 0, 30001)).min() -->, at −0.7525<!-- = min(np.linspace(-3, 0, 30001), key=nb.gelu_tanh) -->.
#     In the picture below you cannot tell the two apart. That is why the gap has a scale of its own there.

# %%
nb.figures.squash_curves()

# %% [markdown]
# ## A rule of your own
#
# The library takes any rule that works on each number alone. Here is a *leaky* ReLU: it keeps a tenth of what is below 0.
# The layer is the mini layer of [chapter 2](../chapters/2-layer.md), with the totals 0.1 and −2.5<!-- = [0.1, -2.5] -->.
#
# **Predict.** What will neuron 2 say?

# %%
kept = 0.1  # change this number

def leaky(z):
    return np.maximum(z, 0) + kept * np.minimum(z, 0)

layer = nb.Layer([[0.5, -1], [-1, 0], [0.5, -0.5]], [0.1, 0], leaky)
layer.explain([1, 2, 3])

# %% [markdown]
# **Change it.** Which value of `kept` makes it plain ReLU? Which one makes it no bend at all? What does −1 make of it?
#
# ??? success "What you should find"
#
#     0 is ReLU. 1 keeps everything, so the layer is a straight one, and it would collapse with its neighbors.
#     −1 turns every negative number round: that is $|z|$, the size of the total, and neuron 2 says 2.5<!-- = abs(layer.totals([1, 2, 3])[1]) -->.
#
# ## A curve out of bends
#
# Each ReLU neuron adds one corner. Give the corners a place each, weigh them, and add them up: you get a chain of straight pieces that follows
# a curve. Let it follow $x^2$ from 0 to 4. The first layer puts the corners down evenly. The output neuron turns the slope at each of them.
#
# **Predict.** With 4 corners the chain is off by a quarter at worst. How far off is it with 8?

# %%
corners = 4  # change this number
places = np.linspace(0, 4, corners + 1)
slopes = np.diff(places**2) / np.diff(places)
turns = np.diff(slopes, prepend=0)

first = nb.Layer(np.ones((1, corners)), -places[:-1], nb.relu)
chain = nb.Network(first, nb.Layer(turns.reshape(-1, 1), [0], nb.identity))

x = np.linspace(0, 4, 4001)
off = chain(x.reshape(-1, 1))[:, 0] - x**2
print(f"{corners} corners, {chain.n_parameters} weights and biases")
print(f"off by {np.abs(off).max():.6f} at most")

# %% [markdown]
# **Change it.** Try 8, 16 and 100. Then let the chain follow another curve: `np.sin(places)` and `np.sin(x)` in the place of the two squares.
#
# ??? success "What you should find"
#
#     Twice the corners, a quarter of the error: 0.0625<!-- = (4 / 8) ** 2 / 4 --> with 8, and 0.015625<!-- = (4 / 16) ** 2 / 4 --> with 16.
#     With 100 it is 0.0004<!-- = (4 / 100) ** 2 / 4 -->. The error is the square of a piece's length, divided by four. A curve that bends less is followed more closely.
#
# ## Take it further
#
# 1. **Smooth corners.** Put `nb.gelu` in the place of `nb.relu` in the chain. Now more corners do not help. Why not? Then multiply the first layer's
#    weights and biases by 10, and divide `turns` by 10. What has that done to each corner?
# 2. **Build the larger one.** Write a network of two inputs that answers with the larger of them, and no `max` in it. Chapter 3 has the formula.
# 3. **Predict a dead neuron.** Take `nb.Neuron([-1, -2], bias, nb.relu)` and inputs between 0 and 1. At which bias does it die?
#
# Next lab: [three neurons and a triangle](triangle.py). Where the rules come from: [chapter 3](../chapters/3-squash.md).
