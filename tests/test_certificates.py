"""Certificates: all that is published is proved by the small checkers, and nothing that was altered is."""

import functools
import importlib.util
import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import probcalc
from benchmarks.published_plays import MODELS, decisions_of, said_in
from probcalc.analysis.stages.rounds import by_round
from probcalc.cli import main
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.dice.dice import d
from probcalc.exact.play import certificates
from probcalc.exact.readings.law import law_of
from probcalc.exact.readings.proof import certificate
from probcalc.exact.rounds.best_choices import best_play
from probcalc.exact.rounds.playthrough import Playthrough
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.steps import Constant, Joint, Known, Tally, Turns, total_of

F = Fraction


def example(name):
    """An example as a module: it stands in no package."""
    place = Path(__file__).parents[1] / "examples" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check = example("check_play").check
check_tree = example("check_tree").check


def read_again(certificate):
    return json.loads(json.dumps(certificate))


def proof_of(model, ask):
    """The certificate of what is asked of a model; None of what has none."""
    if model["kind"] == "decisions":
        arguments, sought = decisions_of(model, ask)
        return best_play(*arguments, **sought).certificate()
    said = said_in(model)
    through = Playthrough(said["start"], said["step"], said["over"], said.get(ask.get("given")))
    question = ask["ask"].removesuffix(" given")
    if question == "chance":
        return through.certificate(chance=said[ask["of"]])
    if question == "mean total":
        return through.certificate(total=said[ask["of"]])
    return through.certificate("turns") if question == "mean turns" else None


def published():
    """The certificates of all published values of plays of a few thousand states."""
    for model in MODELS:
        if model["kind"] == "letters" or model.get("states", 0) > 5000:
            continue
        for ask in model["asks"]:
            if "refused" not in ask and (proof := proof_of(model, ask)) is not None:
                yield model, ask, read_again(proof)


def test_every_published_value_is_proved():
    proved = 0
    for model, ask, proof in published():
        assert Fraction(proof["answer"]) == Fraction(ask["value"]), model["name"]
        assert check(proof).startswith(proof["question"]), model["name"]
        proved += 1
    assert proved >= 35


def small_plays():
    """A certificate of each kind."""

    def ruin(x):
        return {x - 1: F(2, 5), x + 1: F(2, 5), x: F(1, 5)}

    walk = Playthrough(2, ruin, lambda x: x in (0, 5))
    seen = Playthrough(2, ruin, lambda x: x in (0, 5), given=lambda x: x != 4)
    again = Playthrough({1: F(1, 2), 2: F(1, 2)}, ruin, lambda x: x in (0, 5))
    for through in (walk, seen, again):
        yield through.certificate("turns")
        yield through.certificate("variance")
        yield through.certificate(total=lambda x: F(x, 3))
    yield walk.certificate(chance=lambda x: x == 5)
    yield seen.certificate(chance=lambda x: x == 0)

    def options(x):
        return {"bold": {min(5, 2 * x): F(2, 5), 0: F(3, 5)}, "slow": {x + 1: F(2, 5), x - 1: F(3, 5)}}

    for lowest in (False, True):
        yield best_play(2, options, lambda x: x in (0, 5), aim=lambda x: x == 5, lowest=lowest).certificate()
        yield best_play(2, options, lambda x: x in (0, 5), lowest=lowest).certificate()
        yield best_play(
            2, options, lambda x: x in (0, 5), worth=lambda x, o: F(x - 3, len(o)), lowest=lowest
        ).certificate()
    ring = {"round": 1, "out": {2: F(1, 2), 0: F(1, 2)}}
    yield best_play(0, lambda x: ring if x == 0 else {"back": 0}, lambda x: x == 2, lowest=True).certificate()
    yield best_play(0, lambda x: ring if x == 0 else {"back": 0}, lambda x: x == 2, worth=lambda x, o: -2).certificate()
    yield best_play(0, lambda x: {"round": 1 - x, "out": 2}, lambda x: x == 2, aim=bool, lowest=True).certificate()


