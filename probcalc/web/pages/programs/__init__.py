"""Programs in the language of AnyDice."""
