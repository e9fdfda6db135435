"""Odd calls of public names end in an answer or in one line, within bounds; `make fuzz` draws many more."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[2]
IS_FUZZ = bool(os.environ.get("FUZZ"))
CALLS, SEED = (5_000, Random().randrange(10**9)) if IS_FUZZ else (200, 5)


@pytest.mark.hypothesis
def test_drawn_calls_end_in_an_answer_or_in_one_line_within_bounds():
    words = [sys.executable, "-m", "benchmarks.odd_calls", str(CALLS), str(SEED)]
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.stdout == f"{CALLS:,} calls, 0 faults\n", f"seed {SEED}: {told.stdout}{told.stderr}"