def small_laws():
    """A certificate of each kind of law of the turns, with what it proves."""

    def ruin(x):
        return {x - 1: F(2, 5), x + 1: F(2, 5), x: F(1, 5)}

    def over(x):
        return x in (0, 5)

    def down(x):
        return {x - 1: F(1, 3), x - 2: F(2, 3)}

    def leap(x):
        return {5: F(1, 4), x + 10: F(3, 4)}

    yield Playthrough(2, ruin, over)
    yield Playthrough(2, ruin, over, given=lambda x: x != 4)
    yield Playthrough({1: F(1, 2), 2: F(1, 3), 5: F(1, 6)}, ruin, over)
    yield Playthrough(6, down, lambda x: x <= 0)
    yield Playthrough(6, down, lambda x: x <= 0, given=lambda x: x != 3)
    # Whatever is thrown away may go on for longer than what is kept.
    yield Playthrough(0, leap, lambda x: x == 5 or x > 40, given=lambda x: x < 40)
    for winner in (None, "a", "b"):
        yield by_round("mechanics.race", {"a.hit_points": 2, "b.hit_points": 1})._through(winner)


def play_of(proof):
    """The chances of 0 to 12 turns, by playing what a certificate says with fractions."""
    now, found = {i: F(p) for i, p in proof["start"]}, []
    for _ in range(13):
        found.append(sum((p for i, p in now.items() if i in proof["over"]), F(0)))
        after = {}
        for i, p in now.items():
            for j, q in proof["moves"][i][0] if proof["moves"][i] else ():
                after[j] = after.get(j, 0) + p * F(q)
        now = after
    return found


def listed_laws(monkeypatch):
    """The laws of large plays are listed: here plays are large at once."""
    monkeypatch.setattr("probcalc.exact.play.turn_proofs.MOST_PLAYED", 10)
    found = []
    for through in small_laws():
        if through.kept < 1 and through.turns.has_end is False:
            with pytest.raises(ValueError, match="with something given has no certificate of the law"):
                through.certificate("law")
        else:
            found.append((through, read_again(through.certificate("law"))))
    monkeypatch.undo()
    return found


def test_the_law_of_the_turns_is_proved(monkeypatch):
    whole = [(through, read_again(through.certificate("law"))) for through in small_laws()]
    first = listed_laws(monkeypatch)
    assert len(whole) == 9
    assert ["first" in proof["answer"] for _, proof in whole] == [False] * 3 + [True] * 3 + [False] * 3
    assert len(first) == 6
    assert all("first" in proof["answer"] for _, proof in first)
    for through, proof in whole + first:
        assert check(proof).startswith("the chances of ")
        assert [chance / F(proof["kept"]) for chance in play_of(proof)] == [through.turns[n] for n in range(13)]


def altered_law(proof, random):
    """The certificate of a law with a wrong number, a missing case or a wrong sum, and what was done."""
    proof = read_again(proof)
    going = [i for i, rows in enumerate(proof["moves"]) if rows]
    kind = random.choice(["answer", "left out", "kept", "chance", "move", "start", "state", "over", "more turns"])
    series = proof["answer"][random.choice([key for key in proof["answer"] if key != "more"])]
    row = random.choice(proof["moves"][random.choice(going)])
    if kind == "answer":
        series[random.randrange(len(series))] = str(random.randint(-9, 99))
    elif kind == "left out":
        del series[random.randrange(len(series))]
    elif kind == "kept":
        proof["kept"] = str(F(random.randint(1, 9), random.randint(9, 12)))
    elif kind == "chance":
        row[random.randrange(len(row))][1] = str(F(random.randint(1, 9), random.randint(1, 12)))
    elif kind == "move":
        del row[random.randrange(len(row))]
    elif kind == "start":
        proof["start"][random.randrange(len(proof["start"]))][1] = str(F(random.randint(2, 9), random.randint(10, 12)))
    elif kind == "state":
        del proof[random.choice(["states", "moves"])][random.choice(going)]
    elif kind == "over":
        del proof["over"][random.randrange(len(proof["over"]))]
    else:
        series.append("1")
    return proof, kind


def a_thousand(alter, proofs, random):
    """Certificates altered until a thousand of them say something else, each with what was done."""
    found = []
    while len(found) < 1000:
        proof = random.choice(proofs)
        changed, kind = alter(proof, random)
        if _numbers(changed) != _numbers(proof):
            found.append((changed, kind))
    return found


@functools.cache
def altered_laws():
    """A thousand certificates of laws with something wrong in them, and what is."""
    with pytest.MonkeyPatch.context() as patch:
        proofs = [read_again(through.certificate("law")) for through in small_laws()]
        proofs += [proof for _, proof in listed_laws(patch)]
    return a_thousand(altered_law, proofs, Random(2))


def test_a_thousand_altered_laws_of_turns_are_refused():
    assert [(kind, proof["answer"]) for proof, kind in altered_laws() if is_proved(proof)] == []


