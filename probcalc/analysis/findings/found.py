"""The mark of what a question about answers found, by which a notebook knows that it has reports."""


class Found:
    """What a question about answers found; the question that it answers makes its reports."""

    __slots__ = ()

    def __repr__(self) -> str:
        of = getattr(self, "scenario_id", "") or getattr(self, "title", "")
        return f"<{type(self).__name__}{of and f' of {of}'}>"
