"""Runs in Pyodide, under Node: Python as the bytecode that a browser loads, without what it never reads.

Compiled by the same Pyodide that will run it, so no second Python is needed. Functions lose their docstrings, classes
keep the first line: questions are read from it. Those of the standard library are left whole, since some are put
together when they are loaded.
"""

import ast
import io
import marshal
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib._bootstrap_external import _code_to_timestamp_pyc  # type: ignore[attr-defined]
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

from probcalc.site.making.kept import Kept

# Assertions stay out; what they say was checked before.
_OPTIMIZED = 1

# Packages that run without any docstring, as Python compiles them by itself in a third of the time.
_UNTOLD = ("sympy/", "mpmath/")

HEAD = 16
"""The bytes of a .pyc file before its code."""

# Where a statement holds others, or a clause that does.
_INSIDE = ("body", "orelse", "finalbody", "handlers", "cases")

Wanted = Callable[[str], bool]

KEPT = Kept()
"""What is compiled, once for all who ask."""


class Shipped(SourceFileLoader):
    """Loads a module of a package that is packed from the bytecode that is shipped."""

    def get_code(self, fullname: str) -> CodeType:
        """The code of a module."""
        name = fullname.replace(".", "/") + ("/__init__.py" if self.is_package(fullname) else ".py")
        code: CodeType = marshal.loads(module_of(Path(self.get_filename(fullname)), name)[HEAD:])
        return code


def module_of(path: Path, name: str) -> bytes:
    """A module of a package as the contents of its .pyc file."""
    at = f"/lib/{name}"
    return KEPT.make(at, path.read_bytes(), partial(_untold if name.startswith(_UNTOLD) else bytecode, name=at))


def _untold(source: bytes, name: str) -> bytes:
    return _pyc(compile(source, name, "exec", optimize=2, dont_inherit=True))


def bytecode(source: bytes, name: str, told: bool = False) -> bytes:
    """A module's source as the contents of its .pyc file; with `told` classes keep their docstrings whole."""
    tree = ast.parse(source, name)
    for node in statements(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef):
            _silence(node)
        elif isinstance(node, ast.ClassDef) and not told:
            _shorten(node)
    return _pyc(compile(tree, name, "exec", optimize=_OPTIMIZED, dont_inherit=True))


def _pyc(code: CodeType) -> bytes:
    return bytes(_code_to_timestamp_pyc(code, 0, 0))


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    r"""A module and its statements, with those inside them; no expression is looked into, as none has a docstring.

    >>> tree = ast.parse("class A:\n  def f(self):\n    return [lambda: 1]\nif A: pass")
    >>> sorted(type(node).__name__ for node in statements(tree))
    ['ClassDef', 'FunctionDef', 'If', 'Module', 'Pass', 'Return']
    """
    found = [tree]
    while found:
        node = found.pop()
        yield node
        for inside in _INSIDE:
            found += getattr(node, inside, ())


def _silence(node: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    if ast.get_docstring(node, clean=False) is None:
        return
    if len(node.body) > 1:
        del node.body[0]
    else:
        node.body[0] = ast.copy_location(ast.Pass(), node.body[0])


def _shorten(node: ast.ClassDef) -> None:
    text = ast.get_docstring(node)
    if text is not None:
        node.body[0] = ast.copy_location(ast.Expr(ast.Constant(text.partition("\n")[0])), node.body[0])
        ast.fix_missing_locations(node)


def of_zip(archive: str, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    """The modules in a zip of sources whose paths are wanted, as paths with their bytecode."""
    with zipfile.ZipFile(archive) as held:
        for name in sorted(held.namelist()):
            if name.endswith(".py") and wanted(name):
                at = f"/lib/{name}"
                yield name + "c", KEPT.make(at, held.read(name), partial(bytecode, name=at, told=True))


def of_folder(root: str, top: str, endings: tuple[str, ...], wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    """A package as paths with contents: modules as bytecode, of other files those with the endings as they are."""
    base = Path(root)
    for path in sorted((base / top).rglob("*")):
        name = path.relative_to(base).as_posix()
        if not wanted(name):
            continue
        if path.suffix == ".py":
            yield name + "c", module_of(path, name)
        elif name.endswith(endings):
            yield name, path.read_bytes()


def zip_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    """The files in a zip."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()
