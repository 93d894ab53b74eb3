"""Settings of linking, from ``KG_*`` environment variables. Keys are secrets: they print as stars."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from kg.errors import LinkError


class LinkSettings(BaseSettings):
    """Whom services write to, where their answers are kept, and the keys that some of them give out."""

    model_config = SettingsConfigDict(env_prefix="KG_")

    link_contact: str = Field(default="", repr=False)
    """A mail address or a web page that tells services whom to write to; kg link sends it with each request."""
    link_cache: Path = Path("build/link-cache")
    """The folder in which kg link keeps the answers of services."""
    openalex_key: SecretStr | None = None
    """A key of OpenAlex."""
    semanticscholar_key: SecretStr | None = None
    """A key of Semantic Scholar."""
    ncbi_key: SecretStr | None = None
    """A key of NCBI, for PubMed."""
    opencitations_token: SecretStr | None = None
    """A token of OpenCitations."""
    huggingface_token: SecretStr | None = None
    """A token of Hugging Face."""

    @field_validator("link_contact")
    @classmethod
    def _reachable(cls, value: str) -> str:
        value = value.strip().removeprefix("mailto:")
        if value and not re.fullmatch(r"[^\s@<>]+@[^\s@<>]+\.\w+|https?://\S+", value):
            raise ValueError("must be an e-mail address or a web page where you can be reached")
        return value

    @property
    def mail(self) -> str | None:
        """The contact, where it is an address to write to."""
        return self.link_contact if "@" in self.link_contact and "://" not in self.link_contact else None

    def secret(self, name: str) -> str | None:
        """A key in plain text, only to be sent to its service."""
        value = getattr(self, name)
        return value.get_secret_value() or None if isinstance(value, SecretStr) else None

    def secrets(self) -> list[str]:
        """Everything that must stand in no file and no log."""
        names = ("openalex_key", "semanticscholar_key", "ncbi_key", "opencitations_token", "huggingface_token")
        return [text for text in (*map(self.secret, names), self.link_contact) if text]


def link_settings() -> LinkSettings:
    """The settings of the environment; raises LinkError for one that cannot be used."""
    try:
        return LinkSettings()
    except ValidationError as error:
        first = error.errors()[0]
        name = f"KG_{first['loc'][0]}".upper() if first["loc"] else "KG_…"
        raise LinkError(f"{name}: {first['msg'].removeprefix('Value error, ')}") from error


def parse_age(text: str) -> datetime.timedelta:
    """An age such as 30d, 12h, 45m or 0; raises LinkError for another text."""
    found = re.fullmatch(r"(\d{1,6})\s*(d|h|m|w)?", text.strip().lower())
    if found is None or (found[2] is None and found[1] != "0"):
        raise LinkError(f"--max-age {text!r} is no age: write 30d, 12h, 45m, 4w or 0")
    unit = {"d": "days", "h": "hours", "m": "minutes", "w": "weeks"}.get(found[2] or "d", "days")
    return datetime.timedelta(**{unit: int(found[1])})
