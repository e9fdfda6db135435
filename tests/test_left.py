"""`make test` says which slow part is left while it waits for it."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_a_long_run_says_what_is_left(tmp_path):
    (tmp_path / "test_fast.py").write_text("def test_one(): pass\n")
    (tmp_path / "test_slow.py").write_text("import time\n\n\ndef test_two(): time.sleep(3)\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.left", "--say-left", "0.5", "-c", "/dev/null", "-n", "2"]
    command += ["--rootdir", str(tmp_path), "-p", "no:cacheprovider", str(tmp_path)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=ROOT, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    said = r"^after \d+ s 1 test is left, the slowest in \S*test_slow\.py \(1\)$"
    assert re.search(said, found.stdout, re.MULTILINE)
    assert "2 passed" in found.stdout


def test_the_makefile_asks_for_it_and_for_a_quick_run():
    text = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"^test:(.*\n)+?\t.*-p tests\.left", text, re.MULTILINE)
    assert re.search(r"^quick:.*## \S", text, re.MULTILINE)
