"""What Lighthouse thinks of the published pages: `make lighthouse`."""
