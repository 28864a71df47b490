"""neuronbook."""
