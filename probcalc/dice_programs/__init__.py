"""Programs for dice in the language of AnyDice: read, run to exact laws, and refused with line and character."""
