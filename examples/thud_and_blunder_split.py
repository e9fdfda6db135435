"""Thud & Blunder: one strong blow or several lighter ones, and arrows together or one by one?

A figure may split its Fighting Value among several attacks, each with the whole weapon bonus. The first table gives
the best split into one, two and three attacks against every armour; the second shows from which Armour Rating on
archers do better to loose one volley together.

Run it with `python examples/thud_and_blunder_split.py`.
"""

import probcalc
from probcalc.present.numbers.decimals import percent
from probcalc.present.writing.grid import columns

ARMOUR = ("clothes", "leather", "brigandine", "mail_shirt", "mail_coat", "half_plate", "plate")
SWORDSMAN = {"skill": 6, "weapon": "long_sword", "destiny": 6}
ARCHERS = {"weapon": "short_bow", "shooters": 4, "destiny": 6}


def main() -> None:
    print("A skill of 6 with a long sword against a large shield and Destiny 6: the target is out")
    rows: list[tuple[str, ...]] = [("armour", "one blow", "two", "split", "three", "split")]
    for armour in ARMOUR:
        target = {**SWORDSMAN, "armour": armour, "shield": "large"}
        row = [armour.replace("_", " "), percent(probcalc.odds("thud_and_blunder.attack", target)["outcome"]["out"])]
        for start in ([3, 3], [2, 2, 2]):
            best = probcalc.odds("thud_and_blunder.attack", target, split=start)["best_split"]
            attack = probcalc.odds("thud_and_blunder.attack", target, split=best)
            row += [percent(attack["outcome"]["out"]), "+".join(str(part) for part in best)]
        rows.append(tuple(row))
    print("\n".join(columns(rows, right=(1, 2, 4))))
    print()

    print("Four short bows of skill 3 against Destiny 6: the target is out")
    rows = [("Armour Rating", "together", "one by one", "better")]
    for rating in range(7, 16):
        answer = probcalc.odds("thud_and_blunder.volley", ARCHERS, armour_rating=rating)
        together, apart = answer["together"]["out"], answer["apart"]["out"]
        better = "together" if together > apart else "one by one" if together < apart else "either"
        rows.append((str(rating), percent(together), percent(apart), better))
    print("\n".join(columns(rows, right=(0, 1, 2))))


if __name__ == "__main__":
    main()
