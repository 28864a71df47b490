"""How the browser tests look at the book: in which schemes, how wide, in how many random states.

The tests take these from here, and so does the page that says how the book is checked.
"""

SCHEMES = ("light", "dark")
WIDTHS = (1280, 380)  # pixels, a laptop's and a phone's
NARROWEST = 320  # pixels; nothing may scroll the page sideways here
RANDOM_STATES = 60  # of each interactive figure, at each width
