"""`probcalc formula`, `solve` and `overtake`: results as formulas, and formulas backwards."""

from __future__ import annotations

import click

from probcalc.analysis.applying import may_be_free
from probcalc.cli.arguments import command, form, parameters_of, request_of
from probcalc.cli.names import ParameterName, ResultName
from probcalc.cli.output import need_place, put, put_data, put_file, put_report, strong
from probcalc.cli.requests import read_requests, requests_beside


@command(
    "Results as exact formulas in the parameters you leave open.",
    "probcalc formula chronopia.melee --in armour,cc",
    "probcalc formula chronopia.melee attacker=the_cursed --in armour=10..30 --result wounds",
    "probcalc formula tide_of_battle.melee --in 'p = To hit; q = To injure' --latex",
    "probcalc formula reikhammer.turn --in a_commands.1,b_commands.1 --sympy",
)
@request_of(may_be_free)
@click.option(
    "--in",
    "free",
    required=True,
    multiple=True,
    type=ParameterName(may_be_free),
    metavar="NAMES",
    help="The variables: parameters, with a narrower range as armour=10..30, entries of lists as losses.1, and "
    "probabilities of a roll as 'p = Test to hit'.",
)
@click.option(
    "--result", "results", multiple=True, type=ResultName(), metavar="NAME", help="A result (default: the main one)."
)
@click.option("--all", "everything", is_flag=True, help="Every result.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write it to a file, and whole, however long it is; on the screen what is too long to read is summarised.",
)
@form("sympy", "latex", "json")
def formula(
    scenario: str,
    words: tuple[str, ...],
    free: tuple[str, ...],
    results: tuple[str, ...],
    everything: bool,
    out: str | None,
    form: str | None,
) -> None:
    """Results as exact formulas in what is left free, with the ranges in which each formula holds.

    Counts of faces have letters, which are explained below the formula; a table writes the formula out between the
    points where a limit bends.
    """
    from probcalc.scenarios.extras import need

    need("formulas", "symbolic")
    if out is not None:
        need_place(out)
    from probcalc.analysis.formula import formula as made
    from probcalc.present.formulas import formula_data, formula_text, latex_text, sympy_text

    found = made(scenario, parameters_of(scenario, words), free="; ".join(free))
    wanted, whole = tuple(found) if everything else results, out is not None
    if form == "json":
        from probcalc.present.json_text import spread_lines

        text = spread_lines(formula_data(found, wanted, whole))
    elif form == "latex":
        text = latex_text(found, wanted, whole)
    elif form == "sympy":
        text = sympy_text(found, wanted, whole)
    else:
        text = formula_text(found, wanted, str if whole else strong, whole)
    if out is None:
        put(text)
    else:
        put_file(out, text)


@command(
    "The values for which a condition holds.",
    "probcalc solve chronopia.melee attacker=the_cursed --for armour --that 'slain >= 1/2'",
    "probcalc solve tide_of_battle.melee --for models --that 'mean(hit_points_lost) >= 3 and injure > 0'",
    "probcalc solve chronopia.melee ward=5 --for 'p = Ward Save' --that 'slain = 1/4'",
)
@request_of(may_be_free)
@click.option(
    "--for", "name", required=True, type=ParameterName(may_be_free), metavar="NAME", help="What to solve for."
)
@click.option("--that", required=True, metavar="CONDITION", help="The condition, as in 'slain >= 1/2'.")
@form("json")
def solve(scenario: str, words: tuple[str, ...], name: str, that: str, form: str | None) -> None:
    """Every value of a parameter for which a condition holds, exactly; of a probability of a roll the intervals.

    A condition compares results (slain), outcomes (wounds[2]), chances (P(wounds >= 2)) and mean(...), variance(...)
    with numbers such as 1/2, 0.5 or 50%, and joins comparisons with and, or, not.
    """
    from probcalc.scenarios.extras import need

    need("formulas", "symbolic")
    from probcalc.analysis.solve import solve as solved
    from probcalc.present.solutions import solution_data, solution_text

    found = solved(scenario, parameters_of(scenario, words), for_=name, that=that)
    bare = name.partition("=")[0].strip()
    if form == "json":
        put_data(solution_data(scenario, bare, that, found))
    else:
        put(solution_text(bare, found, that))


@command(
    "Where one setup becomes better than another.",
    "probcalc overtake chronopia.melee noa=1 damage=16 vs noa=2 damage=10 --over armour",
    "probcalc overtake chronopia.melee weapon=sword vs weapon=spear --over armour --by 'mean(wounds)'",
    "probcalc overtake chronopia.melee weapon=sword vs weapon=spear --over armour --law wounds",
    "probcalc overtake tide_of_battle.melee models=1 vs models=2 strength=-1 --over 'p = To hit' --by "
    "'mean(hit_points_lost)'",
)
@requests_beside("vs", may_be_free)
@click.option(
    "--over",
    required=True,
    type=ParameterName(may_be_free),
    metavar="NAME",
    help="What varies: a parameter, with a narrower range as armour=10..30, or 'p = Test to hit'.",
)
@click.option(
    "--by", default="", metavar="NUMBER", help="What is compared, as in a condition (default: the main result)."
)
@click.option(
    "--law",
    default="",
    type=ResultName(),
    metavar="NAME",
    help="Compare whole distributions (stochastic dominance).",
)
@form("json", "csv", "markdown")
def overtake(words: tuple[str, ...], over: str, by: str, law: str, form: str | None) -> None:
    """For which values of a parameter the first of two requests gives more than the second, exactly.

    After `vs` only the changes are said; words before the scenario belong to both. Of a probability of a roll the
    answer is made of intervals.
    """
    from probcalc.analysis.break_even import overtake as overtaken
    from probcalc.present.reports.overtaking import overtaking_report
    from probcalc.scenarios.errors import InputError
    from probcalc.scenarios.extras import need

    need("formulas", "symbolic")
    requests, names = read_requests("vs", words)
    if len(requests) != 2 or requests[0][0] != requests[1][0]:
        raise InputError("two requests of one scenario are compared, as in chronopia.melee cc=11 vs cc=12")
    if by and law:
        raise InputError("either --by a number or --law a distribution")
    (scenario, first), (_, second) = requests
    found = overtaken(scenario, first, second, over=over, by=by, law=law)
    put_report(overtaking_report(found, scenario, names), form)
