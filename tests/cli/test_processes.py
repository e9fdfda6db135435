"""Commands in processes of their own: pipes, encodings, exit codes, and what they load."""

import json
import os
import shlex
import subprocess
import sys

import pytest

from probcalc.links import read_words
from tests.cli.commands import DUEL, refused, said, started


def test_a_process_answers_without_colour_when_piped():
    found = started("odds", "chronopia.melee", *DUEL)
    assert (found.returncode, found.stderr) == (0, "")
    assert "\x1b" not in found.stdout
    assert found.stdout == said("odds", "chronopia.melee", *DUEL)


def test_a_process_refuses_with_code_2_and_nothing_on_standard_output():
    found = started("odds", "chronopia.melee", "cc=99")
    assert (found.returncode, found.stdout, found.stderr) == (2, "", "cc must be 1 to 30, not 99\n")


def test_a_reader_that_goes_away_is_no_error():
    command = [sys.executable, "-m", "probcalc", "describe", "oathmark.combat"]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        found = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, timeout=300, check=False)
    assert (found.returncode, found.stderr) == (1, b"")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_every_encoding_will_do(encoding):
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "probcalc", "describe", "chronopia.melee"]
    found = subprocess.run(command, capture_output=True, env=environment, timeout=300, check=False)
    assert (found.returncode, found.stderr) == (0, b"")
    assert found.stdout.decode(encoding)


def test_an_answer_loads_no_algebra_chart_or_page():
    code = (
        "import sys\nfrom probcalc.cli import main\n"
        "try:\n    main(['odds', 'chronopia.melee', '--json'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'sympy', 'altair', 'streamlit', 'pandas', 'numpy', 'lark', 'pydantic', 'email'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    assert found.stderr == "[]\n"


def test_the_help_of_a_question_waits_for_no_rules_where_none_are_needed_to_declare_it():
    code = (
        "import sys\nfrom probcalc.cli import main\n"
        "for name in ('roll', 'sweep', 'formula', 'solve'):\n"
        "    try:\n        main([name, '--help'])\n    except SystemExit:\n        pass\n"
        "print('probcalc.scenarios.registry' in sys.modules, file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    assert found.stderr == "False\n"


def test_words_and_python_agree():
    assert read_words("oathmark.cascade", ["activations=5,6", "near=1-2"]) == {
        "activations": [5, 6],
        "near": "1-2",
    }


# -- what cannot be written ----------------------------------------------------------------------------------

ANSWERS = [
    ("odds", "chronopia.melee"),
    ("table", "chronopia.armour", "--rows", "damage=8..10", "--csv"),
    ("describe", "oathmark.combat"),
    ("--help",),
    ("--version",),
    ("completion", "bash"),
]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("words", ANSWERS, ids=" ".join)
def test_a_full_disk_is_one_line(words):
    command = [sys.executable, "-m", "probcalc", *words]
    with open("/dev/full", "wb") as full:
        found = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
    assert (found.returncode, found.stderr) == (1, "the answer cannot be written: No space left on device\n")


@pytest.mark.parametrize("words", [("weapons", "chronopia.melee"), ("odds", "chronopia.melee")])
def test_a_closed_standard_error_takes_no_answer_away(words):
    line = f"{shlex.join([sys.executable, '-m', 'probcalc', *words])} 2>&-"
    found = subprocess.run(["sh", "-c", line], stdout=subprocess.PIPE, text=True, timeout=300, check=False)
    assert found.returncode == 0
    assert "%" in found.stdout


@pytest.mark.skipif(os.name == "nt", reason="closes standard output as a shell does")
@pytest.mark.parametrize("words", ANSWERS[:4], ids=" ".join)
def test_a_closed_standard_output_is_one_line(words):
    line = f"{shlex.join([sys.executable, '-m', 'probcalc', *words])} >&-"
    found = subprocess.run(["sh", "-c", line], stderr=subprocess.PIPE, text=True, timeout=300, check=False)
    assert (found.returncode, found.stderr) == (1, "nothing can be written: standard output is closed\n")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no /dev/zero here")
@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("anydice", "/dev/zero"), "program: the file has more than 100,000 characters"),
        (("variant", "chronopia.melee", "--file", "/dev/zero"), "variant: the file has more than 20,000 characters"),
    ],
    ids=["anydice", "variant"],
)
def test_a_file_without_an_end_is_not_read_to_it(words, line):
    found = started(*words)
    assert (found.returncode, found.stdout, found.stderr) == (2, "", f"{line}\n")


