"""The editor of a sheet: a text with its colours, its completions, and what is wrong below the line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from probcalc.web.state import games

FILE = "editor.js"
"""The packed editor, by the last part of its address: it is large, and fetched by its page alone."""
# What is typed comes with the version of the text that it changes: another text may have taken its place meanwhile.
_SCRIPT = f"""
const packed = import(new URL("./{FILE}", location.href.split("#")[0]).href);
export default async function ({{ data, parentElement, setTriggerValue }}) {{
  const there = parentElement.querySelector(":scope > .pc-editor");
  const host = there ?? parentElement.appendChild(document.createElement("div"));
  host.className = "pc-editor";
  const {{ edit }} = await packed;
  edit(host, data, (typed) => setTriggerValue("typed", typed));
}}
"""
_editor = st.components.v2.component("pc_editor", js=_SCRIPT, isolate_styles=False)
_KEY = "sheet editor"

Typed = Callable[[str, str], None]


def editor(data: Mapping[str, object], typed: Typed) -> None:
    """The editor of {text, version, marks, words, read}; `typed` is told the text and the version that it changes."""
    _editor(key=_KEY, data=dict(data), on_typed_change=partial(_take_typed, typed))


def _take_typed(typed: Typed) -> None:
    told = st.session_state[_KEY].get("typed")
    if not isinstance(told, Mapping):
        return
    text, version = told.get("text"), told.get("version")
    if isinstance(text, str) and isinstance(version, str):
        with games.along():
            typed(text, version)
