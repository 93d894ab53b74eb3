"""Which processes answer the queries of a version: forked children, a pool of workers, or another store."""

from __future__ import annotations

from kg.errors import KgError
from kg.serve.lanes import LaneRunner, Lanes
from kg.serve.remember import RememberingRunner
from kg.serve.remote_worker import arguments_of, require_version
from kg.serve.runner import PoolRunner, QueryRunner
from kg.serve.settings import ServeSettings
from kg.store import GRAPH_FILE, STORE_FOLDER, Version

#: A dataset of up to this many bytes is held in memory, where a fork is cheap and answers are quick;
#: of a larger one each child opens the folder on disk.
_IN_MEMORY = 300_000_000

#: The two ways of KG_QUERY_PROCESSES.
_FORK, _POOL = "fork", "pool"


def query_runner(version: Version, settings: ServeSettings) -> RememberingRunner:
    """The processes that answer queries, behind lanes and memory; raises KgError where they cannot be had."""
    lanes = Lanes(
        slots=settings.query_slots,
        wait=settings.query_wait,
        light_slots=settings.light_slots,
        light_seconds=settings.light_timeout,
        light_bytes=settings.buffer_bytes,
    )
    waiting = LaneRunner(_processes(version, settings), lanes)
    return RememberingRunner(waiting, size=settings.answer_cache_bytes, largest=settings.buffer_bytes)


def story_runner(version: Version, settings: ServeSettings) -> PoolRunner:
    """The processes that tell stories."""
    arguments = (str(version.path), str(settings.story_memory_mb))
    return PoolRunner("kg.serve.storyteller", arguments, slots=settings.story_slots, wait=settings.story_timeout)


def _processes(version: Version, settings: ServeSettings) -> QueryRunner:
    if settings.store:
        if settings.store_check:
            require_version(settings.store, version)
        where = arguments_of(settings.store, version, settings.store_check)
        return _pool("kg.serve.remote_worker", where, settings)
    graph, folder = version.path / GRAPH_FILE, version.path / STORE_FOLDER
    if _kind(settings) == _POOL:
        return _pool("kg.serve.worker", (str(folder if folder.is_dir() else graph),), settings)
    from kg.serve.forking import ForkRunner

    small = graph.is_file() and graph.stat().st_size <= _IN_MEMORY
    return ForkRunner(
        graph if small or not folder.is_dir() else folder,
        settings.query_memory_mb,
        spare=settings.query_slots + settings.light_slots,
    )


def _kind(settings: ServeSettings) -> str:
    """How processes are made: as the settings say, else by fork where the platform has it."""
    try:
        from kg.serve.forking import can_fork
    except ImportError:
        forks = False
    else:
        forks = can_fork()
    if settings.query_processes == _FORK and not forks:
        raise KgError("KG_QUERY_PROCESSES: there is no fork on this platform, or no process descriptors; say pool")
    return _FORK if forks and settings.query_processes != _POOL else _POOL


def _pool(module: str, where: tuple[str, ...], settings: ServeSettings) -> PoolRunner:
    """A worker for each query that the lanes let in."""
    slots = settings.query_slots + settings.light_slots
    return PoolRunner(module, (*where, str(settings.query_memory_mb)), slots=slots, wait=settings.query_timeout)
