"""Where parallel work runs: processes of this machine, or a Dask cluster.

Everything parallel in Plyground takes a `concurrent.futures.Executor` and hands its work over with `run_tasks`, which
works the same on all of them.
A task is a function at the top of a module with picklable arguments: processes are started afresh
(`spawn`) on every platform, so that no lock or thread of the parent is copied in the middle of its use. Local
processes do not import the main module, so a script needs no `if __name__ == "__main__":`, and what it defines cannot
be a task.

A task may run twice, because it is begun again when its worker is lost. So a task must give the same answer every
time, and must not mind a first run that ended anywhere.
"""

from plyground.executors.cluster import ClusterExecutor, dask_executor
from plyground.executors.local import Here, LocalExecutor, cores, local_executor
from plyground.executors.names import executor_of
from plyground.executors.progress import task_progress
from plyground.executors.stopping import TaskStop
from plyground.executors.work import TRIES, run_tasks, was_lost, workers_of

__all__ = [
    "TRIES",
    "ClusterExecutor",
    "Here",
    "LocalExecutor",
    "TaskStop",
    "cores",
    "dask_executor",
    "executor_of",
    "local_executor",
    "run_tasks",
    "task_progress",
    "was_lost",
    "workers_of",
]
