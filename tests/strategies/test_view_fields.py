"""The table of what a strategy may know: complete, and the same in the README."""

from __future__ import annotations

import json
import re
from pathlib import Path

from typer.testing import CliRunner

from pipelines.cli import app
from sim.records import VIEW
from sim.view_fields import VALUES, view_fields

README = Path(__file__).parents[2] / "README.md"


def test_every_field_is_explained() -> None:
    fields = view_fields()
    assert tuple(field.name for field in fields) == VIEW.names
    assert all(field.group and field.value and field.meaning for field in fields)
    words = {word for field in fields for word in re.findall(r"^[a-z]+", field.value)}
    assert words - {"numbers", "record"} <= {*VALUES, "suits", "calls", "teams"}


def test_the_command_prints_every_field_with_its_shape() -> None:
    said = CliRunner().invoke(app, ["strategies", "view"]).output
    for field in view_fields():
        assert re.search(rf"^  {re.escape(field.label)} +{re.escape(field.value)} ", said, re.M)
    data = json.loads(CliRunner().invoke(app, ["strategies", "view", "--json"]).output)
    assert [each["field"] for each in data["fields"]] == list(VIEW.names or ())
    assert data["values"] == VALUES


def test_the_readme_has_the_same_fields() -> None:
    text = README.read_text(encoding="utf-8").partition("| part | fields |")[2].partition("\n\n")[0]
    assert re.findall(r"`(\S+?)`", text) == [field.label for field in view_fields()]
