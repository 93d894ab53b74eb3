"""Settings of builds, from ``KG_*`` environment variables (those of the server: kg.serve.settings)."""

from __future__ import annotations

from pydantic import ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from kg.errors import BuildError
from kg.normalise.identifiers import is_web_url
from kg.terms import DATA_BASE


class BuildSettings(BaseSettings):
    """What a build is told by its environment."""

    model_config = SettingsConfigDict(env_prefix="KG_")

    base_iri: str = DATA_BASE
    """The base of all data IRIs; the vocabulary's IRIs never change."""
    publisher: str = ""
    """Who makes the data available, by name, for the catalogue; nobody is named else."""

    @field_validator("base_iri")
    @classmethod
    def _absolute(cls, value: str) -> str:
        if not is_web_url(value):
            raise ValueError("must be an http(s) IRI such as https://example.org/boards/")
        return value if value.endswith(("/", "#")) else f"{value}/"


def publisher() -> str:
    """The name of the publisher of a build; "" where none was given."""
    return BuildSettings(base_iri=DATA_BASE).publisher.strip()


def base_iri() -> str:
    """The base of data IRIs; raises BuildError for one that is no IRI."""
    try:
        return BuildSettings().base_iri
    except ValidationError as error:
        raise BuildError(f"KG_BASE_IRI: {error.errors()[0]['msg']}") from error
