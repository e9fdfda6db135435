"""What can be asked by address, as OpenAPI 3.1 has it: drawn from the commands and the declarations of the games."""

from __future__ import annotations

from functools import cache
from typing import Any

import click

from probcalc import __version__
from probcalc.api.cards import PICTURES
from probcalc.api.examples import example_of
from probcalc.api.questions import ENTRIES, Question, name_in_address, questions
from probcalc.scenarios import registry
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.value_text import value_text
from probcalc.sheets.games.game import ID as SHEET

_MOST_ENUMERATED = 200
_MEDIA = {"json": "application/json", "csv": "text/csv", "markdown": "text/markdown", "text": "text/plain"}
_TEXTS = {"type": "array", "items": {"type": "string"}}


@cache
def describe(server: str = "/api/v1") -> dict[str, Any]:
    """The description of every address.

    >>> found = describe()
    >>> found["openapi"], "/odds/chronopia.melee" in found["paths"], "/roll" in found["paths"]
    ('3.1.0', True, True)
    """
    paths: dict[str, Any] = {}
    for asks in questions().values():
        if asks.name == "odds":
            paths |= {f"/odds/{model.id}": _scenario_path(asks, model) for model in _scenarios()}
            paths[f"/odds/{SHEET}"] = _sheet_path(asks)
        else:
            at = f"/{name_in_address(asks.name)}"
            if asks.place:
                paths[f"{at}/{{{asks.place}}}"] = _path(asks, True)
            if not asks.needs_place:
                paths[at] = _path(asks, False)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "probcalc",
            "version": __version__,
            "summary": "Exact odds for tabletop rules.",
            "description": 'Every fraction is written as text, "1659/2500"; a refusal is one line that names the '
            "parameter and the nearest valid name. The parameters are those of the calculator's links and commands.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": server}],
        "paths": paths,
        "components": {"schemas": {"Problem": _PROBLEM}, "responses": {"Refused": _REFUSED}},
    }


def _scenarios() -> list[type[Scenario]]:
    return [model for system in registry.systems() for model in system.scenarios]


def _scenario_path(asks: Question, model: type[Scenario]) -> dict[str, Any]:
    first = registry.system_of(model.id).first_example(model.id)
    example = {name: list(value) if isinstance(value, tuple) else value for name, value in first.items()}
    operation = {
        "tags": [model.id.partition(".")[0]],
        "summary": model.title,
        "description": f"{model.question()} Results: {', '.join(r.name for r in model.results) or 'its own'}.",
    }
    fields = [*map(_parameter, model.parameters()), *_options(asks), _format(asks, PICTURES)]
    return _describe_both_ways(operation, f"odds_{model.id.replace('.', '_')}", asks, [], fields, example)


def _sheet_path(asks: Question) -> dict[str, Any]:
    said = "The settings of the game by their names; /odds/sheet.NAME asks another of its questions than the first."
    fields = [{**_SHEET, "required": True}, _parameters(said), *_options(asks), _format(asks, PICTURES)]
    operation = {"tags": [SHEET], "summary": "A game of your own", "description": "A question of a rule sheet."}
    example = {"sheet": "hero: skill 4+ (2+..6+)\nresult: hit = d6 >= skill", "parameters": {"skill": "3+"}}
    return _describe_both_ways(operation, "odds_sheet", asks, [], fields, example)


def _path(asks: Question, is_of_one: bool) -> dict[str, Any]:
    found = example_of(asks, is_of_one)
    where = []
    if is_of_one:
        schema: dict[str, Any] = {"type": "string"}
        if asks.place == "scenario":
            schema["enum"] = sorted(model.id for model in _scenarios())
            schema["enum"].append(SHEET)
        where.append({"name": asks.place, "in": "path", "required": True, "schema": schema})
        if found is not None:
            where[0]["example"] = found.place
    fields = [*_options(asks), _format(asks, PICTURES if asks.name == "roll" else ())]
    if asks.takes in ("text", "file"):
        fields.insert(0, _field(asks.key, {"type": "string"}, required=asks.needs_text))
    if asks.takes == "requests":
        said = "Two or more requests, each as on the command line, chronopia.melee cc=11; a later one its changes."
        fields.insert(0, _field("requests", _TEXTS, said, required=True))
    if asks.has_entries:
        entries = _field(ENTRIES, _TEXTS, "Ids of the table of Side A, as a list or with commas (default: all).")
        fields.append({**entries, "style": "form", "explode": False})
    if asks.takes == "parameters":
        said = "The parameters of the scenario by their names, as for /odds."
        fields.append(_parameters(said))
    if is_of_one and asks.place == "scenario":
        fields.append(_SHEET)
    name = asks.name.replace("/", "_") + ("" if is_of_one or asks.needs_place else "_all" if asks.place else "")
    return _describe_both_ways({"summary": asks.about}, name, asks, where, fields, found.fields if found else None)


