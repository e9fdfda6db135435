"""The parts of a page about what is known, and about a fight round by round."""

import probcalc
from probcalc.present.sentences.headline import sentence
from probcalc.web.pages.results.known import conditions
from probcalc.web.state.answered_request import standing
from tests.web.driver import Reader

CURSED = {"attacker": "the_cursed", "target": "spearmen"}


def test_the_answer_is_told_in_the_light_of_what_is_known() -> None:
    reader = Reader().ask("chronopia.melee", CURSED).open_part("chronopia.melee", "given")
    reader.tap("given", "set given.0=wounds >= 1")
    told = sentence(probcalc.odds("chronopia.melee", CURSED, given="wounds >= 1"))
    assert told in " ".join(text.replace("\N{NO-BREAK SPACE}", " ") for text in reader.checked().texts)


def test_a_link_brings_any_condition() -> None:
    condition = "wounds >= 1 and not critical"
    reader = Reader().ask("chronopia.melee", CURSED, turned="given", given=condition)
    told = sentence(probcalc.odds("chronopia.melee", CURSED, given=condition))
    assert told in " ".join(text.replace("\N{NO-BREAK SPACE}", " ") for text in reader.texts)
    assert reader.query["show.given"] == condition
    reader.tap("given", "set given.0=hit")
    assert reader.query["show.given"] == "hit and not critical"
    assert "breaks off; a condition is written like" in " ".join(
        Reader().ask("chronopia.melee", CURSED, turned="given", given="hit or").texts
    )


def test_conditions_are_joined_one_after_the_other_and_taken_away_again() -> None:
    reader = Reader().ask("chronopia.melee", CURSED).open_part("chronopia.melee", "given")
    reader.tap("given", "set given.0=not critical").tap("given", "set given.1=wounds >= 1")
    assert reader.query["show.given"] == "not critical and wounds >= 1"
    told = sentence(probcalc.odds("chronopia.melee", CURSED, given="not critical and wounds >= 1"))
    assert told in " ".join(text.replace("\N{NO-BREAK SPACE}", " ") for text in reader.texts)
    assert reader.tap("given", "set given.0=").query["show.given"] == "wounds >= 1"


def test_only_what_may_happen_and_may_not_is_offered() -> None:
    offered = conditions(standing("chronopia.melee", CURSED))
    assert offered["wounds >= 2"].endswith("2 or more")
    assert "wounds >= 0" not in offered
    for condition in offered:
        chance = probcalc.odds("chronopia.melee", CURSED, given=condition).given[1]
        assert 0 < chance < 1, condition


def shown_tables(reader):
    return [table.value.replace("\N{NO-BREAK SPACE}", " ", regex=True).to_dict("list") for table in reader.page.table]


def test_two_results_stand_in_one_table_and_in_the_link() -> None:
    reader = Reader().ask("chronopia.melee", CURSED).open_part("chronopia.melee", "given")
    before = len(reader.page.table)
    assert "Wounds caused" in reader.part("together")
    reader.tap("together", "set other=attacker_dazed")
    assert reader.query["show.together"] == "slain,attacker_dazed"
    reader.tap("together", "set one=wounds")
    assert reader.query["show.together"] == "wounds,attacker_dazed"
    assert len(reader.page.table) == before + 1
    [table] = [shown for shown in shown_tables(reader) if "in all" in shown]
    assert table["in all"] == ["41.0%", "46.1%", "13.0%", "100%"]
    assert table["yes"] == ["6.2%", "3.6%", "0%", "9.8%"]
    said = " ".join(reader.checked().texts)
    assert "171/5000" in said
    assert "3/104" in said
    # Chosen the other way round, they change places.
    reader.tap("together", "set one=attacker_dazed")
    assert reader.query["show.together"] == "attacker_dazed,wounds"
    reader.tap("together", "set other=")
    assert reader.query["show.together"] == "attacker_dazed"
    assert len(reader.page.table) == before


def test_a_link_with_two_results_opens_their_table_and_refuses_others_by_name() -> None:
    def told(pair: str) -> Reader:
        return Reader().ask("chronopia.melee", CURSED, turned="given", together=pair)

    assert [shown for shown in shown_tables(told("hit,wounds")) if "in all" in shown]
    assert "which is not a result here; did you mean wounds?" in told("hit,wouds").part("notices") + " ".join(
        told("hit,wouds").texts
    )
    assert "two different results" in " ".join(told("hit,hit").texts)


def test_a_fight_is_shown_round_by_round_and_nothing_else_is() -> None:
    reader = Reader().ask("mechanics.race", {"rounds": 3}).open_part("mechanics.race", "rounds")
    shown = str([table.value.to_dict() for table in reader.page.table])
    found = probcalc.by_round("mechanics.race", {"rounds": 3})
    assert len(found.rows) == 3
    assert "left to" in shown
    plain = Reader().ask("chronopia.melee", CURSED, room="decide")
    assert not [part for part in plain.page.expander if "Round by round" in part.label]
