"""The shape of the house: imports go one way, files stay short, nothing points outside."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("sim", "strategies", "pipelines")  # each may import itself and those before it
HEAVY = (
    "numba",
    "numpy",
    "polars",
    "duckdb",
    "matplotlib",
    "scipy",
    "pydantic",
    "joblib",
    "jinja2",
)
MAX_LINES = 400
NOT_TEXT = (".png", ".parquet")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def tracked() -> list[Path]:
    """Return the files that belong to the project: in git, or else all that is not ignored."""
    done = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode != 0:
        pytest.skip("not a git checkout")
    found = [ROOT / name for name in done.stdout.split("\0") if name]
    return [path for path in found if path.is_file()]


def imported(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    above = PACKAGES[PACKAGES.index(package) + 1 :]
    wrong = [name for name in imported(path) if name.partition(".")[0] in (*above, "tests")]
    assert wrong == []


def test_the_game_knows_no_strategy_by_name() -> None:
    names = [
        path.stem for path in (ROOT / "strategies").glob("*.py") if "PARAMETERS" in path.read_text()
    ]
    assert "club" in names
    for path in (ROOT / "sim").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not [name for name in names if f'"{name}"' in text], path


def test_strategies_know_no_tables() -> None:
    for path in (ROOT / "strategies").glob("*.py"):
        assert not {"polars", "duckdb"} & {name.partition(".")[0] for name in imported(path)}, path


def test_reference_engine_is_independent_of_the_kernels() -> None:
    allowed = {"sim.rules", "sim.cards"}
    for path in (ROOT / "tests" / "reference").glob("*.py"):
        ours = {name for name in imported(path) if name.partition(".")[0] in PACKAGES}
        assert ours <= allowed, path


def test_files_are_short() -> None:
    long = [
        path
        for path in tracked()
        if path.suffix in (".py", ".sql", ".j2", ".css")
        and len(path.read_text(encoding="utf-8").splitlines()) > MAX_LINES
    ]
    assert long == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_file_says_what_it_is_about(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_come_from_this_repository(package: str) -> None:
    found = importlib.import_module(package).__file__
    assert found is not None
    assert Path(found).resolve().parent == (ROOT / package).resolve()


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['fivehundred', '--help']\n"
        "from pipelines import cli\n"
        "try: cli.main()\n"
        "except SystemExit: pass\n"
        f"print('loaded', [name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "loaded []", done.stdout + done.stderr


def test_starting_a_worker_does_not_import_polars() -> None:
    # Polars reads its number of threads when it is imported; the worker sets it just before
    code = "import sys; import pipelines.backends; print('polars' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


def test_records_are_made_by_callers_of_kernels() -> None:
    # Numba does not keep the array behind a record alive, so no kernel may make one
    for path in sorted((ROOT / "sim").glob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and _is_kernel(function):
                made = [
                    node
                    for node in ast.walk(function)
                    if isinstance(node, ast.Call) and _called(node) in ("zeros", "empty", "array")
                ]
                assert made == [], f"{path}: {function.name}"


def _is_kernel(function: ast.FunctionDef) -> bool:
    names = [each.func if isinstance(each, ast.Call) else each for each in function.decorator_list]
    return any(isinstance(name, ast.Name) and name.id == "kernel" for name in names)


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _texts() -> Iterator[tuple[Path, str]]:
    for path in tracked():
        if path.suffix not in NOT_TEXT:
            yield path, path.read_text(encoding="utf-8")


ADDRESS = re.compile(r"\w+" + "://" + r"[^\s)>\"']+")
# Where facts come from may be said: public pages, by name, and what a page's format demands.
ALLOWED = (
    re.compile(r"https" + r"://github\.com/[\w.-]+/[\w.-]+(/(issues|blob|pull)/\S+)?$"),
    re.compile(r"http" + r"://www\.w3\.org/\S+$"),
)


def test_no_address_but_of_sources() -> None:
    found = [
        (path, address)
        for path, text in _texts()
        for address in ADDRESS.findall(text)
        if not any(allowed.match(address) for allowed in ALLOWED)
    ]
    assert found == []


def test_no_path_of_one_machine() -> None:
    homes = re.compile(r"(?<![\w.])/(home|root|Users|work|workspace|opt)/\w")
    found = [(path, match[0]) for path, text in _texts() if (match := homes.search(text))]
    assert found == []


def test_lock_pins_every_dependency_with_hashes_for_a_named_python() -> None:
    import tomllib

    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "Python 3.11" in text.splitlines()[0]
    pinned = set(re.findall(r"^([a-z0-9-]+)==\S+ \\$", text, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(each for extra in extras for each in extra)]
    names = {re.split(r"[\[<>=~ ]", each)[0].lower().replace("_", "-") for each in wanted}
    assert names <= pinned
    assert text.count("--hash=sha256:") > len(pinned)
