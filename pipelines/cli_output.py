"""What every command prints alike."""

from __future__ import annotations

import json
from typing import Any

import typer


def print_json(data: Any) -> None:
    """Print data as JSON for people and programs; what JSON does not know is printed as text."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False, default=str))