def _describe_both_ways(
    operation: dict[str, Any],
    name: str,
    asks: Question,
    where: list[dict[str, Any]],
    fields: list[dict[str, Any]],
    example: dict[str, Any] | None,
) -> dict[str, Any]:
    """A question by an address, and by a body with the same fields as JSON."""
    # A text, a number and a switch may be written as either.
    described = {each["name"]: each["schema"] | {k: each[k] for k in ("description",) if k in each} for each in fields}
    body: dict[str, Any] = {"type": "object", "properties": described}
    if needed := [field["name"] for field in fields if field.get("required")]:
        body["required"] = needed
    got = {**operation, "operationId": name, "parameters": [*where, *fields], "responses": _responses(asks)}
    media = {"schema": body, **({"example": example} if example is not None else {})}
    said = {"content": {"application/json": media}}
    sent = {**operation, "operationId": f"post_{name}", "requestBody": said, "responses": _responses(asks)}
    return {"get": got, "post": {**sent, **({"parameters": where} if where else {})}}


def _field(name: str, schema: dict[str, Any], said: str = "", required: bool = False) -> dict[str, Any]:
    more = {**({"description": said} if said else {}), **({"required": True} if required else {})}
    return {"name": name, "in": "query", **more, "schema": schema}


def _parameters(said: str) -> dict[str, Any]:
    """A field for each of the parameters, whichever they are."""
    parameters = _field("parameters", {"type": "object", "additionalProperties": True}, said)
    return {**parameters, "style": "form", "explode": True}


def _parameter(parameter: Parameter) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if parameter.kind == "boolean":
        schema = {"type": "boolean"}
    elif parameter.kind == "integer":
        low, high = parameter.bounds
        schema = {"type": "integer", "minimum": low, "maximum": high}
    elif parameter.choices and len(parameter.choices) <= _MOST_ENUMERATED and parameter.kind == "choice":
        schema = {"type": "string", "enum": [str(choice) for choice in parameter.choices]}
    default = parameter.default
    if schema["type"] == "string" and default is not None:
        default = value_text(default)
    if (
        default is not None
        and (schema["type"] != "string" or isinstance(default, str))
        and default in schema.get("enum", [default])
    ):
        schema["default"] = default
    return _field(parameter.name, schema, f"{parameter.label}. {parameter.help}".strip())


def _options(asks: Question) -> list[dict[str, Any]]:
    return [_field(name, _option(option), option.help or "") for name, option in asks.options.items()]


def _option(option: click.Option) -> dict[str, Any]:
    kind: dict[str, Any] = {"type": "string"}
    if option.is_flag:
        kind = {"type": "boolean"}
    elif isinstance(option.type, (click.types.IntParamType, click.IntRange)):
        kind = {"type": "integer"}
    elif isinstance(option.type, click.Choice):
        kind = {"type": "string", "enum": list(map(str, option.type.choices))}
    return {"type": "array", "items": kind} if option.multiple else kind


def _format(asks: Question, more: tuple[str, ...]) -> dict[str, Any]:
    return _field("format", {"type": "string", "enum": [*asks.forms, *more], "default": "json"})


def _responses(asks: Question) -> dict[str, Any]:
    content = {
        _MEDIA.get(form, "text/plain"): {"schema": {"type": "object" if form == "json" else "string"}}
        for form in asks.forms
    }
    refused = {"$ref": "#/components/responses/Refused"}
    return {"200": {"description": asks.about, "content": content}, "400": refused, "422": refused, "429": refused}


_SHEET: dict[str, Any] = _field(
    SHEET, {"type": "string"}, "The text of a rule sheet, where the scenario is sheet or sheet.NAME."
)
_PROBLEM = {
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {
            "type": "string",
            "description": "One line that names the parameter, its bounds and the nearest name.",
        },
        "parameter": {"type": "string"},
        "nearest": {"type": "string"},
    },
    "required": ["type", "title", "status", "detail"],
}
_REFUSED = {
    "description": "Refused in one line.",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
