"""Why the number is what it is: its rolls, its proof, and the rules that it assumes."""
