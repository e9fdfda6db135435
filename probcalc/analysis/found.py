"""The mark of what a question about answers found, by which a notebook knows that it has reports."""


class Found:
    """What a question about answers found; the question that it answers makes its reports."""

    __slots__ = ()
