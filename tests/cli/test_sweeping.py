"""Sweeps as files: every format says the same, and a file is the same however it came about."""

import csv
import errno
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tracemalloc
from fractions import Fraction
from pathlib import Path

import pytest

import probcalc
from probcalc.analysis.sweeps.asked import question
from probcalc.present.sweeps import workers
from probcalc.present.sweeps.collected import is_kept
from probcalc.present.sweeps.formats import FORMATS
from probcalc.present.sweeps.writing import write_sweep
from tests.cli.commands import refused, run, said

VARIED = ("--vary", "armour=18..24", "--vary", "weapon=spear,sword", "--vary", "charging")
ASKED = ("sweep", "chronopia.melee", "attacker=the_cursed", *VARIED, "--result", "slain", "--result", "P(wounds>=2)")


def rows_of(file):
    """The rows of a file, whatever it is, as dictionaries of text."""
    if file.suffix == ".csv":
        return list(csv.DictReader(file.read_text().splitlines()))
    if file.suffix == ".jsonl":
        rows = [json.loads(line) for line in file.read_text().splitlines()]
    elif file.suffix == ".arrow":
        import pyarrow as pa

        rows = pa.ipc.open_file(str(file)).read_all().to_pylist()
    else:
        import pyarrow.parquet as pq

        rows = pq.read_table(str(file)).to_pylist()
    return [{name: _text(value) for name, value in row.items()} for row in rows]


def _text(value):
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


@pytest.mark.parametrize("ending", FORMATS)
def test_every_format_holds_what_each_question_is_answered_with(ending, tmp_path):
    out = tmp_path / f"odds.{ending}"
    assert said(*ASKED, "--out", str(out)).startswith(f"{out}: 28 cells, ")
    rows = rows_of(out)
    assert list(rows[0]) == [
        "armour",
        "weapon",
        "charging",
        "slain",
        "slain_decimal",
        "P(wounds>=2)",
        "P(wounds>=2)_decimal",
    ]
    assert [row["armour"] for row in rows[::4]] == [str(armour) for armour in range(18, 25)]
    for row in rows:
        given = {"armour": int(row["armour"]), "weapon": row["weapon"], "charging": row["charging"] == "true"}
        answer = probcalc.odds("chronopia.melee", given, attacker="the_cursed")
        assert Fraction(row["slain"]) == answer["slain"]
        assert Fraction(row["P(wounds>=2)"]) == answer["wounds"].at_least(2)
        assert float(row["slain_decimal"]) == float(answer["slain"])
    assert sorted(tmp_path.iterdir()) == [out]


def test_a_condition_leaves_cells_out_and_what_is_refused_is_empty(tmp_path):
    out = tmp_path / "odds.csv"
    words = ("--vary", "armour=18..20", "--vary", "charging", "--where", "charging and armour != 19")
    assert said("sweep", "chronopia.melee", *words, "--out", str(out)).startswith(f"{out}: 2 cells")
    assert [row["armour"] for row in rows_of(out)] == ["18", "20"]


@pytest.mark.parametrize("ending", FORMATS)
def test_interrupted_anywhere_and_gone_on_with_it_is_the_same_file(ending, tmp_path, monkeypatch):
    asked = question("chronopia.melee", {}, ["armour=0..40", "cc=1..20", "charging"], ["slain", "wounds"])
    whole, out = tmp_path / f"whole.{ending}", tmp_path / f"odds.{ending}"
    monkeypatch.setattr("probcalc.analysis.sweeps.estimates.CELLS_BY_FORMULA", 100)
    write_sweep(asked, whole, ending)

    def interrupted_after(units):
        begun = workers.in_this_process

        def some(work, numbers, folder):
            yield from begun(work, numbers[:units], folder)
            raise KeyboardInterrupt

        return some

    for units in (0, 3, 2):
        with monkeypatch.context() as patched:
            patched.setattr("probcalc.present.sweeps.writing.in_this_process", interrupted_after(units))
            with pytest.raises(KeyboardInterrupt):
                write_sweep(asked, out, ending, resume=True)
        # As if the process, or the machine, had been ended in the middle of the next unit.
        if units:
            (tmp_path / f"odds.{ending}.part" / "40.made").write_bytes(b"half a row")
            (tmp_path / f"odds.{ending}.part" / "15").write_bytes(b"half a head")
    assert not out.exists()
    folder = tmp_path / f"odds.{ending}.part"
    assert sum(is_kept(folder, number) for number in range(99)) == 5
    broken = folder / "1"
    broken.write_bytes(broken.read_bytes()[:-1])
    assert not is_kept(folder, 1)
    steps = []
    write_sweep(asked, out, ending, resume=True, progress=lambda done, whole: steps.append((done, whole)))
    assert steps[0] == (400, 1640)
    assert out.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([out.name, whole.name])


