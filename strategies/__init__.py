"""Strategies for Five Hundred: one file each, plain functions of what a player may know."""

from strategies.api import (
    Player,
    Strategy,
    StrategyError,
    load_strategy,
    parse_player,
    strategy_names,
)

__all__ = [
    "Player",
    "Strategy",
    "StrategyError",
    "load_strategy",
    "parse_player",
    "strategy_names",
]
