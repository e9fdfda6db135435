"""Dice of a sheet as Python: their sums, those of them that are kept, and what falls to hits."""

from __future__ import annotations

from probcalc.sheets import nodes
from probcalc.sheets.in_python.expressions import Expressions
from probcalc.sheets.in_python.names import TIMES, UNARY, Said, Unsaid
from probcalc.sheets.line_compiling import LineCompiler


class DiceExpressions(Expressions):
    """Writes dice too."""

    def _die(self, node: nodes.Die) -> Said:
        if node.size is not None:
            self.needs.add("d")
            return Said(f"d({self.plain(node.size, 'a number of sides').text})", rolled=True)
        if node.faces:
            self.needs |= {"die", "step_of"}
            return Said(f"step_of(die({list(node.faces)!r}))", rolled=True)
        sides = self.sides(node)
        self.needs.add("faces")
        return Said(f"faces({f'd{sides}'!r}, {sides})", rolled=True)

    def sides(self, node: nodes.Expression) -> int:
        """How many sides a plain die has."""
        if not isinstance(node, nodes.Die) or node.size is not None or node.faces or node.symbols:
            raise Unsaid("a die of another kind")
        return node.sides

    def _pool(self, node: nodes.Pool) -> Said:
        if node.clauses:
            raise Unsaid("dice that are rolled again or explode")
        one = self._die(node.unit) if isinstance(node.unit, nodes.Die) else Unsaid
        if not isinstance(one, Said):
            raise Unsaid("a die of another kind")
        if node.count is None:
            return one
        number = self.plain(node.count, "a number of dice")
        if self.reads and isinstance(node.unit, nodes.Die) and node.unit.size is None and not node.unit.faces:
            one = Said(self.made_before(f"d{node.unit.sides}", one.text), rolled=True)
        return self.several(number, one)

    def several(self, number: Said, one: Said) -> Said:
        """So many of a roll, added up."""
        if number.text.isdigit() and number.text != "0":
            return Said(f"{self.step(one)}.times({number.text})", rolled=True)
        self.needs.add("several")
        return Said(f"several({number.text}, {one.text})", rolled=True)

    def _times(self, node: nodes.Times) -> Said:
        number, unit = self.plain(node.count, "a number of rolls"), self.said(node.unit)
        if not unit.rolled:
            return Said(f"{number.within(TIMES)} * {unit.within(UNARY)}", TIMES)
        return self.several(number, unit)

    def _asked(self, node: nodes.Asked) -> Said:
        if len(node.dice) != 1 or node.against or node.wild:
            raise Unsaid(f"{node.what} of several dice")
        dice = node.dice[0]
        if node.what == "sum":
            found = self.said(dice)
            if not found.rolled:
                raise Unsaid("dice as they lie")
            return found
        if node.of_number is not None:
            raise Unsaid("a number of dice that are kept by name")
        if node.what != "keep" or not isinstance(dice, nodes.Pool) or dice.clauses or dice.count is None:
            raise Unsaid(f"{node.what} of dice")
        sides, number = self.sides(dice.unit), self.plain(dice.count, "a number of dice")
        if not isinstance(dice.count, nodes.Number) or dice.count.value < node.number:
            raise Unsaid("dice of a number that varies, of which some are kept")
        keep = "keep_lowest" if node.lowest else "keep_highest"
        self.needs |= {"step_of", keep, "d"}
        return Said(f"step_of({keep}({number.text}, d({sides}), {node.number}))", rolled=True)

    def _fallen(self, node: nodes.Fallen) -> Said:
        pair = self.fallen(node)
        return Said(f"{pair.text}.map(lambda ended: ended[0])", rolled=True)

    def fallen(self, node: nodes.Fallen) -> Said:
        """How many fall, and the wounds of the one that stands."""
        count = self.plain(node.count, "a number of hits")
        damage = self.said(node.damage)
        wounds = self.plain(node.wounds, "a number of wounds")
        told = [count.text, damage.text, wounds.text]
        if node.among is not None:
            among = self.plain(node.among, "how many there are").text
            told.append(among if LineCompiler(self.scope).number(node.among).kind.low >= 0 else f"max(0, {among})")
        if node.after is not None:
            told.append(f"hurt={self.plain(node.after, 'wounds from before').text}")
        self.needs.add("fallen")
        return Said(f"fallen({', '.join(told)})", rolled=True)
