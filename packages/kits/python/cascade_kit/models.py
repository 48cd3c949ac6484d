"""What a call and a callback bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .facts import Reason
from .problems import UndeliveredReason


@dataclass(frozen=True)
class Scheduled:
    """A scheduled message."""

    request_id: str
    replayed: bool
    """An earlier attempt of this call was accepted, although its answer was lost."""
    attempts: int


@dataclass(frozen=True)
class StatusEvent:
    """A status event (§6). A status or reason that is not listed is possible; a field is None if the provider omits it."""

    request_id: str | None
    status: str
    reason: Reason | str | None
    """An `UndeliveredReason` if it is listed."""
    stage: str | None
    """The UUID of the stage; each stage of a cascade has events of its own."""
    status_at: str | None
    """When the status changed, ISO 8601. Events may arrive out of order: sort them by this."""
    channel_type: str | None
    cascade_id: int | None
    message_id: int | None
    subject: str | None
    subject_id: int | None
    comment: str | None
    """The comment of the request."""
    body: Mapping[str, Any]
    """Everything that was sent."""
    raw: bytes = b""
    """The bytes as they came, which the signature covers."""

    @classmethod
    def of(cls, body: Mapping[str, Any], raw: bytes = b"") -> StatusEvent:
        """The event of a body. A field of another type than the described one counts as absent."""

        def text(name: str) -> str | None:
            value = body.get(name)
            return value if isinstance(value, str) and value else None

        def number(name: str) -> int | None:
            value = body.get(name)
            return value if isinstance(value, int) and not isinstance(value, bool) else None

        return cls(
            request_id=text("requestId"),
            status=text("status") or "",
            reason=UndeliveredReason.of(text("error")),
            stage=text("cascadeStageUUID"),
            status_at=text("statusAt"),
            channel_type=text("channelType"),
            cascade_id=number("cascadeId"),
            message_id=number("messageId"),
            subject=text("subject"),
            subject_id=number("subjectId"),
            comment=text("comment"),
            body=body,
            raw=raw,
        )
