"""Calls that other programs' tests ask for: club makes them, or there is a reason (``bid_table.py``)."""

from __future__ import annotations

import pytest
from bid_table import ROWS, Row


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_call_is_the_one_asked_for_or_has_a_reason(row: Row) -> None:
    assert row.answer() == (row.club or row.asked)
    assert bool(row.why) == (row.answer() != row.asked)
