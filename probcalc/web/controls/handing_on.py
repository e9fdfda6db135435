"""What a reader hands on, and takes up again: a link with its QR code, and files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from probcalc.present.charts.pictures import qr_svg
from probcalc.web.controls.spoken import st
from probcalc.web.state import visit as visits

File: TypeAlias = "str | bytes | Callable[[], str | bytes]"
"""What a file holds, or what makes that when it is asked for."""
_LONGEST_QR = 1200
"""In characters: of a longer link the code is too fine for the camera of a phone."""
_KINDS = {
    "csv": "text/csv",
    "json": "application/json",
    "md": "text/markdown",
    "png": "image/png",
    "sheet": "text/plain",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "zip": "application/zip",
}


def show_text(title: str, text: str, language: str | None = None) -> None:
    """A text to be copied, below its title."""
    st.markdown(title)
    st.code(text, language=language, wrap_lines=True)


def show_link(link: str) -> None:
    """A link, to be copied; "" where the games in it are too long for one."""
    if link:
        show_text("**Link**: it holds everything on this page", link)
    else:
        st.caption(
            "Your own games on this page are too long for a link. Under Your own game you can save each as a file."
        )


def show_elsewhere(link: str, chat: str = "", command: str = "", python: str = "") -> None:
    """The same elsewhere, what there is of it: the QR code of a link, unless it is too long for one, and texts to copy.

    The line for a chat has the link below it.
    """
    if 0 < len(link) <= _LONGEST_QR:
        st.image(qr_svg(link), width=220, alt="QR code of the link", caption="For a friend's phone")
    if chat:
        show_text("**For a chat**", f"{chat}\n{link}" if link else chat)
    if command:
        show_text("**On the command line**", command, "bash")
    if python:
        show_text("**In Python**", python, "python")


def file_button(title: str, data: File, name: str, key: str) -> None:
    """A file to keep, of the kind that its name ends in; the page is not drawn again for it."""
    st.download_button(title, data, name, _KINDS[name.rpartition(".")[2]], key=key, on_click="ignore")


def file_buttons(name: str, key: str, files: Mapping[str, File]) -> None:
    """The same in several kinds side by side, by what the name of each ends in; it ends its key as well."""
    with st.container(horizontal=True, gap="small"):
        for ending, data in files.items():
            file_button("Markdown" if ending == "md" else ending.upper(), data, f"{name}.{ending}", f"{key}{ending}")


def open_text(
    label: str, key: str, most: int | None, taken: Callable[[str], None], endings: Sequence[str] = ("txt",)
) -> None:
    """A file of text that was kept, to be opened: `taken` is called with what it holds, unless it is too long."""
    st.file_uploader(label, type=endings, key=key, on_change=partial(_open, key, most, taken))


def _open(key: str, most: int | None, taken: Callable[[str], None]) -> None:
    file: Any = st.session_state.get(key)
    if file is None:
        return
    visit = visits.current()
    visit.touch()
    data = file.getvalue()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        visit.notices = (f"{file.name[:60]} is no text in UTF-8.",)
        return
    if most is not None and len(text) > most:
        visit.notices = (f"{file.name[:60]} has {len(text):,} characters, and at most {most:,} are read.",)
        return
    taken(text)
