"""Check a certificate of an answer: `python check_tree.py FILE.json` says what is proved, or which line is not.

It knows nothing of probcalc. Every line is a step with its law, as whole weights over a total, and is worked out again
from the lines before it: what follows each outcome, functions and pairs of outcomes, sums, n copies, what is kept, and
play to the end. Without a file it proves the chance of at least one six among two dice.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

Law = dict[str, Fraction]


def need(holds: object, what: str) -> None:
    if not holds:
        raise SystemExit(f"not proved: {what}")


def added(parts: list[tuple[str, Fraction]]) -> Law:
    found: Law = {}
    for outcome, chance in parts:
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


def then(line: dict[str, Any], laws: list[Law], numbers: dict[str, Fraction]) -> Law:
    (before,) = [laws[i] for i in line["of"]]
    need({outcome for outcome, _ in line["follow"]} == before.keys(), "every outcome is followed")
    need(len(line["follow"]) == len(before), "every outcome is followed once")
    return added([(x, before[o] * p) for o, i in line["follow"] for x, p in laws[i].items()])


def mapped(line: dict[str, Any], laws: list[Law], numbers: dict[str, Fraction]) -> Law:
    (before,), to = [laws[i] for i in line["of"]], dict(line["to"])
    return added([(to[o], p) for o, p in before.items()])


def joint(line: dict[str, Any], laws: list[Law], numbers: dict[str, Fraction]) -> Law:
    (first, second), pair = [laws[i] for i in line["of"]], {(x, y): z for x, y, z in line["pairs"]}
    return added([(pair[x, y], p * q) for x, p in first.items() for y, q in second.items()])


def summed(line: dict[str, Any], laws: list[Law], numbers: dict[str, Fraction]) -> Law:
    first, second = [laws[i] for i in line["of"]]
    return added([(str(numbers[x] + numbers[y]), p * q) for x, p in first.items() for y, q in second.items()])


def kept(line: dict[str, Any], laws: list[Law], numbers: dict[str, Fraction]) -> Law:
    (before,), keep = [laws[i] for i in line["of"]], set(line["keep"])
    whole = sum(p for o, p in before.items() if o in keep)
    need(whole, "what is given happens")
    return {o: p / whole for o, p in before.items() if o in keep}


def ended(line: dict[str, Any], laws: list[Law], numbers: dict[str, Fraction]) -> Law:
    """How often each state is played from satisfies its equation; some move from each comes nearer to the end."""
    (start,) = [laws[i] for i in line["of"]]
    rank = {state: above for state, _, _, above in line["states"]}
    need(len(rank) == len(line["states"]) and all(type(r) is int and r > 0 for r in rank.values()), "the ranks")
    parts = list(start.items())
    for state, i, times, above in line["states"]:
        need(any(rank.get(after, 0) < above for after in laws[i]), f"play from {state} comes to an end")
        parts += [(after, Fraction(times) * p) for after, p in laws[i].items()]
    come = added(parts)
    for state, _, times, _ in line["states"]:
        need(come.get(state, 0) == Fraction(times), f"how often {state} is played from")
    return {o: p for o, p in come.items() if o not in rank}


STEPS: dict[str, Callable[[dict[str, Any], list[Law], dict[str, Fraction]], Law]] = {
    "then": then,
    "map": mapped,
    "joint": joint,
    "sum": summed,
    "given": kept,
    "ends": ended,
}


def is_power(law: Law, of: Law, n: int, numbers: dict[str, Fraction]) -> bool:
    """Whether Q = P**n, by P Q' = n P' Q and Q = P**n at the lowest outcome, which has one solution."""
    low, lowest = min(numbers[o] for o in of), min(numbers[o] for o in law)
    p = {numbers[o] - low: chance for o, chance in of.items()}
    q = {numbers[o] - n * low: chance for o, chance in law.items()}
    left: Counter[Fraction] = Counter()
    for i, chance in p.items():
        for j, other in q.items():
            left[i + j] += (j - n * i) * chance * other  # type: ignore[assignment]
    return (
        type(n) is int
        and n > 0
        and lowest == n * low
        and not any(left.values())
        and q[Fraction(0)] == p[Fraction(0)] ** n
    )


def check(said: dict[str, Any]) -> str:
    """What is proved."""
    need(said.get("certificate") == "tree/1", "this is no certificate of an answer")
    numbers = {outcome: Fraction(number) for outcome, number in said["numbers"].items()}
    need(all(str(number) == outcome for outcome, number in numbers.items()), "a number is written as itself")
    laws: list[Law] = []
    for k, line in enumerate(said["lines"]):
        weights, total, do = {o: int(w) for o, w in line["law"]}, int(line["total"]), line["do"]
        need(len(weights) == len(line["law"]), f"line {k}: an outcome stands once")
        need(weights and min(weights.values()) > 0 and sum(weights.values()) == total, f"line {k}: the weights sum up")
        law = {outcome: Fraction(weight, total) for outcome, weight in weights.items()}
        used = [*line.get("of", []), *(i for _, i in line.get("follow", [])), *(s[1] for s in line.get("states", []))]
        need(all(type(i) is int and 0 <= i < k for i in used), f"line {k}: it stands on lines before it")
        try:
            if do == "copies":
                need(is_power(law, laws[line["of"][0]], line["n"], numbers), f"line {k}: {line['n']} copies")
            elif do not in ("roll", "known"):
                need(do in STEPS, f"line {k}: a step that is known, not {do}")
                need(STEPS[do](line, laws, numbers) == law, f"line {k}: {do}")
        except (KeyError, ValueError, IndexError):
            need(False, f"line {k}: every outcome of what it stands on")
        laws.append(law)
    need(said["lines"][-1]["law"] == said["answer"], "the answer")
    return f"{said['question']}, in {len(laws)} lines"


TWO_DICE = {
    "certificate": "tree/1",
    "question": "a six among two dice",
    "answer": [["False", "25"], ["True", "11"]],
    "numbers": {"0": 0, "1": 1, "2": 2},
    "lines": [
        {"do": "roll", "name": "Die", "law": [["0", "5"], ["1", "1"]], "total": "6"},
        {"do": "copies", "of": [0], "n": 2, "law": [["0", "25"], ["1", "10"], ["2", "1"]], "total": "36"},
        {
            "do": "map",
            "of": [1],
            "to": [["0", "False"], ["1", "True"], ["2", "True"]],
            "law": [["False", "25"], ["True", "11"]],
            "total": "36",
        },
    ],
}


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    files = [name for name in sys.argv[1:] if name.endswith(".json")]
    print("proved:", check(json.loads(Path(files[0]).read_text(encoding="utf-8")) if files else TWO_DICE))
