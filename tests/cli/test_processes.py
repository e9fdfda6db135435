"""Commands in processes of their own: pipes, encodings, exit codes, and what they load."""

import os
import subprocess
import sys

import pytest

from probcalc.links import given_from_words
from tests.cli.commands import DUEL, said, started


def test_a_process_answers_without_colour_when_piped():
    found = started("odds", "chronopia.melee", *DUEL)
    assert (found.returncode, found.stderr) == (0, "")
    assert "\x1b" not in found.stdout
    assert found.stdout == said("odds", "chronopia.melee", *DUEL)


def test_a_process_refuses_with_code_2_and_nothing_on_standard_output():
    found = started("odds", "chronopia.melee", "cc=99")
    assert (found.returncode, found.stdout, found.stderr) == (2, "", "cc is 1..30, not 99\n")


def test_a_reader_that_goes_away_is_no_error():
    command = [sys.executable, "-m", "probcalc", "describe", "oathmark.combat"]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        found = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (found.returncode, found.stderr) == (1, b"")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_every_encoding_will_do(encoding):
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "probcalc", "describe", "chronopia.melee"]
    found = subprocess.run(command, capture_output=True, env=environment, timeout=60, check=False)
    assert (found.returncode, found.stderr) == (0, b"")
    assert found.stdout.decode(encoding)


def test_an_answer_loads_no_algebra_chart_or_page():
    code = (
        "import sys\nfrom probcalc.cli import main\n"
        "try:\n    main(['odds', 'chronopia.melee', '--json'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'sympy', 'altair', 'streamlit', 'pandas', 'numpy', 'lark'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert found.stderr == "[]\n"


def test_words_and_python_agree():
    assert given_from_words("oathmark.cascade", ["activations=5,6", "near=1-2"]) == {
        "activations": [5, 6],
        "near": "1-2",
    }
