"""Notebooks: thin, without outputs, a question at the start, an answer at the end, and they run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
OWN_FUNCTIONS = "06_write_your_own_strategy"  # what it is about


def cells(path: Path, kind: str | None = None) -> list[dict[str, Any]]:
    """Return the cells of a notebook, of one kind if given."""
    every = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in every if kind in (None, cell["cell_type"])]


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


def test_readme_lists_every_notebook() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [path.stem for path in NOTEBOOKS if f"| `{path.stem}` |" not in readme] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_committed_without_outputs(path: Path) -> None:
    for cell in cells(path, "code"):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_thin(path: Path) -> None:
    code = cells(path, "code")
    assert len(code) <= 12
    for cell in code:
        text = "".join(cell["source"])
        assert len(text.splitlines()) <= 16
        assert "def " not in text or path.stem == OWN_FUNCTIONS
        assert "SELECT" not in text


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_opens_with_a_question_and_closes_with_its_answer(path: Path) -> None:
    every = cells(path)
    assert every[0]["cell_type"] == "markdown"
    assert "?" in "".join(every[0]["source"])
    assert "".join(every[-2]["source"]).startswith("## Answer")
    assert "finding" in "".join(every[-1]["source"])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import nbformat
    from nbclient import NotebookClient

    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)
    last = notebook.cells[-1]
    assert any("text/markdown" in output.get("data", {}) for output in last["outputs"])
