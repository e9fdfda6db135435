"""Oathmark: is the best of two dice fair on another die, and which charge is worth it?

The game rolls the best of two d10. On a d6 or a d20 the same idea feels different: the first table shows the chance to
activate with the best of two on every die, against a number that one die reaches half the time. The second asks what
ten Human Cavalry gain from their Charge, from the flank, and from both, against twenty Orc Soldiers.

Run it with `python examples/oathmark_any_die.py`.
"""

import probcalc
from probcalc.present.numbers.decimals import decimal, percent
from probcalc.present.writing.grid import columns

FIGHT = {"a.unit": "human_cavalry", "b.unit": "orc_soldier", "a.figures": 10, "b.figures": 20}


def main() -> None:
    rows: list[tuple[str, ...]] = [("die", "needs", "one die", "best of two", "best of three")]
    for die in (4, 6, 8, 10, 12, 20):
        needed = min(die // 2 + 1, 10)
        chances = [
            probcalc.odds("oathmark.activation", die=die, activation=needed, dice=n)["activates"] for n in (1, 2, 3)
        ]
        rows.append((f"d{die}", f"{needed}+", *(percent(chance) for chance in chances)))
    print("\n".join(columns(rows, right=range(1, 5))))
    print(f"2d6, the best, at 5 or more: {probcalc.best_of(2, probcalc.d(6)).at_least(5)}")
    print()

    rows = [("charge", "from", "more hits", "Orcs lost", "Orcs stand their ground")]
    for charge in (0, 3):
        for arc in ("front", "flank", "rear"):
            answer = probcalc.odds("oathmark.combat", FIGHT, **{"a.charge": charge, "a.arc": arc})
            stands = answer["b_morale"]["no_test"] + answer["b_morale"]["passed"]
            row = (
                str(charge),
                arc,
                percent(answer["winner"]["a"]),
                decimal(answer["b_casualties"].mean),
                percent(stands),
            )
            rows.append(row)
    print("\n".join(columns(rows, right=(0, 2, 3, 4))))


if __name__ == "__main__":
    main()
