"""Where parts are played: in this process, or in worker processes of this machine.

Every backend takes the same calls and yields results as they come, so another one (a cluster) is
one more branch here.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any


class WorkerLost(RuntimeError):
    """A worker process ended that should not have."""


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
    """Yield ``function(*args)`` for all arguments, in the order in which they are finished.

    Raises WorkerLost when a worker process is killed from outside.
    """
    if workers == 1:
        for each in arguments:
            yield function(*each)
        return
    import joblib

    with (
        _stopping_workers(),
        joblib.parallel_config(backend="loky", n_jobs=workers, initializer=_begin_worker),
    ):
        parallel = joblib.Parallel(
            return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs"
        )
        yield from parallel(joblib.delayed(function)(*each) for each in arguments)


def _begin_worker() -> None:
    """Keep a worker to one core, and let it live no longer than its parent.

    Polars reads the variable when it is imported. Ctrl-C is left to the parent, which stops its
    workers.
    """
    os.environ["POLARS_MAX_THREADS"] = "1"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()


def _end_with_parent(parent: int) -> None:
    """End this process when its parent has been killed: nobody waits for its work any more."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


@contextmanager
def _stopping_workers() -> Iterator[None]:
    """Stop the workers at once when their work is broken off. Raises WorkerLost if one died."""
    try:
        yield
    except BaseException as error:
        from joblib.externals.loky import get_reusable_executor
        from joblib.externals.loky.process_executor import BrokenProcessPool

        get_reusable_executor().shutdown(wait=False, kill_workers=True)
        if isinstance(error, BrokenProcessPool):
            raise WorkerLost(
                "a worker process was killed, perhaps by the system for want of memory"
            ) from None
        raise
