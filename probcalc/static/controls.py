"""What a reader touches: each control has its value in the visit's state, and may be used by an event."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any, Literal

from probcalc.static.drawing import File, Placed, Widget
from probcalc.static.markdown import inline

Callback = Callable[..., Any]


class Controls(Placed):
    """The methods of a container that ask something of a reader."""

    def _widget(
        self,
        kind: str,
        label: str,
        key: str | None,
        start: Any,
        read: Callable[[Any], Any],
        fits: Callable[[Any], bool],
        shared: Mapping[str, Any],
    ) -> tuple[str, Any]:
        """Enter a control; its key, and its present value, which is its first one until it has another that fits."""
        key = self.drawing.key_of(kind, key, label)
        self._enter(key, read, shared.get("on_change"), shared)
        state = self.drawing.held.state
        if key not in state or not fits(state[key]):
            state[key] = start
        return key, state[key]

    def _enter(
        self,
        key: str,
        read: Callable[[Any], Any],
        callback: Callback | None,
        shared: Mapping[str, Any],
        passing: bool = False,
    ) -> None:
        self.drawing.widgets[key] = Widget(read, callback, shared.get("args") or (), passing)

    def _control(self, kind: str, label: str, key: str, value: Any, shared: Mapping[str, Any], **fields: Any) -> None:
        told = shared.get("help")
        self.add(
            kind,
            key=key,
            label=inline(label),
            value=value,
            **fields,
            help=inline(told) if told else None,
        )

    # -- one of several -------------------------------------------------------------------------------------------

    def selectbox(
        self,
        label: str,
        options: Sequence[Any],
        index: int | None = 0,
        format_func: Callable[[Any], str] = str,
        key: str | None = None,
        *,
        placeholder: str | None = None,
        filter_mode: str | None = "fuzzy",
        **shared: Any,
    ) -> Any:
        """A list to choose from."""
        start = None if index is None or not options else list(options)[index]
        hint = {"placeholder": placeholder, "filter": filter_mode is not None}
        return self._choose("selectbox", label, key, options, format_func, start, index is None, shared, **hint)

    def segmented_control(
        self,
        label: str,
        options: Sequence[Any],
        *,
        default: Any = None,
        required: bool = False,
        format_func: Callable[[Any], str] = str,
        key: str | None = None,
        label_visibility: str = "visible",
        **shared: Any,
    ) -> Any:
        """A few choices side by side."""
        start = default if default in options else options[0] if required else None
        hint = {"hidden_label": label_visibility != "visible" or None}
        return self._choose("segmented_control", label, key, options, format_func, start, not required, shared, **hint)

    def _choose(
        self,
        kind: str,
        label: str,
        key: str | None,
        options: Iterable[Any],
        format_func: Callable[[Any], str],
        start: Any,
        empty: bool,
        shared: Mapping[str, Any],
        **hint: Any,
    ) -> Any:
        """One of several, by its place among them."""
        listed = list(options)

        def read(sent: Any) -> Any:
            if sent is None and empty:
                return None
            if type(sent) is not int or not 0 <= sent < len(listed):
                raise ValueError(f"{label} has no option {sent}")
            return listed[sent]

        key, value = self._widget(kind, label, key, start, read, lambda held: held in listed or held is None, shared)
        place = listed.index(value) if value in listed else None
        names = [str(format_func(option)) for option in listed]
        self._control(kind, label, key, place, shared, options=names, **hint)
        return value

    # -- numbers, texts, truths -----------------------------------------------------------------------------------

    def number_input(
        self,
        label: str,
        min_value: int | None = None,
        max_value: int | None = None,
        value: int | Literal["min"] | None = "min",
        step: int | None = None,
        key: str | None = None,
        *,
        placeholder: str | None = None,
        **shared: Any,
    ) -> Any:
        """A whole number with steps."""
        start = (min_value if min_value is not None else 0) if value == "min" else value

        def read(sent: Any) -> int | None:
            if sent is None and value is None:
                return None
            if isinstance(sent, bool) or not isinstance(sent, (int, float)) or sent != sent or abs(sent) > 2**53:
                raise ValueError(f"{label} is a number")
            number = int(sent)
            number = number if min_value is None else max(min_value, number)
            return number if max_value is None else min(max_value, number)

        key, present = self._widget("number_input", label, key, start, read, lambda _: True, shared)
        bounds = {"min": min_value, "max": max_value, "step": step or 1}
        self._control("number_input", label, key, present, shared, **bounds, placeholder=placeholder)
        return present

    def toggle(self, label: str, value: bool = False, key: str | None = None, **shared: Any) -> bool:
        """A switch."""
        key, present = self._widget("toggle", label, key, value, bool, lambda _: True, shared)
        self._control("toggle", label, key, present, shared)
        return bool(present)

    def text_input(
        self,
        label: str,
        value: str = "",
        max_chars: int | None = None,
        key: str | None = None,
        *,
        placeholder: str | None = None,
        **shared: Any,
    ) -> str:
        """A line of text."""
        return self._text("text_input", label, value, max_chars, key, shared, placeholder=placeholder)

    def text_area(
        self,
        label: str,
        value: str = "",
        height: int | None = None,
        max_chars: int | None = None,
        key: str | None = None,
        **shared: Any,
    ) -> str:
        """Several lines of text."""
        return self._text("text_area", label, value, max_chars, key, shared, height=height)

    def _text(
        self, kind: str, label: str, value: str, most: int | None, key: str | None, shared: Any, **fields: Any
    ) -> str:
        key, present = self._widget(kind, label, key, value, lambda sent: str(sent)[:most], lambda _: True, shared)
        self._control(kind, label, key, present, shared, max=most, **fields)
        return str(present)

    def file_uploader(self, label: str, type: str | Sequence[str] = (), key: str | None = None, **shared: Any) -> Any:
        """A file of the reader's own."""

        def read(sent: Any) -> BytesIO | None:
            if sent is None:
                return None
            try:
                made = BytesIO(base64.b64decode(sent["base64"], validate=True))
                made.name = str(sent["name"])
            except (KeyError, TypeError, binascii.Error) as error:
                raise ValueError(f"{label}: this is no file") from error
            return made

        key, present = self._widget("file_uploader", label, key, None, read, lambda _: True, shared)
        self._control("file_uploader", label, key, None, shared, types=[type] if isinstance(type, str) else list(type))
        return present

    # -- buttons and links ----------------------------------------------------------------------------------------

    def button(self, label: str, key: str | None = None, **shared: Any) -> bool:
        """A button."""
        return self._button("button", label, key, shared)

    def form_submit_button(self, label: str = "Submit", **shared: Any) -> bool:
        """The button that sends a form, by whose key it is known."""
        form = next(node.fields["key"] for node in reversed(self.drawing.open) if node.kind == "form")
        return self._button("form_submit_button", label, f"FormSubmitter:{form}-{label}", shared)

    def _button(self, kind: str, label: str, key: str | None, shared: Mapping[str, Any]) -> bool:
        key = self.drawing.key_of(kind, key, label)
        self._enter(key, lambda sent: True, shared.get("on_click"), shared, passing=True)
        self._control(kind, label, key, None, shared)
        return bool(self.drawing.held.state.get(key))

    def download_button(
        self,
        label: str,
        data: Any,
        file_name: str = "",
        mime: str = "",
        key: str | None = None,
        on_click: str = "ignore",
        **shared: Any,
    ) -> bool:
        """A file to keep, made when it is asked for."""
        key = self.drawing.key_of("download_button", key, label)
        self.drawing.files[key] = File(file_name, mime, data)
        self._control("download_button", label, key, None, shared, file=file_name)
        return False

    def page_link(self, page: Any, *, label: str, query_params: Mapping[str, str] | None = None) -> None:
        """A link to another page."""
        href = self.drawing.held.address(page.url_path, query_params)
        self.add("page_link", label=inline(label), href=href)
