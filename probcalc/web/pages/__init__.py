"""The pages, each from the address to the address."""
