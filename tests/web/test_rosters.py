"""Own units and weapons: loaded, changed in the page, saved, and asked about with the engine's numbers."""

import json

import pytest

import probcalc
from probcalc.links import to_query
from probcalc.present.sentences.headline import sentence
from probcalc.present.sentences.home import home_lines
from probcalc.scenarios.rosters import army_list, exported, filled, imported
from probcalc.scenarios.rosters.roster import id_for, kinds_of
from probcalc.scenarios.tables import WORDS
from probcalc.web.state import browser
from probcalc.web.state.rosters import empty, games, start_of
from tests.web.driver import Reader

MELEE = "chronopia.melee"
UNITS, WEAPONS = "own:chronopia:units", "own:chronopia:weapons"
TEXT = json.dumps(
    {
        "probcalc_roster": 1,
        "system": "chronopia",
        "name": "Mine",
        "units": {"brutes": {"name": "Brutes", "like": "spearmen", "cc": 14, "armour": 24}},
        "weapons": {"maul": {"name": "Maul", "like": "spear", "damage": 15}},
    }
)


def visitor():
    return Reader().go("own-units")


def loaded(text=TEXT):
    reader = visitor()
    reader.page.session_state["own:paste"] = True
    reader.page.run()
    reader.page.text_area[-1].set_value(text)
    reader.page.run()
    return reader.press("own:load")


def roster(reader, system_id="chronopia"):
    return reader.page.session_state["visit"].rosters[system_id]


def opened(reader, part):
    reader.page.session_state[part] = True
    reader.page.run()
    return reader.checked()


def submitted(reader, label):
    next(button for button in reader.page.button if button.label == label).click()
    reader.page.run()
    return reader.checked()


def said(reader):
    return [element.value.replace("\\", "") for kind in ("error", "success") for element in reader.page.get(kind)]


def test_a_pasted_roster_is_kept_shown_and_saved_as_it_was():
    reader = loaded()
    assert roster(reader) == imported(TEXT)
    assert said(reader) == ["Mine: 2 entries loaded."]
    assert ">Brutes</h3>" in reader.part("own-units-brutes")
    assert ">Maul</h3>" in reader.part("own-weapons-maul")
    assert army_list(imported(TEXT)) in [code.value for code in reader.page.code]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[", "not a roster: the file is not JSON"),
        ("{}", 'not a roster: it lacks "probcalc_roster": 1'),
        (TEXT.replace('"cc": 14', '"cc": 1e400'), "entry brutes, field cc"),
        (TEXT.replace("Brutes", "<b>" * 20), "entry brutes, field name"),
        (TEXT.replace("spearmen", "spearmin"), "did you mean spearmen?"),
    ],
)
def test_what_is_no_roster_is_refused_in_one_line_and_changes_nothing(text, why):
    reader = loaded(text)
    [line] = said(reader)
    assert why in line
    assert "\n" not in line
    assert not reader.page.session_state["visit"].rosters


def test_names_are_plain_text():
    reader = loaded(TEXT.replace("Brutes", "[x](http://a.b) *y*"))
    assert ">[x](http://a.b) *y*</h3>" in reader.part("own-units-brutes")


def test_an_entry_is_added_changed_and_removed_in_the_page():
    reader = visitor().tap("own-weapons-new", "edit +")
    reader.change(f"{WEAPONS}:begun", "spear")
    form = f"{WEAPONS}:0:spear"
    reader.widget(f"{form}:name").set_value("Great Maul")
    reader.widget(f"{form}:damage").set_value(16)
    submitted(reader, "Add")
    [(key, entry)] = roster(reader).entries["weapons"].items()
    assert (key, entry.name, entry.figures["damage"]) == ("great_maul", "Great Maul", 16)
    # It is changed where it stands, and stands there again.
    assert "<dt>Damage</dt><dd>16</dd>" in reader.part("own-weapons-great_maul")
    reader.tap("own-weapons-great_maul", "edit great_maul")
    assert not reader.part("own-weapons-great_maul")
    reader.widget(f"{WEAPONS}:1:great_maul:damage").set_value(18)
    submitted(reader, "Save")
    assert roster(reader).entries["weapons"]["great_maul"].figures["damage"] == 18
    reader.tap("own-weapons-great_maul", "edit great_maul").press(f"{WEAPONS}:cancel")
    reader.tap("own-weapons-great_maul", "edit great_maul").press(f"{WEAPONS}:remove")
    assert not roster(reader).entries["weapons"]


def test_an_entry_without_a_name_is_refused():
    reader = visitor().tap("own-units-new", "edit +")
    submitted(reader, "Add")
    assert "a name is 1 to 40 printable characters" in said(reader)[0]


