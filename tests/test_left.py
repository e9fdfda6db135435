"""`make test` says which slow part is left while it waits for it."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


SLOW = """
import pathlib, time


def test_two():
    # Until it was said that this one is left, and not for ever.
    until = time.monotonic() + 120
    while time.monotonic() < until and not pathlib.Path({said!r}).exists():
        time.sleep(0.05)
"""


def test_a_long_run_says_what_is_left(tmp_path):
    heard = tmp_path / "said"
    (tmp_path / "test_fast.py").write_text("def test_one(): pass\n")
    (tmp_path / "test_slow.py").write_text(SLOW.format(said=str(heard)))
    command = [sys.executable, "-u", "-m", "pytest", "-p", "tests.left", "--say-left", "0.5", "-c", "/dev/null"]
    command += ["-n", "1", "--rootdir", str(tmp_path), "-p", "no:cacheprovider", str(tmp_path)]
    said = re.compile(r"after \d+ s 1 test is left, the slowest in \S*test_slow\.py \(1\)\n")
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT) as run:
        for line in run.stdout:
            lines.append(line)
            if said.fullmatch(line):
                heard.touch()
    assert run.returncode == 0, "".join(lines)
    assert heard.exists(), "".join(lines)
    assert "2 passed" in "".join(lines)


def test_the_makefile_asks_for_it_and_for_a_quick_run():
    text = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"^test:(.*\n)+?\t.*-p tests\.left", text, re.MULTILINE)
    assert re.search(r"^quick:.*## \S", text, re.MULTILINE)
