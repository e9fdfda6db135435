"""A register of questions: a folder, each of whose files is named like its question and declares `QUESTION`.

Every door has its questions from here: the command line with its help and completion, the pages, notebooks, the methods
of a scenario in Python, the interface for programs, assistants and the reference.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pkgutil import get_data, iter_modules
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from probcalc.present.declared.question import Of, Question


class Head(NamedTuple):
    """What a list says of a question: its place, its line, the command behind which it stands, what it is asked of."""

    order: int
    short: str
    after: str = ""
    of: Of = "scenario"


@dataclass(frozen=True)
class Register:
    """The questions of one folder; each is loaded when it is looked up.

    Attributes:
        folder: the folder as a package.
        path: where it lies.

    >>> from probcalc.present.laboratory import REGISTER
    >>> "fairness" in REGISTER.names, list(REGISTER.questions)[:3]
    (True, ['numbers', 'steps', 'dominance'])
    """

    folder: str
    path: Iterable[str]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all questions; none of them is loaded."""
        return tuple(found.name for found in iter_modules(self.path))

    def question(self, name: str) -> Question[Any]:
        """The question of that name, which is loaded now."""
        found: Question[Any] = import_module(f"{self.folder}.{name}").QUESTION
        return found

    @cached_property
    def heads(self) -> Mapping[str, Head]:
        """What a list says of each question, in order."""
        return dict(sorted(((name, self._head(name)) for name in self.names), key=lambda each: each[1]))

    def _head(self, name: str) -> Head:
        """Read in the question's file, where that is there: what it imports takes long to load."""
        try:
            *_, declared = ast.parse(get_data(self.folder, f"{name}.py") or b"").body
        except OSError:
            found = self.question(name)
            return Head(found.order, found.short, found.after, found.of)
        call: Any = declared.value  # type: ignore[attr-defined]
        order, short = map(ast.literal_eval, call.args[:2])
        said = {each.arg: ast.literal_eval(each.value) for each in call.keywords if each.arg in ("after", "of")}
        return Head(order, short, **said)

    @cached_property
    def questions(self) -> Mapping[str, Question[Any]]:
        """Every question by its name, in order."""
        return {name: self.question(name) for name in self.heads}
