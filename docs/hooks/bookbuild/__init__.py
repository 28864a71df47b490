"""What the build does to the book's pages, as plain functions that know little of MkDocs."""
