"""Reikhammer: is it worth retaining the initiative, and when should a shaken formation act?

Retaining costs -1 on the second test. The first table shows how often both actions come off, by command rating; the
second what a formation with Shock achieves in three turns, by the Shock it starts with. The last line counts a whole
Action Phase: retaining gains tempo and costs actions.

Run it with `python examples/reikhammer_retain.py`.
"""

import probcalc
from probcalc.present.numbers.decimals import decimal, percent
from probcalc.present.writing.grid import columns


def main() -> None:
    rows = [("command", "first acts", "both act", "both, opponent done")]
    for command in range(1, 7):
        ratings = {"first.command": command, "second.command": command}
        answer = probcalc.odds("reikhammer.retain", ratings)
        alone = probcalc.odds("reikhammer.retain", ratings, opponent_done=True)
        first = answer["both"] + answer["first_only"]
        rows.append((str(command), percent(first), percent(answer["both"]), percent(alone["both"])))
    print("\n".join(columns(rows, right=range(4))))
    print()

    states = [("Shock", "chosen actions in 3 turns", "clear in the end")]
    for shock in range(6):
        answer = probcalc.odds("reikhammer.formation", shock=shock, turns=3)
        states.append((str(shock), decimal(answer["chosen_actions"].mean), percent(answer["clear"])))
    print("\n".join(columns(states, right=range(3))))

    never, always = (
        probcalc.odds("reikhammer.turn", a_commands=[5, 4, 4], b_commands=[4, 4, 4], a_policy=policy)["difference"].mean
        for policy in ("never", "always")
    )
    print(f"A whole phase, actions of a minus those of b: {never} when a never retains, {always} when it always does")


if __name__ == "__main__":
    main()