def test_the_pages_check_the_laws_of_turns(monkeypatch):
    laws = [read_again(through.certificate("law")) for through in small_laws()]
    laws += [proof for _, proof in listed_laws(monkeypatch)]
    assert in_javascript(laws) == list(map(check, laws))
    wrong = in_javascript([proof for proof, _ in altered_laws()])
    assert [line for line in wrong if not line.startswith("not proved: ")] == []


@pytest.mark.parametrize(
    ("fight", "given"),
    [
        ("chronopia.fight", {}),
        ("oathmark.fight", {"a.figures": 4, "b.figures": 3}),
        ("tide_of_battle.fight", {"a.models": 4, "b.models": 3}),
        ("thud_and_blunder.brawl", {}),
        ("mechanics.race", {}),
    ],
)
def test_how_long_a_fight_lasts_is_proved(fight, given):
    found = by_round(fight, given)
    assert check(read_again(found.certificate())).startswith("the chances of ")
    mean = read_again(found.certificate(question="turns"))
    assert F(mean["answer"]) == found.lasts().mean
    assert check(mean).startswith("mean turns = ")
    won = read_again(found.certificate("a", "turns"))
    assert F(won["answer"]) == found.lasts("a").mean
    assert check(won)


def test_the_rule_said_anew_is_held_against_a_law():
    proof = read_again(Playthrough(0, lambda x: {0: F(1, 2), 1: F(1, 2)}, lambda x: x == 1).certificate("law"))
    check(proof, lambda name: [{"0": "1/2", "1": "1/2"}] if name == "0" else [])
    with pytest.raises(SystemExit, match="the rule of state 0"):
        check(proof, lambda name: [{"0": "1/3", "1": "2/3"}] if name == "0" else [])


def test_the_command_writes_a_proof_of_how_long_a_fight_lasts(tmp_path):
    file = tmp_path / "lasts.json"
    ran = CliRunner().invoke(main, ["odds", "mechanics.race", "--by-round", "--certificate", str(file)])
    assert ran.exit_code == 0, ran.output
    assert "check_play.py" in ran.output
    assert check(json.loads(file.read_text("utf-8"))) == "the chances of all numbers of turns, from 120 states"
    bounded = CliRunner().invoke(
        main, ["odds", "mechanics.race", "rounds=3", "--by-round", "--certificate", str(tmp_path / "x.json")]
    )
    assert bounded.exit_code == 2
    assert "ask how long a fight lasts with rounds=end" in bounded.output
    with pytest.raises(probcalc.InputError, match="question: it is law, turns or variance"):
        by_round("mechanics.race", {}).certificate(question="laws")


def altered(proof, random):
    """The certificate with a wrong number, a missing case or a wrong sum, and what was done."""
    proof = read_again(proof)
    wrong = str(F(random.randint(-9, 99), random.randint(1, 9)))
    going = [i for i, rows in enumerate(proof["moves"]) if rows]
    kind = random.choice(["value", "answer", "end", "chance", "move", "start", "adds", "state"])
    column = random.choice(proof["columns"])
    row = random.choice(proof["moves"][random.choice(going)])
    if kind == "value":
        column["values"][random.randrange(len(column["values"]))] = wrong
    elif kind == "answer":
        proof["answer"] = wrong
    elif kind == "end":
        column["ends"][str(random.choice(proof["over"]))] = wrong
    elif kind == "chance":
        row[random.randrange(len(row))][1] = wrong
    elif kind == "move":
        del row[random.randrange(len(row))]
    elif kind == "start":
        proof["start"][random.randrange(len(proof["start"]))][1] = wrong
    elif kind == "adds":
        column["adds"] = wrong
    else:
        del proof[random.choice(["states", "moves", "rank"])][random.choice(going)]
    return proof, kind


def is_proved(proof):
    try:
        check(proof)
    except SystemExit as refused:
        return not str(refused).startswith("not proved: ")
    return True


@functools.cache
def altered_plays():
    """A thousand certificates of plays with something wrong in them, and what is."""
    proofs = [read_again(proof) for proof in small_plays()]
    return a_thousand(altered, proofs, Random(1))


def test_a_thousand_altered_certificates_are_refused():
    for proof in small_plays():
        assert check(read_again(proof))
    assert [(kind, proof["question"]) for proof, kind in altered_plays() if is_proved(proof)] == []


