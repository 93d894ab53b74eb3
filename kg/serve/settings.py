"""Settings of the server, from ``KG_*`` environment variables."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from kg.errors import KgError
from kg.query.guard import BOUNDS, WIDEST, Bounds


class ServeSettings(BaseSettings):
    """Limits of the server; ``query_timeout`` is ``KG_QUERY_TIMEOUT`` and so on."""

    model_config = SettingsConfigDict(env_prefix="KG_")

    query_timeout: Annotated[float, Field(gt=0, le=3600)] = 30.0
    """Seconds after which a query is ended, whatever it is doing."""

    query_slots: Annotated[int, Field(ge=1, le=256)] = 2
    """Queries that run at the same time, each in a process of its own."""

    query_wait: Annotated[float, Field(ge=0, le=600)] = 5.0
    """Seconds that a query waits for a free slot before it is turned away (503)."""

    light_slots: Annotated[int, Field(ge=0, le=256)] = 2
    """Small queries that may run beside those in slots while all slots are taken; 0 for none."""

    light_timeout: Annotated[float, Field(gt=0, le=60)] = 0.1
    """Seconds that a query may take there; one that takes longer waits for a slot and starts anew."""

    query_processes: Literal["auto", "fork", "pool"] = "auto"
    """A forked child for each query, or a pool of workers; auto forks where the platform can."""

    query_memory_mb: Annotated[int, Field(ge=64)] = 1024
    """Memory that one query may use on top of what its process has."""

    query_bytes: Annotated[int, Field(ge=100, le=WIDEST.size)] = BOUNDS.size
    """Longer queries are refused (413)."""

    query_depth: Annotated[int, Field(ge=5, le=WIDEST.depth)] = BOUNDS.depth
    """Queries whose brackets are nested deeper are refused (400)."""

    query_tokens: Annotated[int, Field(ge=20, le=WIDEST.tokens)] = BOUNDS.tokens
    """Queries of more words and signs are refused (400)."""

    follow_seconds: Annotated[float, Field(ge=0, le=86400)] = 5.0
    """Seconds between two looks at which version of a build folder is the current one; 0 for none."""

    store: str = ""
    """Address of a SPARQL 1.1 endpoint that answers the queries instead of the build's own store."""

    store_check: bool = True
    """Whether that endpoint must hold the very version that is served (see kg load)."""

    story_timeout: Annotated[float, Field(gt=0, le=600)] = 5.0
    """Seconds that a page waits for the story of a thing and for who points to it."""

    story_slots: Annotated[int, Field(ge=1, le=64)] = 1
    """Stories that are told at the same time, each in a process of its own."""

    story_memory_mb: Annotated[int, Field(ge=64)] = 1024
    """Memory that the stories of one process may use on top of what it has at its start."""

    rate_limit: Annotated[float, Field(ge=0)] = 20.0
    """Requests a second that one client may send in the long run; 0 for any number."""

    rate_burst: Annotated[int, Field(ge=1)] = 200
    """Requests that one client may send at once."""

    access_log: str = ""
    """A file that gets one JSON object a request, - for standard error; none by default."""

    access_log_addresses: bool = False
    """Whether the addresses of clients are written there."""

    server_processes: Annotated[int, Field(ge=1)] = 1
    """Processes that serve side by side, each with slots and counts of its own; --workers sets it. Told on /limits."""

    answer_cache_bytes: Annotated[int, Field(ge=0)] = 64_000_000
    """Memory for answers that are remembered; 0 remembers none."""

    buffer_bytes: Annotated[int, Field(ge=1)] = 1_000_000
    """Answers up to this size are complete before the first byte is sent."""

    result_bytes: Annotated[int, Field(ge=1)] = 256_000_000
    """Larger answers are broken off."""

    body_bytes: Annotated[int, Field(ge=1)] = 256_000
    """Larger request bodies are refused (413)."""

    @property
    def bounds(self) -> Bounds:
        """The largest query that is run."""
        return Bounds(self.query_bytes, self.query_depth, self.query_tokens)


def load_settings() -> ServeSettings:
    """The settings of this environment; KgError where one is no valid value."""
    try:
        return ServeSettings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "KG_" + "_".join(str(part) for part in first["loc"]).upper()
        raise KgError(f"{name}: {first['msg']} (it is {first['input']!r})") from error
