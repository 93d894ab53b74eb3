"""Where a version goes: the address, how it is spoken to, and who asks."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx
from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from kg.errors import KgError

#: Ends of paths -> the protocol spoken there and the end of the path where the same server answers
#: queries: Oxigraph, Fuseki and GraphDB/RDF4J, Virtuoso.
_KNOWN = {
    "/store": ("gsp", "/query"),
    "/data": ("gsp", "/query"),
    "/sparql-graph-crud-auth": ("gsp", "/sparql"),
    "/sparql-graph-crud": ("gsp", "/sparql"),
    "/rdf-graphs/service": ("gsp", ""),
    "/update": ("update", "/query"),
    "/statements": ("update", ""),
    "/sparql-auth": ("update", "/sparql"),
}

PROTOCOLS = ("gsp", "update")


class Credentials(BaseSettings):
    """Who asks: ``KG_LOAD_USER`` with ``KG_LOAD_PASSWORD`` (``KG_LOAD_DIGEST=1`` for digest), or ``KG_LOAD_TOKEN``."""

    model_config = SettingsConfigDict(env_prefix="KG_LOAD_")

    user: str = ""
    """The name that kg load signs in with at a store; none by default."""
    password: SecretStr = SecretStr("")
    """The password of that user; it is in no log and no address."""
    digest: bool = False
    """Whether the user signs in by digest instead of basic authentication."""
    token: SecretStr = SecretStr("")
    """A bearer token that goes with each request."""

    def auth(self) -> httpx.Auth | None:
        """The authentication of every request; None where there is none."""
        if self.user:
            kind = httpx.DigestAuth if self.digest else httpx.BasicAuth
            return kind(self.user, self.password.get_secret_value())
        return None

    def headers(self) -> dict[str, str]:
        """Headers that carry the token, if there is one."""
        token = self.token.get_secret_value()
        return {"Authorization": f"Bearer {token}"} if token else {}


@dataclass(frozen=True, slots=True)
class Target:
    """A store that takes data at ``url`` by ``protocol`` and answers queries at ``query_url``.

    ``protocol`` is ``gsp`` (SPARQL 1.1 Graph Store) or ``update`` (SPARQL 1.1 Update). Where it or
    ``query_url`` is not given it follows from the address, for servers whose addresses are known.
    """

    url: str
    protocol: str = ""
    query_url: str = ""
    credentials: Credentials = field(default_factory=Credentials)

    def __post_init__(self) -> None:
        for url in filter(None, (self.url, self.query_url)):
            _check(url)
        ends = [end for end in _KNOWN if urlsplit(self.url).path.rstrip("/").endswith(end)]
        end = max(ends, key=len, default="")
        protocol, query_end = _KNOWN.get(end, ("", None))
        if not self.protocol and not protocol:
            raise KgError(
                f"{self.url}: how this address takes data cannot be told from its path; say --protocol gsp "
                "(Graph Store) or --protocol update (SPARQL Update), and --query-url for its queries"
            )
        if self.protocol and self.protocol not in PROTOCOLS:
            raise KgError(f"--protocol must be gsp or update, not {self.protocol!r}")
        if not self.query_url and query_end is None:
            raise KgError(f"{self.url}: where this server answers queries cannot be told; say --query-url")
        object.__setattr__(self, "protocol", self.protocol or protocol)
        if not self.query_url:
            object.__setattr__(self, "query_url", self.url.rstrip("/").removesuffix(end) + (query_end or ""))


def _check(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise KgError(f"{url!r} is no address of a store: http(s)://host/path is expected")
    if parts.username or parts.password:
        raise KgError("an address must not carry a password: set KG_LOAD_USER and KG_LOAD_PASSWORD")