def in_javascript(proofs):
    """What the checker of the pages says of each: what is proved, or "not proved: ..."."""
    if (node := shutil.which("node")) is None:
        pytest.skip("the checker of the pages was not tried: there is no node here")
    script = (Path(probcalc.__file__).parent / "web" / "parts" / "check.js").read_text("utf-8")
    run = """
const said = (proof) => { try { return proved(proof); } catch (error) { return `not proved: ${error.message}`; } };
let given = "";
process.stdin.on("data", (part) => (given += part));
process.stdin.on("end", () => console.log(JSON.stringify(JSON.parse(given).map(said))));
"""
    line = [node, "--input-type=module", "-e", script + run]
    ran = subprocess.run(line, input=json.dumps(proofs), capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]
    return json.loads(ran.stdout)


def test_the_pages_check_what_the_examples_check():
    plays = [read_again(proof) for proof in small_plays()] + [proof for _, _, proof in published()]
    answers = [proof for _, proof in trees()]
    assert in_javascript(plays + answers) == [*map(check, plays), *map(check_tree, answers)]
    wrong = in_javascript([proof for proof, _ in altered_plays()] + altered_trees())
    assert [line for line in wrong if not line.startswith("not proved: ")] == []


def _numbers(proof):
    """A certificate with its numbers as fractions, so that 2/4 is no change."""
    if isinstance(proof, dict):
        return {key: _numbers(value) for key, value in proof.items() if value != {}}
    if isinstance(proof, list):
        return list(map(_numbers, proof))
    try:
        return F(proof)
    except (ValueError, TypeError):
        return proof


def test_a_play_that_never_ends_is_not_proved_by_values_alone():
    # x = x has every solution: only ranks tell that none of them is proved.
    proof = read_again(Playthrough(0, lambda x: 1, lambda x: x == 1).certificate(chance=lambda x: x == 1))
    proof["moves"][0] = [[[0, "1"]]]
    for rank in (0, 1, 2):
        proof["rank"][0] = rank
        assert not is_proved(proof)


def test_the_rule_said_anew_is_held_against_the_certificate():
    proof = read_again(Playthrough(0, lambda x: {0: F(1, 2), 1: F(1, 2)}, lambda x: x == 1).certificate("turns"))
    check(proof, lambda name: [{"0": "1/2", "1": "1/2"}] if name == "0" else [])
    with pytest.raises(SystemExit, match="the rule of state 0"):
        check(proof, lambda name: [{"0": "1/3", "1": "2/3"}] if name == "0" else [])


def test_what_has_no_certificate_is_refused(monkeypatch):
    walk = Playthrough(0, lambda x: x + 1, lambda x: x == 3)
    for ask in (walk.certificate, lambda: walk.certificate("turns", chance=bool), lambda: walk.certificate("wins")):
        with pytest.raises(ValueError, match='a certificate is of "turns", "variance"'):
            ask()
    monkeypatch.setattr(certificates, "MOST_BYTES", 100)
    with pytest.raises(TooLarge, match=r"a certificate of Play is too large: .*limit 100"):
        walk.certificate("turns")


def read_explicit(files):
    """The moves of explicit files, by state and option."""
    (states, *_, count), *lines = [line.split() for line in files["tra"].splitlines()]
    moves = [{} for _ in range(int(states))]
    for here, *option, there, chance in ([*line[:-1]] if len(line) == 5 else line for line in lines):
        moves[int(here)].setdefault(int(option[0]) if option else 0, {})[int(there)] = F(chance)
    assert len(lines) == int(count)
    return moves


def test_explicit_files_have_every_move():
    def ruin(x):
        return {x - 1: F(2, 5), x + 1: F(3, 5)}

    walk = Playthrough(2, ruin, lambda x: x in (0, 4), given=lambda x: x != 0)
    files = walk.explicit()
    proof = walk.certificate("turns")
    for i, (found, rows) in enumerate(zip(read_explicit(files), proof["moves"], strict=True)):
        assert found[0] == ({j: F(p) for j, p in rows[0]} if rows else {i: 1})
    labels = dict.fromkeys(proof["over"], 2) | dict.fromkeys(proof["thrown"], 3)
    assert files["lab"].splitlines()[1:] == ["0: 0", *(f"{i}: {labels[i]}" for i in sorted(labels))]

    def options(x):
        return {"bold move": {min(5, 2 * x): F(2, 5), 0: F(3, 5)}, 2: {x + 1: F(2, 5), x - 1: F(3, 5)}}

    best = best_play(2, options, lambda x: x in (0, 5))
    files = best.explicit()
    for i, (found, rows) in enumerate(zip(read_explicit(files), best.certificate()["moves"], strict=True)):
        assert found == ({o: {j: F(p) for j, p in row} for o, row in enumerate(rows)} if rows else {0: {i: 1}})
    assert {line.split()[-1] for line in files["tra"].splitlines()[1:]} == {"bold_move", "option_2", "over"}
    with pytest.raises(ValueError, match="one of several"):
        Playthrough({1: F(1, 2), 2: F(1, 2)}, ruin, lambda x: x in (0, 4)).explicit()


