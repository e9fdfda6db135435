"""What there is to ask, found from Python: games, scenarios and sheets, each with every question it can be asked."""
