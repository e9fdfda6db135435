"""A sweep on a cluster is the file of one process, also when a worker dies while it computes."""

import json
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from probcalc.analysis.sweeps.asked import question
from probcalc.present.sweeps.writing import write_sweep
from probcalc.scenarios.errors import InputError

pytest.importorskip("distributed")

pytestmark = pytest.mark.slow

QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


@contextmanager
def cluster(folder, workers):
    """A scheduler and workers, each a process on this machine: its address, and the processes of the workers."""
    said = folder / "scheduler.json"
    at_home = ("--host", "127.0.0.1")
    dask = (sys.executable, "-m", "dask")
    begun = [
        subprocess.Popen(
            [*dask, "scheduler", *at_home, "--port", "0", "--no-dashboard", "--scheduler-file", said], **QUIET
        )
    ]
    try:
        while not (said.exists() and said.read_text().endswith("}")):
            assert begun[0].poll() is None
            time.sleep(0.05)
        single = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", folder)
        worker = [*dask, "worker", *at_home, *single, "--scheduler-file", said]
        begun += [subprocess.Popen(worker, **QUIET) for _ in range(workers)]
        yield json.loads(said.read_text())["address"], begun[1:]
    finally:
        for process in reversed(begun):
            process.kill()
            process.wait(timeout=300)


def test_a_worker_that_dies_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("probcalc.analysis.sweeps.estimates.CELLS_BY_FORMULA", 300)
    asked = question("chronopia.melee", {}, ["armour=0..40", "cc=1..20", "charging", "weapon=all"], ["slain", "wounds"])
    alone, together = tmp_path / "alone.parquet", tmp_path / "together.parquet"
    write_sweep(asked, alone, "parquet")
    with cluster(tmp_path, 2) as (address, workers):
        killed = []

        def kill_one(done, whole):
            if done > whole // 3 and not killed:
                killed.append(done)
                workers[0].kill()

        write_sweep(asked, together, "parquet", cluster=address, progress=kill_one)
        assert killed
        assert workers[0].wait(timeout=300) != 0
        assert workers[1].poll() is None
    assert together.read_bytes() == alone.read_bytes()


def test_where_nobody_answers_is_said_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr("probcalc.present.sweeps.workers.SECONDS_TO_ANSWER", 1)
    asked = question("chronopia.melee", {}, ["armour"])
    with pytest.raises(InputError, match=r"cluster: nobody answers at tcp://127.0.0.1:9, as in tcp://host:8786"):
        write_sweep(asked, tmp_path / "odds.csv", "csv", cluster="tcp://127.0.0.1:9")
    with pytest.raises(InputError, match="cluster: nobody answers at mars, as in"):
        write_sweep(asked, tmp_path / "odds.csv", "csv", cluster="mars")