# -- answers -----------------------------------------------------------------------------------------------------

ANSWERED = {"chronopia.armour": (), "chronopia.melee": ("wounds", "slain"), "mechanics.pool": ()}


def trees():
    """Certificates of answers, with what they prove."""
    for scenario, names in ANSWERED.items():
        answer = probcalc.odds(scenario)
        for name in names or answer:
            if isinstance(answer[name], (F, probcalc.Distribution)):
                yield answer[name], read_again(answer.certificate(name))
    for tree in trees_of_steps():
        law = law_of(tree)
        yield law, read_again(certificate(tree, "law"))


def trees_of_steps():
    """A tree of each kind of step."""
    die = faces("Die", 6)
    yield die.times(3)
    yield die.map(lambda face: face % 2).times(4) + 2
    yield total_of([die, d(4), Constant(F(1, 2))])
    yield Joint((die, die, die), lambda a, b, c: sorted((a, b, c))[1])
    yield die.given(lambda face: face > 2).then(lambda face: d(face))
    yield Tally(die.map(lambda face: "six" if face == 6 else "other"), 3, ("six", "other"))
    yield Turns("Walk", Constant(2), lambda x: Known(d(2) * 2 - 3 + x), None, lambda x: x in (0, 5))
    yield Turns("Walk", Constant(2), lambda x: Known(d(2) * 2 - 3 + x), 4, lambda x: x in (0, 5))


def test_answers_are_proved():
    proofs = list(trees())
    assert len(proofs) > 12
    for value, proof in proofs:
        assert check_tree(proof)
        weights = {outcome: int(weight) for outcome, weight in proof["answer"]}
        total = sum(weights.values())
        if isinstance(value, F):
            assert F(weights.get("True", 0), total) == value, proof["question"]
        else:
            assert sorted(F(weight, total) for weight in weights.values()) == sorted(value.values())


@functools.cache
def altered_trees():
    """A thousand certificates of answers with something wrong in them."""
    proofs = [proof for _, proof in trees() if len(json.dumps(proof)) < 20_000]
    random = Random(1)
    found = []
    for _ in range(1000):
        proof = read_again(random.choice(proofs))
        line = random.choice(proof["lines"])
        how = [line[key] for key in ("follow", "to", "pairs", "states") if key in line]
        listed = random.choice([line["law"], proof["answer"], *how])
        place = random.randrange(len(listed))
        if listed is line["law"] or listed is proof["answer"]:
            wrong = str(int(listed[place][1]) + random.randint(1, 9))
            if random.random() < 0.5:
                listed[place][1] = wrong
            else:
                del listed[place]
        else:
            del listed[place]
        found.append(proof)
    return found


def test_a_thousand_altered_proofs_of_answers_are_refused():
    for proof in altered_trees():
        with pytest.raises(SystemExit, match="not proved"):
            check_tree(proof)


def test_what_has_no_proof_is_refused(monkeypatch):
    answer = probcalc.odds("chronopia.melee")
    with pytest.raises(ValueError, match="wonds"):
        answer.certificate("wonds")
    with pytest.raises(ValueError, match="without anything given"):
        probcalc.odds("chronopia.melee", given="hit").certificate("slain")
    monkeypatch.setattr("probcalc.exact.readings.proof_lines.MOST_BYTES", 100)
    with pytest.raises(TooLarge, match="this certificate is too large"):
        answer.certificate("slain")


def test_the_command_writes_a_proof(tmp_path):
    file = tmp_path / "slain.json"
    ran = CliRunner().invoke(main, ["odds", "chronopia.melee", "--result", "slain", "--certificate", str(file)])
    assert ran.exit_code == 0, ran.output
    assert "check_tree.py" in ran.output
    assert check_tree(json.loads(file.read_text("utf-8"))).startswith("slain, in ")
    said = CliRunner().invoke(main, ["odds", "chronopia.melee", "--certificate", str(file)])
    assert said.stderr.startswith("the proof of slain is in ")