@pytest.mark.parametrize("system", games(), ids=lambda system: system.id)
def test_every_game_takes_an_entry_of_each_kind_as_the_form_begins_it(system):
    reader = visitor()
    if len(games()) > 1:
        reader.change("own:game", system.id)
    for kind in kinds_of(system.id):
        prefix = f"own:{system.id}:{kind}"
        reader.tap(f"own-{kind}-new", "edit +")
        begun = next((w.value for w in reader.page.selectbox if w.key == f"{prefix}:begun"), "")
        reader.widget(f"{prefix}:0:{begun}:name").set_value("Mine")
        submitted(reader, "Add")
        assert said(reader) == ["Mine is in the roster."], kind
    assert all(roster(reader, system.id).entries.values())
    assert imported(exported(roster(reader, system.id))) == roster(reader, system.id)


def test_what_an_own_unit_has_as_most_of_its_game_do_does_not_bury_the_rest():
    reader = loaded()
    card = reader.part("own-units-brutes")
    assert "<dt>CC</dt><dd>14</dd>" in card
    assert "<dt>Armour</dt><dd>24</dd>" in card
    assert card.count("<dt>") == 6
    more = card.partition('<p class="quiet">')[2].partition("</p>")[0].split(" · ")
    assert {"shield", "Close weapon Spear"} <= set(more)
    assert not [text for text in more if text.endswith(" 0") or "false" in text.lower()]


def test_a_card_leads_to_the_questions_it_fits():
    reader = loaded().follow("own-units-brutes")
    assert reader.query["s"] == MELEE
    assert reader.sentence.startswith("One of the Brutes slays ")
    assert reader.query["s"] != loaded().tap("own-units-brutes", "set brutes=3").query["s"]


def test_own_units_stand_on_home_and_are_used_and_changed_from_there():
    reader = loaded().go("")
    assert ">Brutes</h3>" in reader.part("home")
    assert reader.follow("home", len(home_lines())).sentence.startswith("One of the Brutes slays ")
    reader.go("").tap("home", "change chronopia units brutes")
    assert reader.widget("own:chronopia:units:0:brutes:name").value == "Brutes"
    assert "<h3>" not in Reader().open({}).part("home")


def test_an_army_list_is_told_line_by_line_mended_and_added():
    reader = loaded()
    key = "own:list:chronopia"
    reader.change(key, "Levy: cc 11, wounds 2\nBrutes: cc 12\nRifle: charg damage 2")
    told = reader.part("list")
    assert "new, otherwise like Crystal Lotus Spearmen" in told
    assert "changes: CC 12, not 14" in told
    assert "did you mean charge damage?" in told
    reader.tap("list", "mend 3")
    assert "did you mean" not in reader.part("list")
    reader.press(f"{key}:add")
    assert set(roster(reader).entries["units"]) == {"brutes", "levy", "rifle"}
    assert roster(reader).entries["units"]["brutes"].figures["cc"] == 12
    assert said(reader) == ["3 lines are in the roster."]


def test_an_own_unit_is_picked_on_the_page_of_a_question_and_its_link_needs_no_roster():
    reader = loaded()
    reader.go("chronopia", to_query(MELEE, {"attacker": "the_cursed", "target": "spearmen"})).open_part(MELEE, "own")
    reader.change(f"{MELEE}:own:target", "brutes")
    asked = filled(MELEE, {"attacker": "the_cursed", "target": "brutes"}, imported(TEXT))
    assert reader.sentence == sentence(probcalc.odds(MELEE, asked).called({"target": "Brutes"}))
    assert reader.sentence.startswith("A Cursed slays one of the Brutes: ")
    # Whoever has no such unit reads the same numbers.
    assert reader.sentence.partition(":")[2] == Reader().open(reader.query).sentence.partition(":")[2]
    reader.change(f"{MELEE}:own:target", "")
    assert reader.sentence == sentence(probcalc.odds(MELEE, {"attacker": "the_cursed"}))


def test_a_second_pick_takes_the_place_of_the_first():
    other = json.loads(TEXT)
    other["units"]["scouts"] = {"name": "Scouts", "like": "archers"}
    reader = loaded(json.dumps(other))
    reader.go("chronopia", to_query(MELEE, {})).open_part(MELEE, "own")
    reader.change(f"{MELEE}:own:attacker", "brutes").change(f"{MELEE}:own:attacker", "scouts")
    asked = filled(MELEE, {"attacker": "scouts"}, roster(reader))
    assert reader.sentence == sentence(probcalc.odds(MELEE, asked).called({"attacker": "Scouts"}))


