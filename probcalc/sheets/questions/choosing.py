"""A choice as it is written, made the line that is played, with what a player may look at when it is made."""

from __future__ import annotations

from probcalc.sheets.compiling.scope import Scope
from probcalc.sheets.compiling.whole_lines import LineCompiler
from probcalc.sheets.errors import SheetError
from probcalc.sheets.playing.choices import Choice
from probcalc.sheets.playing.codes import Code
from probcalc.sheets.playing.expression_types import ExpressionType
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.words import is_plural

_PART = ExpressionType("number")


def choice_line(
    node: nodes.Choose, key: str, shown: str, scope: Scope, carried: dict[str, str] | None
) -> tuple[Choice, ExpressionType]:
    """A choice as a line; the lines below it are told later.

    Raises:
        SheetError: when its aim stands above it, or an option is there under no condition that is known.
    """
    if node.options[0].when is not None:
        raise SheetError("the first option is there always, so it has no when", node.options[0].when.at)
    options: list[tuple[str, Code | None]] = []
    for option in node.options:
        code = None
        if option.when is not None:
            code = LineCompiler(scope).condition(option.when)
            if code.random:
                raise SheetError('behind "when" nothing is rolled', code.at)
        word = option.word.lower()
        if word in [each for each, _ in options]:
            raise SheetError(f'the option "{option.word}" stands twice', option.at)
        options.append((word, code))
    name = node.aim.name.lower()
    side = scope.side_of(node.aim)
    aim = scope.key(name, side)
    if not (name in scope.below or aim in scope.below or (carried is not None and aim in carried)):
        if aim in scope.entries:
            raise SheetError(f"{node.aim.name} must stand below the choice", node.aim.at)
        raise scope.unknown(node.aim)
    moment = shown[:1].upper() + shown[1:].replace("_", " ")
    made = Choice(node, key, aim, options, moment, _steps_above(scope))
    if side is not None:
        made.aim_words += f" of {scope.shown_sides[side]}"
    return made, ExpressionType("word", words=tuple(word for word, _ in options))


def _steps_above(scope: Scope) -> dict[str, tuple[str, ExpressionType]]:
    """The steps above a choice, each with a phrase that what came up completes."""
    found: dict[str, tuple[str, ExpressionType]] = {}
    for entry in scope.entries.values():
        if entry.role != "step":
            continue
        words = entry.shown.replace("_", " ")
        side = entry.key.rpartition(".")[0]
        of = "" if not side else f" of {scope.shown_sides[scope.sides.index(side)]}"
        several = entry.kind.what == "number" and is_plural(words)
        found[entry.key] = f"{words}{of} {'are' if several else 'is'}", entry.kind
        for part in entry.kind.parts:
            found[f"{part} of {entry.key}"] = f"{part} of {words}{of} {'are' if is_plural(part) else 'is'}", _PART
    return found
