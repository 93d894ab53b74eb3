"""Zipped files (Excel, inspect_ai logs): refused where they would unpack to more than any leaderboard is."""

from __future__ import annotations

import lzma
import re
import struct
import zipfile
import zlib
from typing import BinaryIO

from kg.errors import SourceError

#: Most bytes of one part, unpacked, and of all parts together.
LARGEST_PART = 512 << 20
LARGEST = 1 << 30
#: Text shrinks to a fiftieth at best; a bomb to a thousandth.
_STRONGEST = 200
_SMALL = 4 << 20
_MOST_PARTS = 20_000
_PROLOG = 1 << 16

#: What reading a damaged archive can raise.
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    ValueError,
    OSError,
    EOFError,
    RuntimeError,
    NotImplementedError,
    KeyError,
)


def open_archive(stream: BinaryIO, file: str) -> zipfile.ZipFile:
    """The archive, once its own directory shows that it is no bomb and names nothing outside of itself."""
    try:
        archive = zipfile.ZipFile(stream)
        members = archive.infolist()
    except BROKEN as error:
        raise SourceError(f"{file}: the file is no archive that can be read: {error}; save it anew") from None
    if len(members) > _MOST_PARTS:
        raise SourceError(
            f"{file}: the archive holds {len(members)} files; no leaderboard needs more than {_MOST_PARTS}"
        )
    total = 0
    for member in members:
        total += member.file_size
        packed = max(member.compress_size, 1)
        if member.file_size > LARGEST_PART or (member.file_size > _SMALL and member.file_size > packed * _STRONGEST):
            raise SourceError(
                f"{file}: {member.filename!r} in the archive unpacks from {packed} to {member.file_size} bytes: "
                "such a file is not opened"
            )
        if member.filename.startswith(("/", "\\")) or ".." in member.filename.replace("\\", "/").split("/"):
            raise SourceError(f"{file}: the archive names a file outside of itself, {member.filename!r}; not opened")
    if total > LARGEST:
        raise SourceError(f"{file}: the archive unpacks to {total} bytes; not opened")
    return archive


def read_member(archive: zipfile.ZipFile, name: str, file: str) -> BinaryIO:
    """One part of an archive, as a stream."""
    try:
        return archive.open(name)  # type: ignore[return-value]
    except BROKEN as error:
        raise SourceError(f"{file}: {name!r} in the archive cannot be read: {error}") from None


def forbid_entities(archive: zipfile.ZipFile, file: str) -> None:
    """Refuse XML that declares a document type: spreadsheets have none, attacks do."""
    for member in archive.infolist():
        if member.filename.lower().endswith((".xml", ".rels", ".vml")):
            with read_member(archive, member.filename, file) as part:
                head = part.read(_PROLOG)
            bare = re.sub(rb"<!--.*?(?:-->|$)", b"", head, flags=re.DOTALL)
            begun = re.search(rb"<[A-Za-z_]", bare) is not None or len(head) < _PROLOG
            if b"<!DOCTYPE" in bare or b"<!ENTITY" in bare or b"\0" in head or not begun:
                raise SourceError(f"{file}: {member.filename!r} may declare XML entities; such a file is not opened")
