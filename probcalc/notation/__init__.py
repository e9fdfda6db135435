"""Rolls written in a small notation: read into nodes, written back, and turned into trees of named rolls.

>>> from probcalc.notation import parsed, written
>>> written(parsed("2d6 best >= 5"))
'best of 2d6 >= 5'
"""

from __future__ import annotations

from probcalc.notation.errors import NotationError
from probcalc.notation.reading import parsed
from probcalc.notation.writing import written

__all__ = ["NotationError", "parsed", "written"]
