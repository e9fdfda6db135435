"""Servers of the pages that are begun at the same time do not get in each other's way."""

import subprocess
import sys

import pytest

from benchmarks import serving

PORTS = range(8700, 8740)


def test_who_claims_a_port_at_the_same_time_gets_another_though_nobody_listens_yet():
    with serving.claimed(PORTS) as one, serving.claimed(PORTS) as other:
        assert one != other
        with pytest.raises(OSError, match="no free port"), serving.claimed(range(one, one + 1)):
            pass
    # It is free again, for a server that is begun anew say.
    with serving.claimed(range(one, one + 1)) as again:
        assert again == one


def test_a_server_that_ends_before_it_serves_is_not_waited_for(monkeypatch):
    begun = subprocess.Popen

    def broken(_, **settings):
        return begun([sys.executable, "-c", "raise SystemExit(3)"], **settings)

    monkeypatch.setattr(serving.subprocess, "Popen", broken)
    with (
        serving.claimed(PORTS) as port,
        pytest.raises(OSError, match=f"not served at port {port}: the server ended with 3"),
        serving.served(port, subprocess.DEVNULL),
    ):
        pass
