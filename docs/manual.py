"""`python -m docs.manual [FOLDER]`: the guides as a site of their own, with search, beside the calculator.

The Markdown stays as it is in `docs`. What is added on the way: below each example a link that opens it in the
calculator, boxes that run where the site of the calculator lies beside the manual, the Markdown of each page for
programs that read, and `llms.txt`, which lists them. Zensical sets the pages: it reads Markdown as it is, brings
search, both colour schemes and nothing from other hosts, and takes a second.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from docs.manual_examples import below

ROOT = Path(__file__).resolve().parent.parent
DOCS, LOOK = ROOT / "docs", ROOT / "docs" / "manual_look"
PATHS = {
    "Players": ("web", "command_line", "advice", "fights", "sequence", "luck", "rosters"),
    "Designers": (
        *("first_steps", "which_question", "mechanics", "notation", "sheets", "variants", "laboratory", "balance"),
        *("reports", "formulas", "sweep", "pools", "play", "anydice", "from_other_tools", "bounds"),
    ),
    "Programmers": (
        *("reference", "api", "assistants", "how_it_is_computed", "promises", "game", "scenario", "tree", "house"),
    ),
    "Hosts": ("server", "static", "languages"),
}
"""The guides by who reads them, each in the order in which one would."""
_BLOCK = re.compile(r"^(```[^\n]*\n.*?^```$|(?:(?:^    [^\n]*\n|^\n)*^    [^\n]*$))", re.MULTILINE | re.DOTALL)
_CONFIG = """[project]
site_name = "probcalc"
site_description = "Exact odds for tabletop rules: the manual"
docs_dir = "docs"
site_dir = "site"
use_directory_urls = false
extra_css = ["manual.css"]
extra_javascript = [{{ path = "manual.js", type = "module" }}]
nav = [
{nav}
]

[project.theme]
language = "en"
font = false
features = ["content.code.copy", "navigation.footer", "navigation.sections", "navigation.top", "search.highlight"]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "Dark colours"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "Light colours"
"""


def title_of(text: str) -> str:
    """The heading of a page.

    >>> title_of("# The command line")
    'The command line'
    """
    return text.partition("\n")[0].removeprefix("# ").replace("`", "").strip()


def laid_out(name: str, text: str) -> str:
    """A page as the manual has it: links lead within the manual, and below examples stands where they open."""
    text = re.sub(r"\]\((?:\.\./)?README\.md(#[^)]*)?\)", r"](index.md\1)", text)
    for there, here in (("../CHANGELOG.md", "changelog.md"), ("../examples/", "examples/"), ("docs/", "")):
        text = text.replace(f"]({there}", f"]({here}")
    # Of the code only the examples lie beside the manual.
    text = re.sub(r"\[([^\]]*)\]\(\.\./[^)]*\)", r"\1", text)
    if name == "reference":
        return text
    return _BLOCK.sub(lambda found: f"{found[0]}{below(found[0])}", text)


def sources() -> dict[str, str]:
    """The Markdown of every page, as it is written, by its name."""
    found = {path.stem: path.read_text("utf-8") for path in sorted(DOCS.glob("*.md"))}
    return {**found, "changelog": (ROOT / "CHANGELOG.md").read_text("utf-8")}


def listed(pages: dict[str, str]) -> str:
    """`llms.txt`: what the manual has, for programs that read."""
    lines = ["# probcalc", "", "> Exact odds for tabletop rules: no simulation, fractions until display.", ""]
    for who, names in PATHS.items():
        lines += [f"## For {who.lower()}", "", *(f"- [{title_of(pages[n])}]({n}.md)" for n in names), ""]
    return "\n".join([*lines, "## Optional", "", "- [What changed](changelog.md)", ""])


def build(out: Path) -> None:
    """Write the manual into a folder, in place of what was there.

    Raises:
        SystemExit: Zensical is not installed, or says that something is wrong.
    """
    pages = sources()
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        shutil.copytree(LOOK, work / "docs")
        shutil.copytree(DOCS / "pictures", work / "docs" / "pictures")
        shutil.copytree(ROOT / "examples", work / "docs" / "examples", ignore=shutil.ignore_patterns("__pycache__"))
        for name, text in pages.items():
            (work / "docs" / f"{name}.md").write_text(laid_out(name, text), "utf-8")
        groups = [("Manual", ("index",)), *PATHS.items()]
        nav = []
        for who, names in groups:
            entries = ", ".join(f'{{ "{title_of(pages[name])}" = "{name}.md" }}' for name in names)
            nav.append(f'  {{ "{who}" = [{entries}] }},')
        (work / "zensical.toml").write_text(_CONFIG.format(nav="\n".join(nav)), "utf-8")
        try:
            said = subprocess.run(
                [str(Path(sys.executable).parent / "zensical"), "build", "--strict"],
                cwd=work,
                capture_output=True,
                text=True,
                check=False,
            )
        except FileNotFoundError:
            raise SystemExit("the manual is set by Zensical: pip install --group docs") from None
        if said.returncode:
            raise SystemExit(re.sub(r"\x1b\[[\d;]*m", "", said.stdout))
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(work / "site", out)
    for name, text in pages.items():
        (out / f"{name}.md").write_text(text, "utf-8")
    (out / "llms.txt").write_text(listed(pages), "utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1] if len(sys.argv) > 1 else "site/manual"))
