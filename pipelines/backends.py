"""Where parts are played: in this process, or in worker processes of this machine.

Every backend takes the same calls and yields results as they come, so another one (a cluster) is
one more branch here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any


def worker_count(asked: int | None, n_parts: int, n_hands: int) -> int:
    """Return how many workers to use: those asked for, else one a core, one alone for a small run."""
    import joblib

    if asked is not None:
        return max(1, min(asked, n_parts))
    small = 300_000  # starting workers takes as long as playing so many hands
    return 1 if n_hands < small else max(1, min(joblib.cpu_count(), n_parts))


def run_all(
    function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], workers: int
) -> Iterator[Any]:
    """Yield ``function(*args)`` for all arguments, in the order in which they are finished."""
    if workers == 1:
        for each in arguments:
            yield function(*each)
        return
    import joblib

    with _stopping_workers(), joblib.parallel_config(
        backend="loky", n_jobs=workers, initializer=_one_thread
    ):
        parallel = joblib.Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs")
        yield from parallel(joblib.delayed(function)(*each) for each in arguments)


def _one_thread() -> None:
    """Keep a worker to one core; Polars reads this when it is imported."""
    os.environ["POLARS_MAX_THREADS"] = "1"


@contextmanager
def _stopping_workers() -> Iterator[None]:
    """Stop the workers at once when their work is broken off."""
    try:
        yield
    except BaseException:
        from joblib.externals.loky import get_reusable_executor

        get_reusable_executor().shutdown(wait=False, kill_workers=True)
        raise