def test_an_own_unit_is_picked_where_units_are_picked():
    reader = loaded().go("chronopia", to_query(MELEE, {"attacker": "the_cursed", "target": "spearmen"}))
    assert ">Brutes (own)</option>" in reader.part("match")
    reader.tap("match", "set target=own:brutes")
    asked = filled(MELEE, {"attacker": "the_cursed", "target": "brutes"}, imported(TEXT))
    assert reader.sentence == sentence(probcalc.odds(MELEE, asked).called({"target": "Brutes"}))
    assert "target" not in reader.query
    reader.tap("match", "set target=spearmen")
    assert reader.query["target"] == "spearmen"
    assert reader.sentence == sentence(probcalc.odds(MELEE, {"attacker": "the_cursed", "target": "spearmen"}))
    reader.tap("match", "set target=own:nobody")
    assert reader.query["target"] == "spearmen"


def test_a_request_that_comes_by_link_is_known_by_its_figures():
    asked = filled(MELEE, {"attacker": "brutes", "target": "spearmen"}, imported(TEXT))
    reader = loaded().go("chronopia", to_query(MELEE, asked))
    assert reader.sentence.startswith("One of the Brutes slays a Spearman: ")


def linked():
    """The address of a question that somebody asks with an own unit."""
    reader = loaded().go("chronopia", to_query(MELEE, {"target": "spearmen"}))
    return reader.tap("match", "set attacker=own:brutes").query


def test_the_name_of_an_own_unit_travels_in_the_link():
    query = linked()
    assert query["show.called"] == "attacker:Brutes"
    friend = Reader().open(query)
    assert friend.query == query
    assert not friend.notices
    assert friend.sentence.startswith("One of the Brutes slays a Spearman: ")
    assert '<span class="now" aria-hidden="true">Brutes</span>' in friend.part("match")
    friend.change(f"{MELEE}:charging", True)
    assert friend.sentence.startswith("One of the Brutes slays a Spearman: ")
    # With other figures, or another unit, it is no longer that unit.
    again = Reader().open(friend.query).change(f"{MELEE}:cc", 9)
    assert again.sentence.startswith("The attacker slays a Spearman: ")
    assert "show.called" not in again.query
    friend.tap("match", "set attacker=archers")
    assert friend.sentence.startswith("An Archer slays a Spearman: ")
    assert "show.called" not in friend.query
    # A link of before has no name, and is read as it was.
    old = {key: text for key, text in query.items() if key != "show.called"}
    assert Reader().open(old).sentence.startswith("The attacker slays a Spearman: ")


def test_the_names_of_own_units_travel_in_the_links_of_lists():
    reader = Reader().open(linked()).tap("bar", "pin")
    reader.tap("case", "attack")
    for page, key in (("compare", "1.show.called"), ("attacks", "1.show.called")):
        mine = reader.go(page)
        assert mine.query[key] == "attacker:Brutes"
        friend = Reader().go(page, mine.query)
        assert friend.query == mine.query
        assert not friend.notices
        assert any("One of the Brutes slays a Spearman" in text for text in friend.texts)
    # As is who stands beside it, and nobody who is called by another request's name.
    broken = {**mine.query, "2.s": "chronopia.melee", "2.target": "spearmen", "1.s": "nothing"}
    other = Reader().go("attacks", broken)
    assert not any("Brutes" in text for text in other.texts)


def test_the_names_of_own_units_travel_in_the_link_of_a_plan():
    asked = filled(MELEE, {"target": "brutes"}, imported(TEXT))
    figures = {key: text for key, text in to_query(MELEE, asked).items() if key not in ("s", "v", "e")}
    plan = {"1.s": MELEE, "1.attacker": "the_cursed"} | {f"t1.{key}": text for key, text in figures.items()}
    friend = Reader().go("allocate", plan | {"t1.show.called": "target:Brutes"})
    assert not friend.notices
    assert friend.query["t1.show.called"] == "target:Brutes"
    assert any("against Brutes" in text for text in friend.texts)


def test_whoever_is_picked_in_place_of_a_unit_of_a_link_has_none_of_its_figures():
    asked = to_query(MELEE, {"attacker": "the_cursed"})
    query = loaded().go("chronopia", asked).tap("match", "set target=own:brutes").query
    for reader in (Reader().open(query), loaded().go("chronopia", query)):
        assert "Brutes" in reader.sentence
        reader.tap("match", "set target=archers")
        assert reader.page.session_state["visit"].given[MELEE] == {"attacker": "the_cursed", "target": "archers"}


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("<script>alert(1)</script>", "scriptalert1script"),
        ("[x](https://example.org)", "xhttpsexampleorg"),
        ("\u202egnorW \u200b\u2066", "gnorW"),
        ("\"'><img src=x onerror=alert(1)>", "'img srcx onerroralert1"),
        ("A" * 10_000, "A" * 40),
        ("**B** `c` _d_ $e$ :red[f] &lt;", "B c d e redf lt"),
    ],
    ids=["markup", "link", "direction", "quotes", "long", "markdown"],
)
def test_a_hostile_name_in_a_link_is_a_harmless_word(name, read):
    reader = Reader().open(linked() | {"show.called": f"attacker:{name}"})
    assert reader.query["show.called"] == f"attacker:{read}"
    assert read in reader.sentence
    shown = " ".join([*reader.texts, reader.part("match"), reader.part("result")])
    assert not [sign for sign in ("<script>", "<img", "https://example", "\u202e", "A" * 41) if sign in shown]


