"""All the players there are: legal in every game, better than a beginner, as the README has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pipelines.comparing import Comparison, compare, net_points
from sim import cards
from sim.engine import play_games, play_hands
from sim.rules import load_rules, preset_names
from strategies.api import load_strategy, parse_player, strategy_names
from strategies.checking import check_strategy

README = Path(__file__).parents[2] / "README.md"
CONTROLS = {"random_legal", "silent"}  # they are there to lose
AUS = load_rules("australian")


@pytest.mark.parametrize("name", strategy_names())
@pytest.mark.parametrize("game", preset_names())
def test_answers_are_legal_in_every_game(game: str, name: str) -> None:
    """The engine stops at the first illegal answer."""
    rules = load_rules(game)
    line_up = [load_strategy(name).player()] * rules.table.players
    assert len(play_hands(rules, line_up, seed=3, first=0, count=300).hands) == 300
    assert len(play_games(rules, line_up, seed=3, first=0, count=5).games) == 5


@pytest.mark.parametrize("name", ["misere_hunter", "point_count"])
def test_keeps_to_the_contract(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # every other game is played above
    monkeypatch.setattr("strategies.checking.preset_names", lambda: ["solo-3"])
    assert "plays the same" in " ".join(check_strategy(name))


@pytest.mark.parametrize("name", sorted({*strategy_names()} - CONTROLS - {"novice"}))
def test_nobody_but_a_control_loses_to_a_novice(name: str, tmp_path: Path) -> None:
    asked = Comparison((name, "novice"), deals=2_000, games=0)
    net, error = net_points(compare(asked, tmp_path / "run", workers=1)[0])
    assert net - 1.96 * error > 10


# Deliberate variations


def contracts(player: str, game: str = "australian") -> np.ndarray:
    """Return the contracts of 8,000 hands with a player at every seat."""
    rules = load_rules(game)
    line_up = [parse_player(player)] * rules.table.players
    return play_hands(rules, line_up, seed=5, first=0, count=8_000).hands["contract"]


def no_trumps(player: str) -> float:
    called = contracts(player)
    return float(np.isin(called, [cards.call_code(f"{n}NT") for n in range(6, 11)]).mean())


def level(player: str) -> float:
    called = contracts(player)
    return float(AUS.record()["level"][0][called][called != cards.PASS].mean())


def miseres(player: str, game: str) -> float:
    return float((contracts(player, game) == cards.MISERE).mean())


@pytest.mark.parametrize("game", ["australian", "trickster-american"])
def test_the_hunter_bids_several_times_as_many_miseres(game: str) -> None:
    assert miseres("misere_hunter", game) > 4 * miseres("club", game)


def test_the_hunter_has_the_parameters_of_club_in_their_order() -> None:
    club, hunter = (load_strategy(name).parameters for name in ("club", "misere_hunter"))
    assert list(club) == list(hunter)
    assert {key for key in club if club[key] != hunter[key]} == {"misere_risk"}


def test_taste_for_no_trumps_goes_from_hate_to_love() -> None:
    hate, even, love = (no_trumps(f"club(no_trump_taste={taste})") for taste in (-1, 0, 0.5))
    assert 2 * hate < even < love / 1.5


def test_the_bold_bid_higher_than_the_cautious() -> None:
    cautious, even, bold = (level(f"club(boldness={more})") for more in (-0.5, 0, 0.5))
    assert cautious + 0.3 < even < bold - 0.3


# The table in the README


def rows() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield player, how it plays, and text by parameter, of every row of the README's table."""
    text = README.read_text(encoding="utf-8").partition("\n## Players\n")[2].partition("\n## ")[0]
    for line in text.splitlines():
        if match := re.fullmatch(r"\| `(\w+)` \| ([^|]+) \| ([^|]+) \|", line):
            named = re.findall(r"`(\w+)` (.+?)(?:; |$)", match[3])
            yield match[1], match[2], dict(named)


def test_the_readme_lists_every_player_and_parameter() -> None:
    found = {name: values for name, _, values in rows()}
    assert list(found) == strategy_names()
    for name, values in found.items():
        assert list(values) == list(load_strategy(name).parameters), name


def test_the_readme_gives_defaults_and_ranges_that_hold_them() -> None:
    for name, _, values in rows():
        for key, default in load_strategy(name).parameters.items():
            number = r"(-?[\d.]+)"
            match = re.search(rf"\({number}, {number} to {number}\)$", values[key])
            assert match, (name, key, values[key])
            said, low, high = (float(each) for each in match.groups())
            assert said == default, (name, key)
            assert low <= default <= high
