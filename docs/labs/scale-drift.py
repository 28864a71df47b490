# ---
# title: "Lab: scale drift"
# description: Send numbers through dozens of layers, predict how large they come out, and choose the weights so that they keep their size.
# ---

# %% [markdown]
# # Lab: scale drift
#
# !!! question "Can you keep a number's size through fifty layers?"
#
#     First you work with one factor per layer. Then you build real layers with random weights, and try to
#     hit a factor of 1. Guess before you run.
#
#     The page shows what each cell put out first. Change and run it in the notebook, which you can download
#     from there. The formulas are in [chapter 6](../chapters/6-drift.md).
#
# ## Guess the size
#
# **Predict.** Each layer makes its numbers a tenth larger. About how many times larger are they after 24 layers: 2.4<!-- = 24 / 10 -->, 10, or 100?

# %%
import numpy as np
import neuronbook as nb

factor, depth = 1.1, 24  # change these numbers
print(f"{nb.compound(factor, depth):.4g} times")

# %% [markdown]
# Adding a tenth in each of 24 layers would give 3.4 times<!-- = 1 + 24 / 10 --> the size. Multiplying gives
# 9.85 times<!-- = nb.compound(1.1, 24) -->, because each layer adds a tenth of what the layers before have made.
#
# **Change it.** Which factor doubles the size in 24 layers? Try a few, and come within a hundredth. Then halve it.
#
# ??? success "What you should find"
#
#     1.029<!-- = 2 ** (1 / 24) --> doubles it: the 24th root of 2. The 24th root of a half, 0.972<!-- = 0.5 ** (1 / 24) -->, halves it.
#
# ## See them run apart
#
# **Predict.** Which of the two ends up farther from 1 on this axis: a factor of 1.25<!-- = 5 / 4 -->, or one of 0.8<!-- = 4 / 5 -->?

# %%
nb.figures.scale_drift([1.25, 1.1, 1.0, 0.9, 0.8])  # from 0.7 to 1.5

# %% [markdown]
# Neither. One is 5/4 and the other 4/5, so what the first multiplies by, the second divides by. On a logarithmic axis the two are mirror images.
# The factors 1.1 and 0.9<!-- = (1.1, 0.9) --> look like a pair, and are not: their product is 0.99<!-- = 1.1 * 0.9 -->.
#
# **Change it.** Which factor mirrors 1.1<!-- = 1.1 -->? Put it in, and check that the labels stand equally far from 1.
#
# ## Build the layers
#
# Now draw real weights. `measure` makes random layers and runs one token of scale 1 through them. The *gain* sets how large the weights are: their
# standard deviation is the gain divided by the root of the width.
#
# **Predict.** Without a squash and with a gain of 1, what do you expect after 20 layers? And with ReLU?

# %%
gain = 1.0  # change this number
for rule in [nb.identity, nb.relu]:
    scales = nb.measure(20, 768, gain, rule, seed=0)
    print(f"{rule.__name__:8} after 1: {scales[0]:.3f},"
          f" after 20: {scales[-1]:.3g}")

# %% [markdown]
# Without a squash the scale stays about where it was. ReLU throws half of the mean square away in each layer, and after 20 layers
# about a thousandth is left.
#
# **Change it.** Find the gain with which ReLU keeps the scale. Then find out what this gain does to the layers without a squash.
#
# ??? success "What you should find"
#
#     $\sqrt{2}$, about 1.414<!-- = math.sqrt(2) -->. Without a squash it doubles the mean square in each layer, and 20 layers make that 1,024 times<!-- = math.sqrt(2) ** 20 -->
#     the scale, up to the scatter of a single network.
#
# ## One network, many networks
#
# Run the same recipe with other random numbers.
#
# **Predict.** All of these networks have the gain $\sqrt{2}$. How far apart will they be after 50 layers: by a hundredth, by half, or by a factor of a thousand?

# %%
nb.figures.measured_drift(range(12, 20))  # change the seeds

# %% [markdown]
# The prediction is about the average of all networks, and no single one keeps to it. Now make the layers narrower, which takes the average over fewer neurons.
#
# **Predict.** A quarter of the width: what does that do to the scatter?

# %%
for width in [12, 48, 192]:  # change these numbers
    ends = [nb.measure(50, width, 2**0.5, nb.relu, seed)[-1]
            for seed in range(20)]
    spread = np.std(np.log(ends))
    print(f"width {width:3}: {min(ends):.4f} to {max(ends):.4f},"
          f" spread {spread:.2f}")

# %% [markdown]
# The spread is the standard deviation of the logarithms. Chapter 6 predicts $\sqrt{5 \times 50/n}\,/\,2$ for a width of $n$, which is 1.14<!-- = math.sqrt(5 * 50 / 48) / 2 --> for 48
# and 0.57<!-- = math.sqrt(5 * 50 / 192) / 2 --> for 192. A quarter of the width, twice the spread. At a width of 12 the errors of single layers are no longer small, and it is even more.
#
# ## A gain for GELU
#
# GELU treats small and large numbers differently, so no gain keeps every scale. But you can look for one that keeps a scale near 1.
#
# **Predict.** Is it larger or smaller than ReLU's, 1.414<!-- = math.sqrt(2) -->?

# %%
gain = 1.5  # change this number
ends = [nb.measure(20, 256, gain, nb.gelu, seed)[-1] for seed in range(4)]
print("after 20 layers:", " ".join(f"{end:.3g}" for end in ends))

# %% [markdown]
# **Change it.** Come as close to 1 as you can. Then double the depth, and see whether your gain still holds.
#
# ??? success "What you should find"
#
#     Larger. With 1.47<!-- = min(np.arange(1.3, 1.6, 0.002), key=lambda g: abs(np.average(nb.gelu(g * np.linspace(-9, 9, 2001)) ** 2, weights=np.exp(-np.linspace(-9, 9, 2001) ** 2 / 2)) - 1)) --> a layer keeps
#     a scale of exactly 1. But it is no place to rest. A network that has sunk a little meets a smaller factor, and sinks faster. One that has risen meets a larger one. So some
#     networks run up and the others down, and depth only drives them further apart.
#
# ## Take it further
#
# 1. **Repair it.** Write a loop of 50 layers yourself, and divide each output by its root mean square. What is the scale at the end, with any gain you like?
# 2. **A mean that drifts.** ReLU's outputs are never negative. Measure their mean after 10 layers as well as their scale.
# 3. **Where does it end?** Which gain makes 200 layers without a squash overflow?
#
# Next lab: [GPT-2's MLP](gpt2-mlp.py). The formulas are in [chapter 6](../chapters/6-drift.md).
