"""Writes which names of the calculator a game imports that was begun by `new game` or written from a sheet.

python -m tests.promises.written      # tests/promises/written/VERSION.txt, refused where it is there already
"""

import ast
import contextlib
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from click.testing import CliRunner

import probcalc
from probcalc.cli import main as command
from probcalc.sheets.packaging import in_python

READY = sorted((Path(probcalc.__file__).parent / "sheets" / "ready").glob("*.sheet"))


def modules_written() -> Iterable[str]:
    """The text of each module: of every sheet that lies ready, and of a new game."""
    for sheet in READY:
        files, _ = in_python(sheet.read_text("utf-8"), f"my_{sheet.stem}")
        yield from (text for place, text in files.items() if place.endswith(".py"))
    with tempfile.TemporaryDirectory() as folder:
        with contextlib.chdir(folder):
            assert CliRunner().invoke(command, ["new", "game", "my_game"]).exit_code == 0
        yield from (path.read_text("utf-8") for path in Path(folder).rglob("*.py"))


def imports_in(modules: Iterable[str]) -> list[str]:
    """What these modules import of the calculator, a line for each of its modules."""
    found: dict[str, set[str]] = defaultdict(set)
    for text in modules:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "probcalc":
                found[node.module or ""] |= {each.name for each in node.names}
    return [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(found.items())]


def main() -> None:
    path = Path(__file__).parent / "written" / f"{probcalc.__version__}.txt"
    if path.exists():
        sys.exit(f"{path.name} is published and stays as it is")
    path.write_text("\n".join(imports_in(modules_written())) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
