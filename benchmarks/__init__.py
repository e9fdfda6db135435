"""How fast the engine is: the same questions put to it, to other dice libraries and to plain hand-written Python."""
