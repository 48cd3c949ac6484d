"""What the catalogue of the contract says of problem codes (§7.1) and undelivered reasons (§7.4)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from importlib.resources import files
from typing import Any, ClassVar

_CATALOGUE = json.loads((files(__package__) / "catalogue.json").read_text("utf-8"))
_PROBLEMS = {name: facts for facts in _CATALOGUE["problems"] for name in facts["names"]}
_REASONS = {name: facts for facts in _CATALOGUE["reasons"] for name in facts["names"]}

_VIOLATION = re.compile(
    r"\[\s*cascadeTemplateId:([\d,]+)\s*;(?:\s*stageUuid:([^;\]]*?)\s*;)?"
    r"\s*(?:contentChannelType|channelType):([^;\]]*?)\s*\]"
)


class CascadeError(Exception):
    """A call that did not succeed for certain. Every error of a call is one, and each can be pickled."""

    request_id: str | None = None
    """The id of the request: ask the history for it, or send the same message with it again."""

    def __str__(self) -> str:
        about = f" (request {self.request_id})" if self.request_id else ""
        return super().__str__() + about

    def __reduce__(self) -> tuple[Any, ...]:
        # An error of another library may not survive pickle; its text is in that of ours.
        cause = self.__cause__ if isinstance(self.__cause__, CascadeError) else None
        return _restore, (type(self), self.args, self.__dict__, cause)


def _restore(kind: type[CascadeError], args: tuple[Any, ...], state: dict[str, Any], cause: Any) -> CascadeError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    error.__cause__ = cause
    return error


@dataclass(frozen=True)
class Violation:
    """A stage without content, or, with no `stage`, content for a channel without a stage (§7.3)."""

    cascade_id: int
    channel: str
    stage: str | None


class Problem(CascadeError):
    """A refusal: the message is not scheduled. Its subclasses are in `problems`; an unlisted code has none."""

    _kinds: ClassVar[dict[str, type[Problem]]] = {}

    def __init_subclass__(cls, code: str) -> None:
        Problem._kinds[code] = cls

    def __init__(self, status: int, title: str, detail: str | None) -> None:
        facts = _PROBLEMS.get(title, {})
        self.status = status
        self.code: str = facts.get("name", title)
        """The title in its listed spelling: the contract has two of one (§7.1)."""
        self.detail = detail
        self.cause: str | None = facts.get("cause")
        self.fix: str | None = facts.get("fix")
        self.advice: str | None = facts.get("advice")
        self.retry: str | None = facts.get("retry")
        """`after-fix`, `after-setup` of the account, `later`, or `used-before`: never with this id."""
        self.page: str | None = facts.get("page")
        """Its page, below the address of the documentation."""
        says = ". ".join(filter(None, [(detail or "").rstrip("."), self.fix]))
        super().__init__(f"{title}: {says or 'not listed in this version of the contract'} (status {status})")

    @classmethod
    def of(cls, body: Any, status: int) -> Problem | None:
        """The problem of a body (RFC 9457), of the class of its code."""
        if not isinstance(body, Mapping) or not isinstance(body.get("title"), str):
            return None
        title, detail = body["title"], body.get("detail")
        kind = cls._kinds.get(_PROBLEMS.get(title, {}).get("name", title), Problem)
        return kind(status, title, detail if isinstance(detail, str) else None)

    @property
    def violations(self) -> list[Violation]:
        """What `detail` of the validation error lists (§7.3), in its order."""
        found = _VIOLATION.finditer(self.detail or "")
        return [Violation(int(one[1].replace(",", "")), one[3], one[2]) for one in found]


class Reason(str, Enum):
    """Base of `UndeliveredReason`."""

    @classmethod
    def of(cls, error: str | None) -> Reason | str | None:
        """The reason of a callback's `error`, in either spelling; as it is if it is not listed."""
        return cls(_REASONS[error]["name"]) if error in _REASONS else error

    @property
    def advice(self) -> str:
        """What to do about it."""
        return str(_REASONS[self.value]["advice"])

    @property
    def retry(self) -> str:
        """`never`, `later`, `after-fix` or `after-setup` of the account."""
        return str(_REASONS[self.value]["retry"])
