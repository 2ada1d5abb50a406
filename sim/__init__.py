"""The card game Five Hundred: rules as data, and an engine that plays hands."""

from sim.rules import Rules, RulesError, load_rules, preset_names

__all__ = ["Rules", "RulesError", "load_rules", "preset_names"]
