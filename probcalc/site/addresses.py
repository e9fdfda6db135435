"""The addresses whose answers are written into files, beside the pages: every question, every ready-made one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl

from probcalc import links
from probcalc.scenarios import registry
from probcalc.web.paths import encode, path_of

_START, _PRIME, _MASK = 0x811C9DC5, 0x01000193, 0xFFFFFFFF


def questions() -> Iterator[tuple[str, str]]:
    """Path and query of every question as it stands, and of every ready-made one; each once."""
    for system in registry.systems():
        asked: list[tuple[str, Mapping[str, Any]]] = [(model.id, {}) for model in system.scenarios]
        asked += [(preset.scenario, preset.parameters) for preset in system.presets]
        yield from dict.fromkeys(address_of(scenario, given) for scenario, given in asked)


def address_of(scenario: str, parameters: Mapping[str, Any]) -> tuple[str, str]:
    """Path and query of a request.

    >>> address_of("tide_of_battle.save", {})[0]
    'tide-of-battle'
    """
    return path_of(registry.system_id_of(scenario)), encode(links.to_query(scenario, parameters))


def file_name(path: str, query: str) -> str:
    """The name of the file that holds an answer; the page and the service worker find it with the same sum.

    The order of the fields does not matter.

    >>> file_name("chronopia", "s=chronopia.melee&v=1") == file_name("chronopia/", "v=1&s=chronopia.melee")
    True
    """
    fields = sorted(f"{key}={value}" for key, value in parse_qsl(query, keep_blank_values=True))
    total = _START
    for byte in "\n".join([path.rstrip("/"), *fields]).encode():
        total = (total ^ byte) * _PRIME & _MASK
    return f"{total:08x}"