def test_what_is_left_of_another_sweep_is_neither_written_over_nor_gone_on_with(tmp_path):
    out = tmp_path / "odds.csv"
    folder = tmp_path / "odds.csv.part"
    folder.mkdir()
    (folder / "0").write_text("armour\n1\n")
    line = f"out: {folder} holds files already; go on with resume, or remove it"
    assert refused(*ASKED, "--out", str(out)) == line
    line = f"resume: {folder} does not say what it is of; remove it to start over"
    assert refused(*ASKED, "--out", str(out), "--resume") == line
    for said_there in ([], {"most": 512, "question": {}, "format": "csv", "version": probcalc.__version__}):
        (folder / ".sweep.json").write_text(json.dumps(said_there))
        line = f"resume: {folder} holds parts of another sweep; remove it to start over"
        assert refused(*ASKED, "--out", str(out), "--resume") == line
    assert sorted(file.name for file in folder.iterdir()) == [".sweep.json", "0"]
    shutil.rmtree(folder)
    folder.touch()
    assert refused(*ASKED, "--out", str(out)) == f"out: {folder} stands where a folder has to be; remove it"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ("--out", "odds.xls"),
            "out: odds.xls says no format; end it with .csv, .jsonl, .arrow, .parquet, or name one",
        ),
        (("--out", "odds", "--format", "cvs"), "cvs is not a format; did you mean csv?"),
        (("--out", "odds.csv", "--jobs", "0"), "jobs must be 1 to 256, not 0"),
        (
            ("--out", "odds.csv", "--jobs", "2", "--cluster", "local"),
            "cluster: its workers compute, so jobs says nothing",
        ),
        (("--out", "odds.csv", "--vary", "cc="), "cc: no value follows =; for all of them write cc or cc=all"),
        (("--out", "odds.csv", "--result", "slian"), "slian is not a result of chronopia.melee; did you mean slain?"),
        (("--out", "odds.csv", "--hours", "0.000000001"), "this sweep is too large: 28 cells, one by one: about"),
        *(
            (("--out", "odds.csv", "--hours", text), f"hours: a number above 0, at most 1,000,000, not {text}\n")
            for text in ("0", "-1", "nan", "inf", "1/0", "1000001", "1e999999999")
        ),
        (("--out", "no/such/folder/odds.csv"), "out: there is no folder no/such/folder for odds.csv"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_writes_nothing(words, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = run(*ASKED, *words)
    assert found.exit_code != 0
    assert found.stderr.count("\n") == 1
    assert found.stderr.startswith(line)
    assert list(tmp_path.iterdir()) == []


def test_several_processes_share_the_hours_of_a_sweep(tmp_path):
    found = run(*ASKED, "--out", str(tmp_path / "odds.csv"), "--jobs", "2", "--hours", "0.000000001")
    assert "in 2 processes (limit 1e-9 hours)" in found.stderr


@pytest.mark.parametrize(("between", "said_so"), [(0.001, "under a second"), (60.0, "32 minutes")])
def test_an_estimate_is_said_and_nothing_written(between, said_so, tmp_path, monkeypatch):
    # A clock that goes on by as much each time that it is looked at, however busy the machine is.
    clock = itertools.count(0.0, between)
    monkeypatch.setattr("probcalc.analysis.sweeps.estimates.perf_counter", lambda: next(clock))
    out = tmp_path / "odds.csv"
    line = f"28 cells, one by one: about {said_so} in one process\n"
    assert said(*ASKED, "--out", str(out), "--estimate") == line
    assert not out.exists()


def test_a_sweep_stopped_from_the_keyboard_keeps_what_is_done_and_goes_on(tmp_path):
    out, whole = tmp_path / "odds.csv", tmp_path / "whole.csv"
    varied = ("a.unit", "b.unit", "a.models=1..4", "b.models=1..6")
    words = ["sweep", "chronopia.clash", *(word for name in varied for word in ("--vary", name))]
    command = [sys.executable, "-m", "probcalc", *words, "--out"]
    begun = subprocess.Popen([*command, str(out)], stderr=subprocess.PIPE, text=True)
    part = tmp_path / "odds.csv.part" / "0"
    while not part.exists() and begun.poll() is None:
        time.sleep(0.02)
    begun.send_signal(signal.SIGINT)
    _, error = begun.communicate(timeout=300)
    # Unless it was done before it heard of it.
    if not out.exists():
        assert begun.returncode == 130
        assert f"{out}.part keeps what is done; the same command with --resume goes on" in error
    assert run(*words, "--out", str(out), "--resume").exit_code == 0
    assert run(*words, "--out", str(whole)).exit_code == 0
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.slow
def test_two_processes_write_the_same_file_as_one(tmp_path):
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    asked = question("chronopia.melee", {}, ["armour=0..40", "cc=1..30", "weapon=all", "charging"], ["slain"])
    write_sweep(asked, one, "csv")
    write_sweep(asked, two, "csv", jobs=2)
    assert two.read_bytes() == one.read_bytes()


def test_a_folder_has_a_file_for_each_value_of_what_varies_first(tmp_path):
    import pyarrow.parquet as pq

    words = (*VARIED, "--where", "armour != 20 and (charging or armour > 18)", "--split", "--format", "parquet")
    folder, whole = tmp_path / "odds", tmp_path / "odds.parquet"
    assert said("sweep", "chronopia.melee", *words, "--out", str(folder)).startswith(f"{folder}: 22 cells, ")
    names = [f"armour={armour}.parquet" for armour in (18, 19, 21, 22, 23, 24)]
    assert sorted(path.name for path in folder.iterdir()) == [".sweep.json", *names]
    said("sweep", "chronopia.melee", *words[:-3], "--out", str(whole))
    assert pq.read_table(str(folder), partitioning=None).to_pylist() == pq.read_table(str(whole)).to_pylist()
    line = f"out: {folder} holds files already; go on with resume, or name another folder"
    assert refused("sweep", "chronopia.melee", *words, "--out", str(folder)) == line
    before = (folder / names[1]).stat().st_mtime_ns
    (folder / names[0]).unlink()
    said("sweep", "chronopia.melee", *words, "--out", str(folder), "--resume")
    assert sorted(path.name for path in folder.iterdir()) == [".sweep.json", *names]
    assert (folder / names[1]).stat().st_mtime_ns == before
    line = f"out: {folder} is a folder; name a file in it, or say split"
    assert refused("sweep", "chronopia.melee", *VARIED, "--format", "csv", "--out", str(folder)) == line


@pytest.mark.slow
def test_memory_stays_flat_however_many_cells(tmp_path):
    def peak(values):
        vary = ["cc=1..30", "modifier=-20..20", f"armour={values}", "attacker_dazed=none,half"]
        asked = question("chronopia.melee", {}, vary, ["slain"])
        tracemalloc.start()
        try:
            write_sweep(asked, tmp_path / f"{asked.cells}.csv", "csv")
            return asked.cells, tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak("0..20")
    (few, little), (many, much) = peak("0..26"), peak("-10..40/1")
    assert many > 1.8 * few
    assert much < 1.2 * little


def test_a_library_that_is_missing_is_named_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr("probcalc.scenarios.extras.find_spec", lambda name: None if name == "pyarrow" else name)
    line = refused(*ASKED, "--out", str(tmp_path / "odds.parquet"))
    assert line.startswith("Arrow and Parquet files need pyarrow, which is not installed: pip install 'pyarrow")


@pytest.mark.parametrize("split", [(), ("--split",)])
def test_where_nothing_is_done_nothing_stays(split, tmp_path, monkeypatch):
    out = tmp_path / "odds.csv"
    words = (*ASKED, *split, "--format", "csv", "--out", str(out))

    def gone(name):
        return None if name == "distributed" else name

    monkeypatch.setattr("probcalc.scenarios.extras.find_spec", gone)
    line = refused(*words, "--cluster", "local")
    assert line.startswith("sweeps on a cluster need distributed, which is not installed: pip install 'distributed")
    assert list(tmp_path.iterdir()) == []

    def nothing(work, numbers, folder):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("probcalc.present.sweeps.writing.in_this_process", nothing)
    found = run(*words)
    assert (found.exit_code, found.stderr.strip()) == (130, "interrupted")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_nothing_beside_what_is_done(tmp_path, monkeypatch):
    def full(path, data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    found = run(*ASKED, "--out", str(tmp_path / "odds.csv"))
    assert found.exit_code == 1
    assert "No space left on device" in found.stderr
    assert list(tmp_path.iterdir()) == []


def test_standard_output_takes_rows_of_text():
    words = ("sweep", "chronopia.melee", "--vary", "armour=20..22", "--out", "-")
    lines = said(*words).splitlines()
    assert lines[0] == "armour,slain,slain_decimal"
    assert [line.split(",")[0] for line in lines[1:]] == ["20", "21", "22"]
    assert json.loads(said(*words, "--format", "jsonl").splitlines()[0])["armour"] == 20
    assert refused(*words, "--format", "arrow") == "format: standard output takes csv or jsonl, not arrow"


def test_a_link_is_swept_and_hours_may_be_a_fraction():
    words = ("--vary", "armour=18..19", "--hours", "1/2", "--out", "-")
    link = "http://localhost:8501/?s=chronopia.melee&v=1&cc=11"
    assert said("sweep", link, *words) == said("sweep", "chronopia.melee", "cc=11", *words)


def test_what_is_no_file_is_not_written_over(tmp_path):
    pipe = tmp_path / "odds.csv"
    os.mkfifo(pipe)
    assert refused(*ASKED, "--out", str(pipe)) == f"out: {pipe} is no file that could be written over"


def test_parts_of_two_sweeps_are_not_mixed(tmp_path):
    folder = tmp_path / "odds"
    words = ("--vary", "weapon=sword,dagger", "--vary", "armour=18..20", "--split", "--format", "csv", "--out", folder)
    said("sweep", "chronopia.melee", *map(str, words))
    (folder / "weapon=dagger.csv").unlink()
    line = f"resume: {folder} holds parts of another sweep; remove it to start over"
    assert refused("sweep", "chronopia.melee", "cc=18", *map(str, words), "--resume") == line
    # Another machine may take other values of what varies first.
    shared = ("--vary", "weapon=dagger,spear", *words[2:])
    assert said("sweep", "chronopia.melee", *map(str, shared), "--resume").startswith(f"{folder}: 6 cells, ")


def test_two_sweeps_do_not_write_one_file_at_once(tmp_path):
    out = tmp_path / "odds.csv"
    one = question("chronopia.melee", {}, ["armour=18..20"])
    other = question("chronopia.melee", {"cc": 18}, ["armour=18..20"])

    def ask_meanwhile(done, cells):
        with pytest.raises(probcalc.InputError, match="another sweep writes"):
            write_sweep(other, out, "csv")

    write_sweep(one, out, "csv", progress=ask_meanwhile)
    alone = tmp_path / "alone.csv"
    write_sweep(one, alone, "csv")
    assert out.read_bytes() == alone.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["alone.csv", "odds.csv"]
