"""Check a certificate of play: `python check_play.py FILE.json` says what is proved, or the first thing that is not.

It knows nothing of probcalc, only fractions; without a file it proves how long a six takes. Every row of chances sums
to 1; every value satisfies its own equation, x = what a turn adds + the mean of the values that follow; and ranks go
down, 0 at the ends, so that play comes to an end from everywhere and the equations have one solution. Where somebody
chooses, the option taken attains the value, no other is better, and ranks go down under the choice (greatest chance) or
whatever is chosen; or to go on costs: every turn of a least sum adds more than 0, of a greatest less. Whoever
doubts the play itself passes the rule: `check(certificate, rule)`.
"""

import json
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

Row = list[tuple[int, Fraction]]


def need(holds: object, what: str) -> None:
    if not holds:
        raise SystemExit(f"not proved: {what}")


def read_row(pairs: Any, size: int, where: str) -> Row:
    row = [(place, Fraction(chance)) for place, chance in pairs]
    need(all(type(j) is int and 0 <= j < size and p > 0 for j, p in row), f"the chances of {where}")
    need(len({j for j, _ in row}) == len(row) and sum(p for _, p in row) == 1, f"the chances of {where} sum to 1")
    return row


class Checked:
    """A certificate, read once."""

    def __init__(self, said: dict[str, Any]) -> None:
        need(said.get("certificate") == "play/1", "this is no certificate of play")
        self.said, self.names, self.rank = said, said["states"], said["rank"]
        size = len(self.names)
        self.best = {"greatest": 1, "least": -1, None: 0}[said.get("best")]
        self.over, self.thrown = set(said["over"]), set(said.get("thrown", []))
        need(not self.over & self.thrown, "no state is over and thrown away")
        self.columns = [[Fraction(value) for value in column["values"]] for column in said["columns"]]
        lengths = {len(self.rank), len(said["moves"]), len(set(self.names)), *map(len, self.columns)}
        need(lengths == {size}, "a value, a rank and moves for each state")
        need(all(type(rank) is int and rank >= 0 for rank in self.rank), "ranks are whole numbers from 0 on")
        self.start = read_row(said["start"], size, "the start")
        self.rows = [[read_row(row, size, f"state {i}") for row in rows] for i, rows in enumerate(said["moves"])]

    def adds(self, column: dict[str, Any], i: int) -> list[Fraction]:
        """What each option of a state adds: its own part, and columns before this one times a factor."""
        own = column["adds"][i] if isinstance(column["adds"], list) else [column["adds"]] * len(self.rows[i])
        place = next(k for k, other in enumerate(self.said["columns"]) if other is column)
        built = Fraction(0)
        for before, factor in column.get("of", []):
            need(type(before) is int and 0 <= before < place, "a column builds on those before it")
            built += Fraction(factor[i] if isinstance(factor, list) else factor) * self.columns[before][i]
        need(len(own) == len(self.rows[i]), f"what each option of state {i} adds")
        return [Fraction(part) + built for part in own]

    def end(self, column: dict[str, Any], value: list[Fraction], i: int) -> None:
        """What is over, or thrown away."""
        worth = 0 if i in self.thrown else Fraction(column["ends"].get(str(i), 0))
        need(self.rank[i] == 0 and not self.rows[i] and value[i] == worth, f"end {i}")

    def worth_nothing(self, column: dict[str, Any], value: list[Fraction], i: int) -> None:
        """From a state of rank 0 nothing is won: whatever is chosen, or by some choice where the least is sought."""
        away = [all(value[j] == 0 and (j in self.over or self.rank[j] == 0) for j, _ in row) for row in self.rows[i]]
        need(column["what"] == "chance" and value[i] == 0, f"state {i} is worth nothing")
        need(all(worth >= 0 for worth in map(Fraction, column["ends"].values())), "no end is worth less than 0")
        need(all(away) if self.best > 0 else any(away), f"nothing is won from state {i}")

    def state(self, column: dict[str, Any], value: list[Fraction], i: int) -> None:
        """A state from which play goes on."""
        rows, best = self.rows[i], self.best
        need(rows, f"state {i} is not over and has no move")
        if best and self.rank[i] == 0:
            return self.worth_nothing(column, value, i)
        adds = self.adds(column, i)
        found = [part + sum(p * value[j] for j, p in row) for part, row in zip(adds, rows, strict=True)]
        down = [any(self.rank[j] < self.rank[i] for j, _ in row) for row in rows]
        chosen = self.said["chosen"][i] if best else 0
        need(best or len(rows) == 1, f"state {i} has several options and nobody who chooses")
        need(type(chosen) is int and 0 <= chosen < len(rows), f"the choice in state {i}")
        need(found[chosen] == value[i], f"the equation of state {i}")
        need(down[chosen], f"play from state {i} comes to an end")
        if best:
            need(all(best * other <= best * value[i] for other in found), f"no option of state {i} is better")
            # To go on for ever wins nothing, or costs without end.
            costs = all(best * part < 0 for part in adds) and (all(down) or self.never_gains(column))
            need(
                all(down) or (best > 0 if column["what"] == "chance" else costs),
                f"play from state {i} comes to an end, whatever is chosen",
            )
            need(all(down) or all(Fraction(w) >= 0 for w in column["ends"].values()), "no end is worth less than 0")
        return None

    def never_gains(self, column: dict[str, Any]) -> bool:
        """Whether no turn brings the sum nearer to what is sought."""
        return all(self.best * part <= 0 for i in range(len(self.names)) for part in self.adds(column, i))

    def answer(self) -> Fraction:
        """The answer, from the values at the start."""
        at = [sum((p * value[i] for i, p in self.start), Fraction(0)) for value in self.columns]
        kind = self.said["is"]
        need(kind == "quotient" or kind.endswith("quotient") or not self.thrown, "what is thrown away is divided out")
        if kind == "value":
            return at[0]
        if kind == "variance":
            return at[1] - at[0] ** 2
        need(at[0] > 0, "what is given happens")
        if kind == "quotient":
            return at[1] / at[0]
        need(kind == "variance of a quotient", "what the answer is")
        return at[2] / at[0] - (at[1] / at[0]) ** 2

    def meaning(self) -> None:
        """That the columns are those of what is asked: turns count 1, squares twice the mean less 1, kept ends 1."""
        kind, columns = self.said["is"], self.said["columns"]
        count = {"value": 1, "variance": 2, "quotient": 2, "variance of a quotient": 3}[kind]
        need(len(columns) == count, "a column for each part of the answer")
        plain = [c["adds"] == "0" and not c.get("of") for c in columns if c["what"] == "chance"]
        need(all(plain), "no turn adds to a chance")
        if kind.endswith("quotient"):
            need(columns[0]["adds"] == "0" and not columns[0].get("of"), "the first column is the chance to be kept")
            kept = {str(i): "1" for i in self.over}
            need(columns[0]["what"] == "chance" and columns[0]["ends"] == kept, "every kept end counts 1")
        if kind.startswith("variance"):
            *_, mean, square = columns
            of = [[0, "2"]] if kind == "variance" else [[1, "2"], [0, "-1"]]
            adds = "-1" if kind == "variance" else "0"
            need((square["adds"], square.get("of"), square["ends"]) == (adds, of, {}), "the squares of the turns")
            turns: Any = ("1", [], {}) if kind == "variance" else ("0", [[0, "1"]], {})
            need((mean["adds"], mean.get("of", []), mean["ends"]) == turns, "each turn counts 1")
        elif self.said["question"] == "mean turns":
            turns = ("0", [[0, "1"]], {}) if kind == "quotient" else ("1", [], {})
            last = columns[-1]
            need((last["adds"], last.get("of", []), last["ends"]) == turns, "each turn counts 1")


