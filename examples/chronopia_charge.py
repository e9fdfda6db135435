"""Chronopia: how many Spearmen does it take to hold against a charge of five Followers?

The defenders may stand, or spend the turn bracing: then the charge adds nothing to the Followers' damage.

Run it with `python examples/chronopia_charge.py`.
"""

import probcalc
from probcalc.present.numbers.decimals import decimal, percent
from probcalc.present.writing.grid import columns
from probcalc.systems.chronopia.tables import UNITS

CHARGE = {"a.unit": "followers", "a.models": 5, "b.unit": "spearmen"}


def points(unit: str, models: int) -> str:
    """What so many models cost."""
    each = UNITS[unit].points
    return "-" if each == "none" else str(each * models)


def main() -> None:
    rows = [("spearmen", "braced", "points", "hold or win", "break", "lost", "Followers lost")]
    for models in range(3, 8):
        for braced in (False, True):
            # A braced front takes the charge bonus away, which is the same as no charge.
            answer = probcalc.odds("chronopia.clash", CHARGE, **{"a.charging": not braced, "b.models": models})
            winner = answer["winner"]
            rows.append(
                (
                    str(models),
                    "yes" if braced else "no",
                    f"{points('spearmen', models)} : {points('followers', 5)}",
                    percent(winner["draw"] + winner["b"]),
                    percent(answer["b_breaks"]),
                    decimal(answer["b_models_lost"].mean),
                    decimal(answer["a_models_lost"].mean),
                )
            )
    print("\n".join(columns(rows, right=range(7))))

    # The first number of Spearmen that more often holds than not.
    for models in range(1, 21):
        winner = probcalc.odds("chronopia.clash", CHARGE, **{"a.charging": True, "b.models": models})["winner"]
        if 2 * winner["a"] < 1:
            print(f"{models} Spearmen hold against the charge with {percent(1 - winner['a'])}")
            break


if __name__ == "__main__":
    main()
