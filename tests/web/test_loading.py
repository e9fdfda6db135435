"""What is settled before the first visit."""

import sys

from streamlit import net_util

from probcalc.web import main, served
from probcalc.web.served import load_late


def test_the_libraries_are_whole_before_a_page_is_drawn():
    load_late()
    assert ".card" in main.LOOK
    assert served.pages is main
    assert sys.modules["pandas"].Timestamp is not None


def test_the_server_never_asks_for_its_own_address(monkeypatch):
    def asked(*_, **__):
        raise AssertionError("the server asked an outside service")

    monkeypatch.setattr(net_util, "_make_blocking_http_get", asked)
    assert net_util.get_external_ip() == "127.0.0.1"