class CheckedTurns:
    """A certificate of how many turns play takes, read once: its chances are played out."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.said, self.names, self.size = said, said["states"], len(said["states"])
        self.over, self.thrown = set(said["over"]), set(said.get("thrown", []))
        need(not self.over & self.thrown, "no state is over and thrown away")
        need(len(said["moves"]) == len(set(self.names)) == self.size, "moves for each state")
        self.start = read_row(said["start"], self.size, "the start")
        self.rows = [[read_row(row, self.size, f"state {i}") for row in rows] for i, rows in enumerate(said["moves"])]
        for i, rows in enumerate(self.rows):
            need(len(rows) == (i not in self.over | self.thrown), f"state {i} is an end, or has its moves")

    def chances(self) -> Iterator[tuple[Fraction, int]]:
        """For 0, 1, 2, ... turns how likely play is over then and kept, and how many states it may go on from."""
        base = lcm(*[p.denominator for rows in self.rows for row in rows for _, p in row])
        moves = {i: [(j, int(p * base)) for j, p in rows[0]] for i, rows in enumerate(self.rows) if rows}
        total = lcm(*[p.denominator for _, p in self.start])
        now = {i: int(p * total) for i, p in self.start}
        while True:
            going = {i: weight for i, weight in now.items() if i in moves}
            yield Fraction(sum(weight for i, weight in now.items() if i in self.over), total), len(going)
            now, total = {}, total * base
            for i, weight in going.items():
                for j, part in moves[i]:
                    now[j] = now.get(j, 0) + weight * part

    def prove(self) -> str:
        """What is proved: N(x) / D(x) for all numbers of turns, or the chances of the first."""
        answer, kept, played = self.said["answer"], Fraction(self.said["kept"]), self.chances()
        need(self.said["question"] == "law of the turns", "what is asked")
        need(0 < kept <= 1, "what is kept happens")
        if "first" in answer:
            first, more = list(map(Fraction, answer["first"])), Fraction(answer["more"])
            going = 1
            for n, chance in enumerate(first):
                found, going = next(played)
                need(found == kept * chance, f"the chance of {n} turns")
            need(sum(first) + more == 1, "the chance of more")
            # Where play may go on nothing is thrown away, so that what was played out is the answer as it stands.
            need(not more if not going else kept == 1 and not self.thrown, "what is kept")
            return f"the chances of 0 to {len(first) - 1} turns, from {self.size} states"
        top, bottom = list(map(int, answer["top"])), list(map(int, answer["bottom"]))
        # Both quotients have degrees of at most so many: what agrees for twice as many turns agrees for all.
        degree = sum(map(bool, self.rows))
        need(bottom and bottom[0] and max(len(top), len(bottom)) <= degree + 1, "the degrees of the quotient")
        need(sum(top) == sum(bottom) != 0, "all chances sum to 1")
        chances: list[Fraction] = []
        for n in range(2 * degree + 1):
            chances.append(next(played)[0])
            found = sum((d * chances[n - i] for i, d in enumerate(bottom[: n + 1])), Fraction(0))
            need(found == (kept * top[n] if n < len(top) else 0), f"the chance of {n} turns")
        return f"the chances of all numbers of turns, from {self.size} states"


def check(said: dict[str, Any], rule: Callable[[str], list[dict[str, Any]]] | None = None) -> str:
    """What is proved; `rule(state)` says the play anew: for each option a {next state: chance}, [] at an end."""
    is_law = said.get("certificate") == "turns/1"
    checked: Any = CheckedTurns(said) if is_law else Checked(said)
    index = {name: i for i, name in enumerate(checked.names)}
    for i, name in enumerate(checked.names):
        if rule and i not in checked.thrown:
            again = [{index[after]: Fraction(p) for after, p in option.items()} for option in rule(name)]
            need([dict(row) for row in checked.rows[i]] == again, f"the rule of state {i}")
        if is_law:
            continue
        for column, value in zip(said["columns"], checked.columns, strict=True):
            if i in checked.over or i in checked.thrown:
                checked.end(column, value, i)
            else:
                checked.state(column, value, i)
    if is_law:
        return str(checked.prove())
    checked.meaning()
    need(checked.answer() == Fraction(said["answer"]), "the answer")
    return f"{said['question']} = {said['answer']}, from {len(checked.names)} states"


SIX = {
    "certificate": "play/1",
    "question": "mean turns",
    "answer": "6",
    "is": "value",
    "states": ["no six yet", "a six"],
    "start": [[0, "1"]],
    "over": [1],
    "moves": [[[[0, "5/6"], [1, "1/6"]]], []],
    "rank": [1, 0],
    "columns": [{"what": "total", "adds": "1", "ends": {}, "values": ["6", "0"]}],
}


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    files = [name for name in sys.argv[1:] if name.endswith(".json")]
    print("proved:", check(json.loads(Path(files[0]).read_text(encoding="utf-8")) if files else SIX))
