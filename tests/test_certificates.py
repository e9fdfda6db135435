"""Certificates: all that is published is proved by the small checkers, and nothing that was altered is."""

import importlib.util
import json
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from benchmarks.published_plays import MODELS, decisions_of, said_in
from probcalc.exact.best_choices import best_play
from probcalc.exact.bounds import TooLarge
from probcalc.exact.play import certificates
from probcalc.exact.playthrough import Playthrough

F = Fraction


def example(name):
    """An example as a module: it stands in no package."""
    place = Path(__file__).parents[1] / "examples" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check = example("check_play").check


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
    ring = {"round": 1, "out": {2: F(1, 2), 0: F(1, 2)}}
    yield best_play(0, lambda x: ring if x == 0 else {"back": 0}, lambda x: x == 2, lowest=True).certificate()
    yield best_play(0, lambda x: {"round": 1 - x, "out": 2}, lambda x: x == 2, aim=bool, lowest=True).certificate()


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


def test_a_thousand_altered_certificates_are_refused():
    proofs = [read_again(proof) for proof in small_plays()]
    for proof in proofs:
        assert check(proof)
    random = Random(1)
    done, accepted = 0, []
    while done < 1000:
        proof = random.choice(proofs)
        changed, kind = altered(proof, random)
        if _numbers(changed) == _numbers(proof):
            continue
        done += 1
        if is_proved(changed):
            accepted.append((kind, proof["question"]))
    assert not accepted


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
    with pytest.raises(TooLarge, match=r"a certificate of Play is too large: .* the bound is 100 bytes"):
        walk.certificate("turns")