@pytest.mark.parametrize("text", ["x", ":", "nobody:X", "attacker:", "a.unit:X", "attacker:<>"])
def test_what_is_no_name_in_a_link_is_ignored_with_a_notice(text):
    reader = Reader().open(linked() | {"show.called": text})
    assert [notice for notice in reader.notices if notice.startswith("Ignored: show.called ")]
    assert reader.sentence.startswith("The attacker slays a Spearman: ")


def test_what_the_browser_keeps_is_taken_over_and_what_cannot_be_read_stays():
    kept = json.dumps({"chronopia": TEXT, "oathmark": "no roster", "later": 1})
    with pytest.MonkeyPatch.context() as patch:
        state = {}
        patch.setattr(browser.st, "session_state", state)
        browser.take_over(kept)
        assert state["visit"].unread_kept == {"oathmark": "no roster", "later": 1}
        assert imported(json.loads(browser.kept_text())["chronopia"]) == imported(TEXT)
        assert json.loads(browser.kept_text())["later"] == 1


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "1", '"x"', "[" * 9000, '{"chronopia": 5}', "x" * 2_000_000])
def test_whatever_a_browser_keeps_is_harmless(text):
    with pytest.MonkeyPatch.context() as patch:
        state = {}
        patch.setattr(browser.st, "session_state", state)
        browser.take_over(text)
        assert not state["visit"].rosters


def test_an_id_is_made_of_the_name_and_is_new():
    assert id_for("Great Maul", ["great_maul"]) == "great_maul_2"
    assert id_for("none", []) == "none_2"
    assert id_for("", []) == "own"


def test_a_form_begins_with_the_figures_of_the_built_in_entry():
    kind = kinds_of("chronopia")["weapons"]
    assert start_of(kind, empty("chronopia"), "spear") == {
        figure: value for figure, value in kind.table["spear"].by_name().items() if figure not in WORDS
    }


def test_a_unit_of_ones_own_swaps_sides_with_all_its_figures():
    reader = loaded()
    mine = roster(reader)
    reader = reader.go("chronopia", to_query(MELEE, {"target": "spearmen"}))
    reader.change(f"{MELEE}:attacker", "own:brutes")
    reader.tap("case", "swap")
    asked = filled(MELEE, {"attacker": "spearmen", "target": "brutes"}, mine)
    assert reader.page.session_state["visit"].given[MELEE] == asked
    assert asked["armour"] == 24
    assert "cc" not in asked
    assert "Brutes" in reader.part("match")
    reader.tap("case", "swap")
    assert reader.page.session_state["visit"].given[MELEE] == filled(
        MELEE, {"attacker": "brutes", "target": "spearmen"}, mine
    )


def test_somebody_elses_unit_of_which_only_an_attack_is_known_is_left_out_by_name():
    link = to_query(MELEE, {"target": "spearmen", "cc": 14, "damage": 11}) | {"show.called": "attacker:Iron Guard"}
    reader = Reader().go("chronopia", link)
    assert "Iron Guard" in reader.sentence
    reader.tap("case", "swap")
    assert reader.page.session_state["visit"].given[MELEE] == {"attacker": "spearmen"}
    assert reader.notices == ["Left out, as the other side has no place for it: Iron Guard."]
    assert "Iron Guard" not in reader.sentence


def test_somebody_elses_unit_in_a_fight_keeps_its_name_and_figures_on_the_other_side():
    link = to_query("chronopia.clash", {"b.unit": "spearmen", "a.cc": 14}) | {"show.called": "a.unit:Iron Guard"}
    reader = Reader().go("chronopia", link)
    assert "Iron Guard" in reader.sentence
    reader.tap("case", "swap")
    assert reader.page.session_state["visit"].given["chronopia.clash"] == {"a.unit": "spearmen", "b.cc": 14}
    assert "Iron Guard" in reader.sentence
    assert not reader.notices


def test_sides_are_not_offered_to_be_swapped_where_that_is_no_question():
    assert 'data-tap="swap"' not in Reader().ask(MELEE, {"attacker": "the_cursed", "target": "civilian"}).part("case")
    assert 'data-tap="swap"' not in Reader().ask(MELEE, {"facing": "rear"}).part("case")
    reader = Reader().ask(MELEE, {"attacker": "the_cursed", "weapon": "dagger", "target": "spearmen", "charging": True})
    reader.tap("case", "swap")
    assert reader.notices == ["Left out, as the other side has no place for it: Dagger, charging."]
