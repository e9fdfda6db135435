"""Sums over dice as the play of one die, and as many of it as there are."""

from __future__ import annotations

from probcalc.sheets.in_python.lines import Block, Known, LineWriter, root_of
from probcalc.sheets.playing.codes import ONE, UnevenDice
from probcalc.sheets.playing.course import Course
from probcalc.sheets.playing.lines import Line, count_mark, line_of
from probcalc.sheets.playing.repeating import look_into
from probcalc.sheets.reading import nodes


class OneDie(LineWriter):
    """Writes the lines that are sums over the dice of a pool."""

    def _group(self, known: Known, below: list[Known | Block]) -> list[Known] | None:
        """The lines that are played for one die of a pool: the pool, and what is a sum over its dice."""
        of, code = known.step.of, known.line.code
        if not isinstance(of, nodes.Comparison) or code is None or code.count is None or known.line.level != "hom":
            return None
        if any(self.name_of(root_of(key)) in self.rolled for key in known.line.needs) or len(known.step.names) > 1:
            return None
        self.scope.side = known.side
        check = self.check_of(of)
        self.scope.side = None
        if check is None:
            return None
        found, keys = [known], set(known.line.keys)
        sure = set(keys)
        for each in below:
            if isinstance(each, Block):
                break
            needs = {key for key in each.line.needs if self.name_of(root_of(key)) in self.rolled}
            if each.line.level != "hom" or not needs or not needs <= keys or len(each.step.names) > 1:
                continue
            if self._is_of_one(each, found, sure):
                keys |= set(each.line.keys)
                sure |= set(each.line.keys) if _counts(each.line) <= sure else set()
                found.append(each)
        return found

    def _is_of_one(self, known: Known, above: list[Known], sure: set[str]) -> bool:
        """Whether a further line can be played for one die: not where it may roll fewer than no dice.

        What is `sure` is the same whatever the parameters are.
        """
        line = known.line
        if not line.random:
            return True
        if not isinstance(known.step.of, nodes.Comparison) or line.code is None or line.code.count is None:
            return False
        count, asked = line.code.count, self.asked.get(known.step.names[0])
        if not _counts(line) <= sure and (count.kind.low < 0 or asked):
            return False
        course = Course([*(each.line for each in above), line_of("number", count, line.at)], by_the_die=False)
        one = {**self.values, ONE: True, count_mark(above[0].line.keys[0]): 1}
        try:
            numbers = look_into(course.value("number", one))
        except UnevenDice:
            return False
        return min(numbers) >= 0 and not (asked and max(numbers) > 1)

    def _of_one(self, group: list[Known]) -> None:
        """Write the play of one die, and as many of them as there are."""
        head = group[0]
        of = head.step.of
        assert isinstance(of, nodes.Comparison)
        assert isinstance(of.first, nodes.Pool)
        assert of.first.count is not None
        self.scope.side = head.side
        number = self.plain(of.first.count, "a number of dice")
        self.scope.side = None
        calls: list[str] = []
        for known in group:
            calls += self.calls_of(known, 1)
        name = f"one_{self.name_of(self.key_of(head))}"
        self.require_free(name)
        self.first += [f"{name} = (", "    Play()", *[f"    {call}" for call in calls], ")"]
        code = head.line.code
        assert code is not None
        assert code.count is not None
        copies = number.text if code.count.kind.low >= 0 else f"max(0, {number.text})"
        self.told.append(f".follow({name}.times({copies}))")


def _counts(line: Line) -> frozenset[str]:
    """The names from which a line's number of dice hangs; of one without dice those from which it hangs itself."""
    code = line.code
    return code.count.free if line.random and code is not None and code.count is not None else line.needs
