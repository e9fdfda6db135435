"""One attack: what does a Cursed do to a Spearman, and what does charging change?

Run it with `python examples/one_attack.py`.
"""

from fractions import Fraction

import probcalc
from probcalc.present.numbers.decimals import percent
from probcalc.present.sentences.headline import sentence


def main() -> None:
    # A request is a scenario and its parameters; the units' figures come from the game's own tables.
    standing = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    charging = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", charging=True)

    print(sentence(standing))

    # Every number is an exact fraction; decimals are made when they are shown, never before.
    slain: Fraction = standing["slain"]
    print(f"Slain: {slain}, that is {percent(slain)}; charging {percent(charging['slain'])}")

    # A distribution maps outcomes to fractions and knows its mean and its tails.
    wounds = standing["wounds"]
    for count, chance in wounds.items():
        print(f"{count} wounds: {percent(chance)}, at least as many: {percent(wounds.at_least(count))}")
    print(f"On average {wounds.mean} wounds")

    # The test to hit is the same: a charge adds to the damage, so it is the armour save that gets harder.
    for name in ("hit", "critical", "fumble"):
        print(f"{standing.declared(name).label}: {percent(standing[name])}, charging {percent(charging[name])}")

    # Every answer says which readings of unclear rules it used.
    for ruling, reading in standing.rulings.items():
        print(f"Ruling {ruling}: {reading}")


if __name__ == "__main__":
    main()
