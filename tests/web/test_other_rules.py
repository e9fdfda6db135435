"""On a page a variant of the rules is entered, shared, and put beside the original."""

import probcalc
from probcalc.present.numbers.decimals import percent
from probcalc.present.sentences.headline import sentence
from tests.web.driver import Reader

CURSED = {"attacker": "the_cursed", "target": "spearmen"}


def tables(reader):
    return " ".join(str(table.value.to_dict()) for table in reader.page.table)


def test_a_page_answers_by_other_rules_and_its_address_says_so() -> None:
    reader = Reader().ask("chronopia.melee", CURSED).open_part("chronopia.melee", "variant")
    reader.tap("house rules", "set rule.d20=3d6")
    told = probcalc.odds("chronopia.melee", CURSED, variant="d20=3d6")
    assert reader.sentence == sentence(told)
    assert reader.query["variant"] == "d20=3d6"
    assert any("With modified rules" in text for text in reader.texts)
    assert "House rule: 3d6 instead of d20. By the rules as printed" in reader.part("result")
    assert percent(probcalc.odds("chronopia.melee", CURSED)["slain"]) in reader.part("result")
    assert "66.6%" in tables(reader)
    [part] = [part for part in reader.page.expander if part.label.startswith("House rules: ")]
    assert "3d6 instead of d20" in part.label
    reader.tap("house rules", "set rule.d20=d20").tap("house rules", "set rule.Armour save=2d10")
    assert reader.query["variant"] == "Armour save=2d10"
    reader.tap("house rules", "turn numbers").tap("house rules", "step rule.highest=1")
    assert reader.query["variant"] == "Armour save=2d10; highest=2"
    reader.tap("house rules", "set rule.Armour save=Armour save").tap("house rules", "step rule.highest=-1")
    assert "variant" not in reader.query


def test_a_link_opens_with_its_variant_and_a_wrong_one_is_a_notice() -> None:
    reader = Reader().ask("chronopia.melee", {**CURSED, "variant": "boost=3", "command_boost": True})
    told = probcalc.odds("chronopia.melee", CURSED, variant="boost=3", command_boost=True)
    assert reader.sentence == sentence(told)
    assert told["hit"] != probcalc.odds("chronopia.melee", CURSED, command_boost=True)["hit"]


def test_what_is_no_variant_is_refused_with_the_reason() -> None:
    reader = Reader().ask("chronopia.melee", CURSED | {"variant": "d20=zz"})
    assert any("a die is written" in text for text in [*reader.refusals, *reader.texts])


def test_dice_of_no_game_have_no_variant() -> None:
    reader = Reader().ask("mechanics.test", {}, room="what_if")
    assert reader.page.expander
    assert not [part for part in reader.page.expander if "ther rules" in part.label]
