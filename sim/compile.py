"""The one place that decides how kernels are compiled, where they are cached, and how to debug them.

Numba's disk cache notices a change in the file of a kernel, but not in what that kernel calls in
other files. So the cache folder is named by a digest of all sources that a kernel may be built from:
a stale kernel cannot be found. ``NUMBA_DISABLE_JIT=1`` runs everything as plain Python,
``NUMBA_BOUNDSCHECK=1`` checks every index; both are Numba's own switches.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning
from platformdirs import user_cache_path

from sim import records

config: Any = numba.config  # its switches are set up at run time, which type checkers cannot see

# Functions as arguments are still marked experimental; the engine is built on them, and tested.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)
if config.DISABLE_JIT:
    # The streams of rng.py count on 64-bit products that wrap around, as compiled ones do.
    warnings.filterwarnings("ignore", message="overflow encountered", category=RuntimeWarning)

VIEW_TYPE: Final = numba.from_dtype(records.VIEW)
STATE_TYPE: Final = numba.from_dtype(records.STATE)
HOOK_SIGNATURE: Final = types.int64(VIEW_TYPE)
HOOK_TYPE: Final = types.FunctionType(HOOK_SIGNATURE)
HOOK_TABLE: Final = types.UniTuple(HOOK_TYPE, records.MAX_SEATS)

_SIM: Final = Path(__file__).resolve().parent
_KEEP_DAYS: Final = 30


def jit_disabled() -> bool:
    """Return whether kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""
    return bool(config.DISABLE_JIT)


def kernel(
    function: Callable[..., Any] | None = None, *, signature: Any = None, inline: bool = False
) -> Any:
    """Compile a function for the game: cached on disk, division by zero not checked.

    With ``signature`` it is compiled at once for those types, and for no others. With ``inline`` it
    becomes part of its callers, for the few that are called for every card.
    """
    if function is None:
        return lambda wrapped: kernel(wrapped, signature=signature, inline=inline)
    folder = Path(function.__code__.co_filename).resolve().parent
    options: dict[str, Any] = {"error_model": "numpy"}
    if inline:
        options["forceinline"] = True
    return compile_function(function, sources_digest(folder), signature, **options)


def compile_function(
    function: Callable[..., Any], digest: str, signature: Any = None, **options: Any
) -> Any:
    """Compile a function into the cache folder that ``digest`` names; options are Numba's."""
    config.CACHE_DIR = str(cache_folder(digest))
    njit: Any = numba.njit
    arguments = [] if signature is None else [signature]
    return njit(*arguments, cache=True, **options)(function)


@cache
def sources_digest(*folders: Path) -> str:
    """Return a digest of every file of ``sim`` that kernels are built from, and of some folders.

    Those are the files that compile kernels, ``cards.py`` and ``records.py``; a test keeps kernels
    from importing anything else of the project.
    """
    files = set(kernel_sources())
    for folder in folders:
        if folder != _SIM:
            files.update(folder.glob("*.py"))
    return text_digest(map(_text, sorted(files)))


def kernel_sources() -> list[Path]:
    """Return the files of ``sim`` whose text can end up in a compiled kernel."""
    constants = [_SIM / "cards.py", _SIM / "records.py", Path(__file__).resolve()]
    kernels = [path for path in _SIM.glob("*.py") if "from sim.compile import" in _text(path)]
    return sorted({*constants, *kernels})


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def text_digest(texts: Iterable[str]) -> str:
    """Return 16 hex digits that stand for some texts, in their order."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(hashlib.sha256(text.encode()).digest())
    return digest.hexdigest()[:16]


@cache
def cache_folder(digest: str) -> Path:
    """Return the folder for kernels built from the sources that ``digest`` stands for.

    It is made when it is missing; folders that nobody has used for a month go at that moment.
    """
    parts = (numba.__version__, np.__version__, platform.python_version(), platform.machine())
    checks = str(config.BOUNDSCHECK)
    folder = cache_root() / text_digest([digest, checks, *parts])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="fivehundred-"))
    _prune(folder.parent)
    return folder


def cache_root() -> Path:
    """Return where compiled kernels are kept: ``FIVEHUNDRED_CACHE``, or the user's cache folder."""
    chosen = os.environ.get("FIVEHUNDRED_CACHE")
    return Path(chosen) if chosen else user_cache_path("fivehundred") / "kernels"


def _prune(root: Path) -> None:
    oldest = time.time() - _KEEP_DAYS * 86_400
    for folder in root.iterdir():
        try:
            if folder.is_dir() and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:  # another process was faster
            continue
