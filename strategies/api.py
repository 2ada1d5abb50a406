"""A strategy as the rest of the project sees it: found by name or file, compiled, with parameters.

A strategy file holds plain functions of a view (see ``sim.records.VIEW``), each returning an int:
``bid``, ``discard`` and ``play``; ``name_suit``, ``nominate`` and ``raise_bid`` if it wants to answer
those too. It may import any of them from a strategy of this folder. ``PARAMETERS`` may name up to 16
numbers that studies can set; the file reads them by their place in ``view.params``.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

from sim.records import CARD_HOOKS, HOOKS, N_PARAMS

__all__ = [
    "Player",
    "Strategy",
    "StrategyError",
    "View",
    "answers",
    "load_functions",
    "load_strategy",
    "parse_player",
    "player_parts",
    "strategy_names",
]

View: TypeAlias = Any  # a record of dtype sim.records.VIEW

REQUIRED: Final = ("bid", "discard", "play")
_FOLDER: Final = Path(__file__).resolve().parent
_PLUS: Final = re.compile(r"\+(?![^()]*\))")  # outside brackets
_WITH_PARAMETERS: Final = re.compile(r"(?P<name>.+?)\s*\((?P<values>[^()]*)\)", re.DOTALL)


class StrategyError(ValueError):
    """A strategy that cannot be found, read, compiled or set as asked; one line."""


@dataclass(frozen=True)
class Strategy:
    """A strategy file: what it is called, what it says of itself, how it is asked.

    ``digest`` changes with the file and with everything of the project it is compiled from.
    """

    name: str
    path: Path
    doc: str
    parameters: dict[str, float] = field(hash=False)
    digest: str

    @property
    def summary(self) -> str:
        """The first line of the description."""
        return self.doc.strip().partition("\n")[0]

    @cached_property
    def hooks(self) -> tuple[Any, ...]:
        """The compiled callbacks in the order of ``sim.records.HOOKS``. Raises StrategyError."""
        from strategies.compiling import compile_hooks

        return compile_hooks(self)

    @property
    def why_slow(self) -> str:
        """Why it cannot be compiled and is played as plain Python, as ``line 7: ...``; else nothing."""
        from strategies.compiling import why_slow

        return why_slow(self)

    def player(self, **values: float) -> Player:
        """Return the strategy with some parameters set, the others at their defaults.

        Raises StrategyError for a parameter that it does not have.
        """
        for key in values:
            if key not in self.parameters:
                raise StrategyError(
                    f"{self.name}: no parameter {key!r}{_nearest(key, list(self.parameters))};"
                    f" it has {', '.join(self.parameters) or 'none'}"
                )
        merged = self.parameters | {key: float(value) for key, value in values.items()}
        return Player(self, tuple(merged.values()))


@dataclass(frozen=True)
class Player:
    """A strategy with values for its parameters: what sits at a seat.

    With ``cards`` it only bids; the other player exchanges and plays the cards in its place.
    """

    strategy: Strategy
    values: tuple[float, ...]
    cards: Player | None = None

    @property
    def hooks(self) -> tuple[Any, ...]:
        """The compiled callbacks, those about cards from the player of the cards."""
        if self.cards is None:
            return self.strategy.hooks
        pairs = zip(self.strategy.hooks, self.cards.hooks, strict=True)
        return tuple(pair[(CARD_HOOKS >> hook) & 1] for hook, pair in enumerate(pairs))

    @property
    def card_values(self) -> tuple[float, ...]:
        """The parameters that the callbacks about cards read."""
        return self.values if self.cards is None else self.cards.values

    @property
    def name(self) -> str:
        """The text that ``parse_player`` reads: the name, and the parameters that were changed."""
        pairs = zip(self.strategy.parameters.items(), self.values, strict=True)
        changed = [f"{key}={_exact(value)}" for (key, default), value in pairs if value != default]
        name = f"{self.strategy.name}({', '.join(changed)})" if changed else self.strategy.name
        return name if self.cards is None else f"{name}+{self.cards.name}"

    @property
    def kinds(self) -> tuple[Strategy, ...]:
        """The strategies it is made of: one, or who bids and who plays the cards."""
        return (self.strategy,) if self.cards is None else (self.strategy, *self.cards.kinds)

    @property
    def digest(self) -> str:
        """Changes with its strategies."""
        return "+".join(kind.digest for kind in self.kinds)

    @property
    def summary(self) -> str:
        """What it says of itself."""
        if self.cards is None:
            return self.strategy.summary
        return f"Bids as {self.strategy.name}, plays the cards as {self.cards.strategy.name}."

    @property
    def settings(self) -> dict[str, float]:
        """Its parameters by name; those of the cards with ``cards.`` before their names."""
        found = dict(zip(self.strategy.parameters, self.values, strict=True))
        others = {} if self.cards is None else self.cards.settings
        return found | {f"cards.{key}": value for key, value in others.items()}


def strategy_names() -> list[str]:
    """Return the names of the strategies that come with the project, sorted."""
    return sorted(path.stem for path in _FOLDER.glob("*.py") if _is_strategy(path))


def _file_names() -> set[str]:
    return {path.name for path in _FOLDER.glob("*.py")}


def load_strategy(name_or_path: str | Path) -> Strategy:
    """Return a strategy by its name, or by the path of its file (which ends in ``.py``).

    It is compiled when its hooks are first used. Raises StrategyError.
    """
    from sim.compile import sources_digest, text_digest

    path = _find(name_or_path)
    source = _read(path)
    tree = _parse(path, source)
    _check_functions(path, tree)
    return Strategy(
        name=path.stem if path.parent == _FOLDER else str(name_or_path),
        path=path,
        doc=ast.get_docstring(tree) or "(no description)",
        parameters=_parameters(path, tree),
        digest=text_digest([source, sources_digest(_FOLDER)]),
    )


def load_functions(name_or_path: str | Path) -> dict[str, Callable[[View], int]]:
    """Return the plain functions of a strategy by hook, uncompiled, with defaults filled in.

    The views they are given must be records of a recarray, which read fields as attributes.
    """
    from strategies.compiling import plain_hooks

    return dict(zip(HOOKS, plain_hooks(load_strategy(name_or_path)), strict=True))


def parse_player(text: str) -> Player:
    """Return the player that a text describes: ``club``, ``club(boldness=0.5)``, ``my.py(x=1)``.

    ``club+novice`` bids as the one and plays the cards as the other. Raises StrategyError.
    """
    parts = player_parts(text)
    if len(parts) > 2:
        raise StrategyError(f"{text}: two strategies at most, who bids + who plays the cards")
    first, *others = (_one_player(part) for part in parts)
    return replace(first, cards=others[0]) if others else first


def player_parts(text: str) -> list[str]:
    """Return the texts of who bids and, after a plus, of who plays the cards."""
    return [text] if Path(text.strip()).is_file() else _PLUS.split(text)


def _one_player(text: str) -> Player:
    match = _WITH_PARAMETERS.fullmatch(text.strip())
    if match is None:
        return load_strategy(text.strip()).player()
    values: dict[str, float] = {}
    for pair in filter(None, (part.strip() for part in match["values"].split(","))):
        key, _, number = (part.strip() for part in pair.partition("="))
        try:
            value = float(number)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise StrategyError(f"{text}: {pair!r} is no parameter, write name=number")
        if key in values:
            raise StrategyError(f"{text}: {key} is set twice")
        values[key] = value
    return load_strategy(match["name"]).player(**values)


def _find(name_or_path: str | Path) -> Path:
    text = str(name_or_path)
    if not text.endswith(".py"):
        path = _FOLDER / f"{text}.py"
        if path.name in _file_names() and _is_strategy(path):
            return path
        known = strategy_names()
        raise StrategyError(
            f"strategy {text!r}: not found{_nearest(text, known)}; there are {', '.join(known)},"
            " or give the path of a .py file"
        )
    path = Path(text).expanduser().resolve()
    if not path.is_file():
        raise StrategyError(f"strategy {text}: there is no such file")
    return path


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise StrategyError(f"{path}: cannot be read: {error}") from None


def _parse(path: Path, source: str) -> ast.Module:
    try:
        return ast.parse(source, str(path))
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        reason = getattr(error, "msg", None) or error
        raise StrategyError(f"{path}, line {line}: not valid Python: {reason}") from None


def _is_strategy(path: Path) -> bool:
    try:
        found = answers(ast.parse(path.read_text(encoding="utf-8")))
    except (SyntaxError, ValueError):
        return True  # so that it is listed, and told what is wrong with it when it is loaded
    return path.stem != "defaults" and all(name in found for name in REQUIRED)


def answers(tree: ast.Module) -> list[str]:
    """Return the questions that a file answers, with functions of its own or imported ones."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    names = {name.asname or name.name for node in imports for name in node.names}
    return [name for name in HOOKS if name in names or name in _functions(tree)]


