"""What is said is what stands in the golden files; `python -m tests.golden.write` writes them anew, for review."""

from difflib import unified_diff

from tests.golden.write import FOLDER, files

_MOST = 30


def test_what_is_said_of_every_ready_made_question_stands_in_its_file():
    found, changed = files(), []
    for path, text in found.items():
        kept = path.read_text(encoding="utf-8") if path.exists() else ""
        changed += unified_diff(kept.splitlines(), text.splitlines(), path.name, "now", lineterm="", n=0)
    told = "\n".join(changed[:_MOST])
    assert not changed, f"read what changed, then python -m tests.golden.write\n{told}"
    assert set(FOLDER.glob("*.txt")) == set(found)
