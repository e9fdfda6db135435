"""The mark of what a question of the laboratory found, by which a notebook knows that it has reports."""


class Found:
    """What a question of the laboratory found; the question that it answers makes its reports."""

    __slots__ = ()