def _functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _check_functions(path: Path, tree: ast.Module) -> None:
    functions = _functions(tree)
    missing = [name for name in REQUIRED if name not in answers(tree)]
    if missing:
        raise StrategyError(
            f"{path}: no function {missing[0]}(view){_nearest(missing[0], list(functions))};"
            f" a strategy needs {', '.join(REQUIRED)}"
        )
    for name in HOOKS:
        node = functions.get(name)
        if node is not None and not _takes_one(node.args):
            raise StrategyError(
                f"{path}, line {node.lineno}: {name}({ast.unparse(node.args)}) must take one"
                " argument, the view"
            )
    for function in functions.values():
        _check_view_is_kept(path, function)


def _takes_one(arguments: ast.arguments) -> bool:
    places = [*arguments.posonlyargs, *arguments.args]
    return len(places) == 1 and not (arguments.vararg or arguments.kwonlyargs or arguments.kwarg)


def _check_view_is_kept(path: Path, function: ast.FunctionDef) -> None:
    """Raise StrategyError where a function writes to a field of what it is given.

    The view is the table's own record of the hand: a change in it would change the game.
    """
    given = {argument.arg for argument in function.args.args}
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            field, root = "", node
            while isinstance(root, ast.Attribute | ast.Subscript):
                field = root.attr if isinstance(root, ast.Attribute) else field
                root = root.value  # type: ignore[assignment]
            if field and isinstance(root, ast.Name) and root.id in given:
                raise StrategyError(
                    f"{path}, line {node.lineno}: {function.name} writes to {root.id}.{field};"
                    " a view may only be read"
                )


def _parameters(path: Path, tree: ast.Module) -> dict[str, float]:
    """Return ``PARAMETERS`` of a file, which must be a plain dict of numbers."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if "PARAMETERS" in names and isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            return _numbers(path, node.lineno, node.value)
    return {}


def _numbers(path: Path, line: int, value: ast.expr) -> dict[str, float]:
    where = f"{path}, line {line}: PARAMETERS"
    try:
        found = ast.literal_eval(value)
        numbers = {key: float(number) for key, number in found.items()}
        if not all(map(math.isfinite, numbers.values())) or not all(map(str.isidentifier, found)):
            raise ValueError(numbers)
    except (ValueError, TypeError, AttributeError, OverflowError):
        raise StrategyError(
            f'{where} must be written out as names and numbers, {{"x": 0.5}}'
        ) from None
    if len(numbers) > N_PARAMS:
        raise StrategyError(f"{where} has {len(numbers)} entries, {N_PARAMS} are allowed")
    return numbers


def _exact(value: float) -> str:
    """Return a number as short as can be without becoming another one."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


def _nearest(word: str, known: list[str]) -> str:
    close = get_close_matches(word, known, n=1)
    return f" (did you mean {close[0]}?)" if close else ""
