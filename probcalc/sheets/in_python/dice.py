"""Dice of a sheet as Python: their sums, those of them that are kept, and what falls to hits."""

from __future__ import annotations

from probcalc.sheets import nodes
from probcalc.sheets.expression_types import FAR
from probcalc.sheets.in_python.cases import CaseExpressions
from probcalc.sheets.in_python.names import TIMES, UNARY, Said, Unsaid
from probcalc.sheets.line_compiling import LineCompiler


class DiceExpressions(CaseExpressions):
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
            return self._exploding(node)
        one = self._die(node.unit) if isinstance(node.unit, nodes.Die) else Unsaid
        if not isinstance(one, Said):
            raise Unsaid("a die of another kind")
        if node.count is None:
            return one
        number = self.plain(node.count, "a number of dice")
        if self.reads and isinstance(node.unit, nodes.Die) and node.unit.size is None and not node.unit.faces:
            one = Said(self.name_of_roll(f"d{node.unit.sides}", one.text), rolled=True)
        return self.several(number, one)

    def _exploding(self, node: nodes.Pool) -> Said:
        """A die that is rolled on: without end as long as it makes a difference."""
        if len(node.clauses) > 1 or node.clauses[0].word != "exploding" or node.clauses[0].spans or node.count:
            raise Unsaid("dice that are rolled again, or explode on some of their faces,")
        (clause,) = node.clauses
        unit = node.unit
        if isinstance(unit, nodes.Die):
            least, law = self.sides(unit), f"d({self.sides(unit)})"
            self.needs.add("d")
        else:
            assert isinstance(unit, nodes.Name)
            entry = self.entry(unit)
            listed = [each for _, each in entry.declared.dice] if entry.declared is not None else []
            plain = [each.unit for each in listed if isinstance(each, nodes.Pool) and each.count is None]
            if not listed or len(plain) < len(listed):
                raise Unsaid("dice that explode together")
            least, law = min(map(self.sides, plain)), f"law_of({self.say(unit).text})"
            self.needs.add("law_of")
        most = str(clause.number or 1)
        if clause.is_endless:
            if self.reach is None or self.reach >= FAR:
                raise Unsaid("dice that explode without end, whatever they come to,")
            most = str(self.reach // least + 1)
        self.needs.add("explode")
        text = f"explode({law}, most={most})"
        if clause.when is None:
            return Said(text, rolled=True)
        return Said(f"{text} if {self.plain(clause.when, 'a condition').within(1)} else {law}", 0, True)

    def several(self, number: Said, one: Said) -> Said:
        """So many of a roll, added up."""
        if number.text.isdigit() and number.text != "0":
            return Said(f"{self.step(one)}.times({number.text})", rolled=True)
        self.needs.add("several")
        return Said(f"several({number.text}, {one.text})", rolled=True)

    def _chain(self, node: nodes.Chain) -> Said:
        whole = self.say(node.steps[0])
        for step in node.steps[1:]:
            after = self.say(step)
            self.needs.add("several")
            whole = Said(f"{self.step(whole)}.then(lambda n: several(n, {after.text}))", rolled=True)
        return whole

    def _times(self, node: nodes.Times) -> Said:
        number, unit = self.plain(node.count, "a number of rolls"), self.say(node.unit)
        if not unit.rolled:
            return Said(f"{number.within(TIMES)} * {unit.within(UNARY)}", TIMES)
        return self.several(number, unit)

    def _asked(self, node: nodes.Asked) -> Said:
        if len(node.dice) > 1 and node.what == "keep" and node.number == 1 and not (node.against or node.wild):
            if any(isinstance(each, nodes.Pool) and each.count is not None for each in node.dice):
                raise Unsaid("the best of several pools")
            rolled = [self.step(self.say(each)) for each in node.dice]
            self.needs.add("together")
            return Said(f"together({', '.join(rolled)}).map({'min' if node.lowest else 'max'})", rolled=True)
        if len(node.dice) != 1 or node.against or node.wild:
            raise Unsaid(f"{node.what} of several dice")
        dice = node.dice[0]
        if node.what == "sum":
            found = self.say(dice)
            if not found.rolled:
                raise Unsaid("dice as they lie")
            return found
        if node.what != "keep" or not isinstance(dice, nodes.Pool) or dice.clauses or dice.count is None:
            raise Unsaid(f"{node.what} of dice")
        sides, number = self.sides(dice.unit), self.plain(dice.count, "a number of dice")
        keep = "keep_lowest" if node.lowest else "keep_highest"
        if not isinstance(dice.count, nodes.Number) or dice.count.value < node.number or node.of_number is not None:
            self.needs |= {"kept", keep, "d"}
            return Said(f"kept({keep}, {number.text}, d({sides}), {self.number_kept(node)})", rolled=True)
        if node.number == 1:
            best = "worst_of" if node.lowest else "best_of"
            self.needs |= {"step_of", best, "d"}
            return Said(f"step_of({best}({number.text}, d({sides})))", rolled=True)
        self.needs |= {"step_of", keep, "d"}
        return Said(f"step_of({keep}({number.text}, d({sides}), {node.number}))", rolled=True)

    def number_kept(self, node: nodes.Asked) -> str:
        """How many dice are kept."""
        return str(node.number) if node.of_number is None else self.plain(node.of_number, "how many are kept").text

    def _fallen(self, node: nodes.Fallen) -> Said:
        pair = self.fallen_and_wounds(node)
        return Said(f"{pair.text}.map(lambda ended: ended[0])", rolled=True)

    def fallen_and_wounds(self, node: nodes.Fallen) -> Said:
        """How many fall, and the wounds of the one that stands."""
        count = self.plain(node.count, "a number of hits")
        damage = self.say(node.damage)
        wounds = self.plain(node.wounds, "a number of wounds")
        told = [count.text, damage.text, wounds.text]
        if node.among is not None:
            among = self.plain(node.among, "how many there are").text
            told.append(among if LineCompiler(self.scope).number(node.among).kind.low >= 0 else f"max(0, {among})")
        if node.after is not None:
            told.append(f"hurt={self.plain(node.after, 'wounds from before').text}")
        self.needs.add("fallen")
        return Said(f"fallen({', '.join(told)})", rolled=True)
