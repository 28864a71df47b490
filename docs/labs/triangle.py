# ---
# title: "Lab: the triangle"
# description: Move the lines of three neurons, predict the region that they fence off, measure its area, and fence off a shape of your own.
# ---

# %% [markdown]
# # Lab: the triangle
#
# !!! question "What happens to the region if you turn one knob?"
#
#     Three neurons draw three lines, and an output neuron puts them together. Here you move the lines one
#     by one. Before each cell, sketch on paper what you expect. Then run the cell and compare.
#
#     The page shows what each cell put out first. Change and run it in the notebook, which you can download
#     from there. The lines and the fence are explained in [chapter 4](../chapters/4-regions.md).
#
# ## Ask one point
#
# The triangle has the corners (−2, −2), (2, −2) and (0, 2). Its three neurons are called bottom, right and left, and each fires *outside* its
# side.
#
# **Predict.** The point (1, 1) lies to the right of the triangle, halfway up. Who fires there? Is the output above 0?

# %%
import numpy as np
import neuronbook as nb

point = [1, 1]  # change these numbers
sharpness = 10

network = nb.triangle(sharpness)
sides, verdict = network.trace(point)
print("bottom, right, left say", sides.output)
print("the output neuron's total is", verdict.total[0])
print("out comes", verdict.output[0])

# %% [markdown]
# The right neuron says 1. The output neuron starts from its bias, 1, and takes off ten times what it hears. Its total is far below 0, and nothing comes out.
#
# **Change it.** Find a point where two neurons fire at once. Find one where the output is above 0 although somebody fires. Look for one where all three fire.
#
# ??? success "What you should find"
#
#     Two fire beyond each corner: try [3, −3] or [0, 3]. For the second, be outside by very little: at
#     [0.9, 0.25]<!-- = (0.9, 0.25) --> the right neuron says 0.05<!-- = nb.triangle(10).trace([0.9, 0.25])[0].output[1] -->, and the output is
#     0.5<!-- = nb.triangle(10)([0.9, 0.25])[0] -->. All three never fire at once. Chapter 4 proves it.
#
# ## See the whole map
#
# Ask 561 points instead of one, and print a mark for each point where the output is above 0.
#
# **Predict.** With `sharpness = 10`, how far does the region reach past the triangle: half a unit, a tenth, or a hundredth?


# %%
def draw(network):
    xs, ys = np.linspace(-4, 4, 33), np.linspace(4, -4, 17)
    output = nb.firing_map(network, xs, ys).output  # (ys, xs)
    for row in output:
        print("".join("#" if out > 0 else "." for out in row))
    print(f"area {nb.area(network):.3f}")

draw(network)

# %% [markdown]
# The points of the map are too far apart to show it, so look at the area. The triangle's is 8, and the region's is
# 8.814<!-- = nb.area(network) -->. Under the triangle, where the bottom neuron speaks alone, the margin is $1/s$: a tenth of a unit.
#
# **Change it.** Go back to the first cell, set `sharpness` to 1, and run both cells again.
#
# ## Count the corners
#
# The figure shows the region at three sharpnesses, and one corner of each through a magnifying glass.
#
# <!-- check: 1.375 = nb.area(nb.triangle(1)) - 8 - 8 -->
# **Predict.** The area is $8 + 8/s + 1.375/s^2$. What is it for a sharpness of 2?

# %%
nb.figures.hexagon([1, 2, 4])  # change these numbers

# %% [markdown]
# For 2 it is 8 + 4 + 0.34375 = 12.34375<!-- = (1.375 / 4, nb.area(nb.triangle(2))) -->, as the figure says.
#
# **Change it.** From which whole sharpness on is the region at most a tenth too large? Guess with the formula, without the last term. Then measure.

# %%
sharpness = 8  # change this number
too_large = nb.area(nb.triangle(sharpness)) / 8 - 1
print(f"sharpness {sharpness}: {too_large:.1%} too large")

# %% [markdown]
# ??? success "What you should find"
#
#     Without the last term it is $8/s = 0.8$<!-- = 8 / 10 -->, so 10. Measured, 10 is a little too small:
#     10.2%<!-- = nb.area(nb.triangle(10)) / 8 - 1 --> too large. With 11 it is 9.2%<!-- = nb.area(nb.triangle(11)) / 8 - 1 -->.
#
# ## Move one line
#
# `replace` gives a new network in which one knob is turned. The knob `b_1` is the bias of the bottom neuron. Its total is $-y - 2$.
#
# **Predict.** What does the region look like with `b_1` at 0? Which corners stay where they are?

# %%
# change the label and the number
network = nb.triangle(100).replace("b_1", 0)
draw(network)

# %% [markdown]
# The bottom line has moved up to $y = 0$, and what is left is the top of the triangle: half as high, half as wide, a quarter of the area.
#
# **Change it.** Move `b_2` and `b_3` as well. Then turn the output neuron's own bias, `b'_1`, to 0, and to −1.
#
# ??? success "What you should find"
#
#     With `b'_1` at 0 nothing is left. Inside the triangle nobody objects, so the total is exactly 0, and ReLU needs more than that. This one number is
#     the reason why there is a region at all.
#
# ## Fence off your own shape
#
# `fence` takes the corners of any polygon without dents, and makes one neuron for each side.
#
# **Predict.** How many weights and biases has the network that fences off this house?

# %%
house = [(-2, -3), (2, -3), (2, 0), (0, 3), (-2, 0)]  # change these corners
network = nb.fence(house, 50)
print(network.n_parameters, "weights and biases")
draw(network)

# %% [markdown]
# Five sides: two weights and a bias each, then five weights and a bias for the output neuron. That makes 21.
#
# **Change it.** Fence off a hexagon, or a house with a flat roof. Then push one corner in until there is a dent, and read what the library says.
#
# ## Take it further
#
# 1. **Cut a window.** `nb.combine([network, window], [1, -1])` cuts one fence out of another. Give the house a window.
# 2. **A shape with a dent.** Weights of [1, 1] join two fences. Make an arrow, or the letter L.
# 3. **The fewest neurons.** How many first-layer neurons does your shape need? Could one line serve two fences?
#
# Next lab: [scale drift](scale-drift.py). The proofs are in [chapter 4](../chapters/4-regions.md).
