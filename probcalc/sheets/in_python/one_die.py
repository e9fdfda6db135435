"""Sums over dice as the play of one die, and as many of it as there are."""

from __future__ import annotations

from probcalc.sheets import nodes
from probcalc.sheets.codes import Values
from probcalc.sheets.in_python.lines import Block, Known, LineWriter, root_of
from probcalc.sheets.lines import Line


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
        states = _after(known, {**self.values}, 1)
        found, keys = [known], set(known.line.keys)
        sure = set(keys)
        for each in below:
            if isinstance(each, Block):
                break
            needs = {key for key in each.line.needs if self.name_of(root_of(key)) in self.rolled}
            if each.line.level != "hom" or not needs or not needs <= keys or len(each.step.names) > 1:
                continue
            further = self._further(each, states, sure)
            if further is not None:
                states, keys = further, keys | set(each.line.keys)
                sure |= set(each.line.keys) if _counts(each.line) <= sure else set()
                found.append(each)
        return found

    def _further(self, known: Known, states: list[Values], sure: set[str]) -> list[Values] | None:
        """The states of one die behind a further line; None where it may roll fewer than no dice.

        What is `sure` is the same whatever the parameters are.
        """
        line = known.line
        if not line.random:
            return [{**state, line.keys[0]: line.run(state, (line.keys[0],))} for state in states]
        if not isinstance(known.step.of, nodes.Comparison) or line.code is None or line.code.count is None:
            return None
        count, is_sure = line.code.count, _counts(line) <= sure
        asked = self.asked.get(known.step.names[0])
        if not is_sure and (count.kind.low < 0 or asked):
            return None
        found: list[Values] = []
        for state in states:
            number = count.run(state)
            if number < 0 or (number > 1 and asked):
                return None
            found += _after(known, state, int(number))
        marked = {
            tuple(sorted((key, value) for key, value in state.items() if type(value) is int)): state for state in found
        }
        return list(marked.values())

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


def _after(known: Known, state: Values, dice: int) -> list[Values]:
    """What a line of one die or none may come to."""
    line = known.line
    assert line.code is not None
    of = known.step.of
    assert isinstance(of, nodes.Comparison)
    key = line.keys[0]
    counts = {clause.word: clause.number for clause in of.clauses if clause.word in ("crit", "fumble")}
    bands: list[tuple[int, str]] = [(0, "failures")]
    if dice > 1:
        most = dice * max([1, *(number for number in counts.values() if number is not None)])
        return [{**state, key: worth} for worth in range(most + 1)]
    if dice:
        bands += [(1, "successes")]
        if "crit" in counts:
            bands.append((1 if counts["crit"] is None else int(counts["crit"]), "criticals"))
        if "fumble" in counts:
            bands.append((counts["fumble"] or 0, "fumbles"))
    return [
        {**state, key: worth, **{f"{part} of {key}": int(part == band and dice) for part in line.code.kind.parts}}
        for worth, band in bands
    ]
