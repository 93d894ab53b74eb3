"""How an answer goes out: what the access log and the counters are told of it when it is over."""

from __future__ import annotations

import time

from starlette.types import Message, Send

#: Nobody reads this status: the client closed the connection before there was an answer.
CLIENT_LEFT = 499


class Watched:
    """Sends on what an application sends, and keeps status, size and whether the end was sent."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._began = time.monotonic()
        self._whole = False
        self.status = 0
        self.size = 0

    async def send(self, message: Message) -> None:
        """Send one message; what cannot be sent does not count."""
        await self._send(message)
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif message["type"] == "http.response.body":
            self.size += len(message.get("body", b""))
            self._whole = not message.get("more_body", False)

    @property
    def seconds(self) -> float:
        """Seconds since the request came."""
        return time.monotonic() - self._began

    @property
    def outcome(self) -> str:
        """How the request ended.

        ``ok``, ``error`` (a status of 400 or more), ``cut`` (the transfer was broken off, so that a part
        cannot be taken for the whole) or ``left`` (the client did not wait).
        """
        if self.status in (0, CLIENT_LEFT):
            return "left"
        if not self._whole:
            return "cut"
        return "error" if self.status >= 400 else "ok"
