"""The questions asked where there is no server: of the engine in a page, with the same answers as by address."""

from __future__ import annotations

import json
from typing import Any

from probcalc.api.answering import Refusal, answer, refusing
from probcalc.api.asked import asked
from probcalc.api.cards import PICTURES, picture
from probcalc.api.questions import parts_of


def ask_here(text: str) -> str:
    """The answer to a question, as JSON: {"answer": text} or {"problem": as by address}.

    >>> said = ask_here('{"question": "odds/chronopia.armour", "fields": {"damage": 11}, "format": "line"}')
    >>> json.loads(said)["answer"][:33]
    'Chronopia, one hit against armour'
    >>> json.loads(ask_here('{"question": "odds/chronopia.armor", "fields": {}}'))["problem"]["nearest"]
    'chronopia.armour'
    """
    try:
        with refusing():
            return json.dumps({"answer": _answer(json.loads(text))})
    except Refusal as found:
        return json.dumps({"problem": {"status": found.status, "detail": str(found), **found.to_mend}})


def _answer(said: dict[str, Any]) -> str:
    name, place = parts_of(str(said["question"]))
    form, fields = str(said.get("format", "json")), said.get("fields") or {}
    if form in PICTURES:
        return picture(name, place, fields, "svg").decode()
    return answer(asked(name, place, fields, form))