def test_a_variant_that_is_no_text_is_refused_in_one_line(tmp_path):
    (tmp_path / "variant.toml").write_bytes(b"\xff\xfe\x91")
    line = refused("variant", "chronopia.melee", "--file", str(tmp_path / "variant.toml"))
    assert line == "variant: the file is not text in UTF-8"


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="no file here that opens and cannot be read")
@pytest.mark.parametrize(
    "words",
    [
        ("odds", "chronopia.melee", "--roster"),
        ("allocate", "--file"),
        ("anydice",),
        ("variant", "chronopia.melee", "--file"),
        ("luck",),
        ("balance", "oathmark.combat", "--file"),
        ("sheet", "odds"),
    ],
    ids=" ".join,
)
def test_a_file_that_cannot_be_read_is_not_told_as_one_that_cannot_be_written(words):
    assert refused(*words, "/proc/self/mem").startswith("/proc/self/mem cannot be read: ")


def test_a_file_without_a_name_is_told_as_one():
    assert refused("sheet", "odds", "") == 'the file "" cannot be read: no such file or directory'


def test_a_folder_and_other_bytes_than_text_are_told_by_the_name_of_what_is_read(tmp_path):
    (tmp_path / "program.txt").write_bytes(b"output d6\xff")
    assert refused("anydice", str(tmp_path / "program.txt")) == "program: the file is not text in UTF-8"
    for words in (("anydice",), ("sheet", "odds"), ("luck",), ("odds", "chronopia.melee", "--roster")):
        assert "directory" in refused(*words, str(tmp_path))


@pytest.mark.parametrize("text", ["# " + "x" * 200_000, "# " + "\u00e4" * 40_000], ids=["letters", "cut in one"])
def test_a_sheet_of_which_not_all_is_read_is_not_said_to_end_there(text, tmp_path):
    (tmp_path / "long.sheet").write_text(text, encoding="utf-8")
    line = "sheet: the file has more than 16,000 characters"
    assert refused("sheet", "odds", str(tmp_path / "long.sheet")) == line


@pytest.mark.parametrize(
    "base", ["javascript:alert(1)//", "ftp://example.org/", "https://", "https://example.org/?a=b", "https://a b/"]
)
def test_a_link_leads_to_pages_only(base):
    line = refused("link", "chronopia.melee", "--base", base)
    assert "the pages are at an address like https://example.org/" in line
    assert said("link", "chronopia.melee", "--base", "https://example.org/odds/").startswith(
        "https://example.org/odds/?s="
    )


def test_a_roster_is_read_from_standard_input():
    example = said("roster", "--example", "chronopia")
    found = started("roster", "-", "--json", input=example)
    assert (found.returncode, found.stdout, found.stderr) == (0, example, "")
    words = ("odds", "chronopia.melee", "attacker=own_unit", "--roster", "-")
    assert started(*words, input=example).returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="closes standard input as a shell does")
@pytest.mark.parametrize(
    "words",
    [
        ("roster", "-"),
        ("odds", "chronopia.melee", "--roster", "-"),
        ("anydice", "-"),
        ("variant", "chronopia.melee", "--file", "-"),
    ],
    ids=" ".join,
)
def test_a_closed_standard_input_is_one_line(words):
    line = f"{shlex.join([sys.executable, '-m', 'probcalc', *words])} <&-"
    found = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=300, check=False)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == "nothing can be read: standard input is closed\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("terminal", "bold"),
    [({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False), ({"TERM": "xterm", "NO_COLOR": "1"}, False)],
)
def test_a_dumb_terminal_has_no_bold_and_none_where_it_is_not_wanted(terminal, bold):
    import pty

    outside, inside = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | terminal
    command = [sys.executable, "-m", "probcalc", "odds", "chronopia.armour"]
    with os.fdopen(inside, "wb") as written:
        subprocess.run(command, stdout=written, env=environment, timeout=300, check=True)
        shown = os.read(outside, 10_000)
    os.close(outside)
    assert (b"\x1b[1m" in shown) is bold


def test_a_scenario_without_modifiers_says_that_it_has_none():
    text = said("modifiers", "custom.roll")
    assert text.endswith("custom.roll has no modifiers.\n")
    assert "worth" not in text
    assert said("modifiers", "custom.roll", "--rulings").endswith("custom.roll has no rulings.\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_refusal_that_cannot_be_said_is_still_an_exit_code():
    command = [sys.executable, "-m", "probcalc", "odds", "nothing"]
    with open("/dev/full", "wb") as full:
        found = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, timeout=300, check=False)
    assert (found.returncode, found.stdout) == (2, b"")


def test_without_docstrings_scenarios_are_described_by_their_titles() -> None:
    command = [sys.executable, "-OO", "-m", "probcalc", "describe", "oathmark.combat"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert "Combat" in found.stdout.splitlines()[1]


def test_an_assistant_may_start_the_tools_in_a_folder_with_modules_of_its_own(tmp_path):
    (tmp_path / "random.py").write_text("raise SystemExit('not this one')\n", encoding="utf-8")
    hello = {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "it", "version": "1"}}
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello})
    begin = [sys.executable, "-P", "-c", "from probcalc.cli import main; main(['mcp'])"]
    found = subprocess.run(
        begin, cwd=tmp_path, input=f"{asked}\n", capture_output=True, text=True, timeout=120, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert json.loads(found.stdout)["id"] == 1
