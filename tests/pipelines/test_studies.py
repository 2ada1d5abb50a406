"""The studies that come with the project: each says what it is for, makes a plan, and can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.cells import make_plan
from pipelines.report import PAGE, write_report
from pipelines.simulate import simulate
from pipelines.study import Study, load_study, study_dir, study_names

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
MOST_HANDS = 6_000_000  # about half a minute on two cores


def small(study: Study) -> Study:
    """Return a study cut down to a few deals and games."""
    play = tuple(
        each.model_copy(update={"games": 2} if each.mode == "games" else {"deals": 20})
        for each in study.play
    )
    cut = study.model_copy(update={"play": play})
    return cut


@pytest.mark.parametrize("name", study_names())
def test_study_says_what_it_is_for_and_is_played_soon(name: str) -> None:
    text = (study_dir() / f"{name}.toml").read_text(encoding="utf-8")
    assert text.startswith("# ")
    study = load_study(name)
    assert study.description
    assert make_plan(study).n_hands <= MOST_HANDS
    assert f"`{name}`" in README


@pytest.mark.parametrize("name", study_names())
def test_study_is_played_and_reported(name: str, tmp_path: Path) -> None:
    run = simulate(small(load_study(name)), tmp_path / name, workers=1)
    page = write_report(run).read_text(encoding="utf-8")
    assert page.count("<section") >= 5
    assert (run.path / "report" / PAGE).is_file()
