"""Draws docs/pictures/house.svg from the import contracts in pyproject.toml: `python docs/draw_house.py`."""

from __future__ import annotations

import ast
import textwrap
import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "pictures" / "house.svg"

WIDTH, MARGIN, LEFT, GAP = 920, 16, 64, 10
LETTER, LINE, TITLE = 6.4, 16, 20
FONT = "font-family=\"ui-monospace, 'DejaVu Sans Mono', monospace\""


def layers() -> dict[str, list[list[str]]]:
    """The rooms of each container from the highest layer down, those of one layer side by side."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    return {
        contract["containers"][0]: [[room.strip() for room in layer.split("|")] for layer in contract["layers"]]
        for contract in contracts
        if contract["type"] == "layers"
    }


def says(package: str) -> str:
    """The first sentence of a package's own description."""
    path = ROOT.joinpath(*package.split("."))
    source = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8")
    text = (ast.get_docstring(ast.parse(source)) or "").split("\n\n")[0].replace("\n", " ")
    return text.partition(". ")[0].rstrip(".")


class Drawing:
    """Boxes one under the other, and arrows that all point down."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def text(self, x: float, y: float, words: str, size: int = 11, weight: str = "normal") -> None:
        """A line of text."""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="#1f2933">{escape(words)}</text>'
        )

    def room(self, package: str, x: float, y: float, width: float, containers: dict[str, list[list[str]]]) -> float:
        """One room with what it says of itself and the rooms inside it; how high it is."""
        place = len(self.parts)
        lines = textwrap.wrap(says(package), int((width - 24) / LETTER))
        down = y + TITLE + LINE * len(lines) + 10
        for number, line in enumerate(lines, 1):
            self.text(x + 12, y + TITLE + LINE * number, line)
        self.text(x + 12, y + TITLE, package.rpartition(".")[2], 13, "bold")
        if package in containers:
            down = self.stack(package, x + 40, down, width - 52, containers) + 12
        shade = "#eef3f8" if package.count(".") == 1 else "#ffffff"
        box = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{down - y:g}" rx="6"'
        self.parts.insert(place, f'{box} fill="{shade}" stroke="#52606d"/>')
        return down - y

    def stack(self, container: str, x: float, y: float, width: float, containers: dict[str, list[list[str]]]) -> float:
        """The layers of a container, the highest first, and the arrow beside them; where they end."""
        top = y
        for layer in containers[container]:
            rooms = [room for room in layer if not room.startswith("__")]
            if not rooms:
                continue
            share = (width - GAP * (len(rooms) - 1)) / len(rooms)
            highest = max(
                self.room(f"{container}.{room}", x + i * (share + GAP), y, share, containers)
                for i, room in enumerate(rooms)
            )
            y += highest + GAP
        middle = x - 20
        line = f'<line x1="{middle:g}" y1="{top:g}" x2="{middle:g}" y2="{y - GAP:g}"'
        self.parts.append(f'{line} stroke="#52606d" stroke-width="2" marker-end="url(#head)"/>')
        return y - GAP


def picture() -> str:
    """The whole drawing."""
    drawing = Drawing()
    containers = layers()
    end = drawing.stack("probcalc", LEFT, 44, WIDTH - LEFT - MARGIN, containers)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {end + MARGIN:g}" {FONT} role="img">\n'
        "<title>The rooms of probcalc: each imports only from the rooms below it</title>\n"
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#52606d"/></marker></defs>\n'
        f'<rect width="{WIDTH}" height="{end + MARGIN:g}" fill="#ffffff"/>\n'
    )
    drawing.text(MARGIN, 26, "Each room imports only from the rooms below it", 13, "bold")
    return head + "\n".join(drawing.parts) + "\n</svg>\n"


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
