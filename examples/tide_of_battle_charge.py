"""Tide of Battle: which weapon should meet a charge of lances, and is it worth shooting first?

The first table sends ten lances into twenty defenders with each melee weapon: who wins, and who routs. The second asks
how many longbows it takes, before the lances arrive, to break the charging unit or to thin it out.

Run it with `python examples/tide_of_battle_charge.py`.
"""

import probcalc
from probcalc.present.numbers.decimals import decimal, percent
from probcalc.present.writing.grid import columns

LANCES = {
    "a.weapon": "lance",
    "a.charging": True,
    "a.models": 10,
    "a.melee": 1,
    "a.armor_class": 5,
    "a.reflex": 4,
    "a.hit_points": 2,
    "a.ranks": 2,
}
DEFENDERS = {"b.models": 20, "b.deflection": 2, "b.shield": True, "b.ranks": 2}
WEAPONS = ("none", "sword", "halberd", "great_weapon", "shortspear", "spear", "twin_weapons", "staff")
BOWS = {"weapon": "longbow", "armor_class": 5, "hit_points": 2, "target_models": 10, "will": 4}


def main() -> None:
    print("Ten lances charge twenty defenders")
    rows: list[tuple[str, ...]] = [
        ("weapon", "lances win", "defenders win", "lances rout", "defenders rout", "hit points on lances")
    ]
    for weapon in WEAPONS:
        answer = probcalc.odds("tide_of_battle.engagement", {**LANCES, **DEFENDERS, "b.weapon": weapon})
        winner = answer["winner"]
        rows.append(
            (
                weapon.replace("_", " "),
                percent(winner["a"]),
                percent(winner["b"]),
                percent(answer["a_routes"]),
                percent(answer["b_routes"]),
                decimal(answer["b_inflicts"].mean),
            )
        )
    print("\n".join(columns(rows, right=range(1, 6))))
    print()

    print("Longbows at the lances on their way")
    rows = [("archers", "models lost", "half strength", "they rout")]
    for archers in (5, 10, 20, 30, 40):
        volley = probcalc.odds("tide_of_battle.shooting", BOWS, models=archers)
        rows.append(
            (
                str(archers),
                decimal(volley["models_lost"].mean),
                percent(volley["half_strength"]),
                percent(volley["routes"]),
            )
        )
    print("\n".join(columns(rows, right=range(4))))


if __name__ == "__main__":
    main()
