"""The questions asked where there is no server: of the engine in a page, with the same answers as by address."""

from __future__ import annotations

import json
from typing import Any

from probcalc.api.answering import Refusal, answer, refused
from probcalc.api.cards import PICTURES, pictured
from probcalc.api.questions import asked, named


def asked_here(text: str) -> str:
    """The answer to a question, as JSON: {"answer": text} or {"problem": as by address}.

    >>> said = asked_here('{"question": "odds/chronopia.armour", "fields": {"damage": 11}, "format": "line"}')
    >>> json.loads(said)["answer"][:24]
    'One hit against armour ('
    >>> json.loads(asked_here('{"question": "odds/chronopia.armor", "fields": {}}'))["problem"]["nearest"]
    'chronopia.armour'
    """
    try:
        return json.dumps({"answer": _answered(json.loads(text))})
    except Exception as error:
        found = error if isinstance(error, Refusal) else refused(error)
        if found is None:
            raise
        return json.dumps({"problem": {"status": found.status, "detail": str(found), **found.to_mend}})


def _answered(said: dict[str, Any]) -> str:
    name, place = named(str(said["question"]))
    form, fields = str(said.get("format", "json")), said.get("fields") or {}
    if form in PICTURES:
        return pictured(name, place, fields, "svg").decode()
    return answer(asked(name, place, fields, form)).text
