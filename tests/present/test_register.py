"""What lists say of the questions that are declared, without loading them."""

import pytest

from probcalc.present import laboratory, questions
from probcalc.present.declared.register import Register


@pytest.mark.parametrize("declared", [laboratory.REGISTER, questions.REGISTER], ids=lambda each: each.folder)
def test_a_list_says_of_each_question_what_its_declaration_says(declared, monkeypatch):
    told = [(name, (each.order, each.short, each.after, each.of)) for name, each in declared.questions.items()]
    assert list(declared.heads.items()) == told

    def lost(*_):
        raise FileNotFoundError

    # On the static pages there are no sources.
    monkeypatch.setattr("probcalc.present.declared.register.get_data", lost)
    assert list(Register(declared.folder, declared.path).heads.items()) == told


def test_a_notebook_knows_each_question_by_what_it_finds():
    every = [*laboratory.REGISTER.questions.values(), *questions.REGISTER.questions.values()]
    kinds = [kind for each in every for kind in (each.kind if isinstance(each.kind, tuple) else [each.kind]) if kind]
    assert len({*kinds}) == len(kinds) >= 22
