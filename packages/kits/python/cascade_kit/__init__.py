"""Schedules cascade messages, and receives their callbacks."""

from . import problems
from .client import AsyncCascade, Cascade, Scheduled, UnknownOutcome, UnreadableAnswer
from .facts import CascadeError, Problem, Violation
from .problems import UndeliveredReason
from .receiver import Receiver, StatusEvent, outcome_of

__all__ = [
    "AsyncCascade",
    "Cascade",
    "CascadeError",
    "Problem",
    "Receiver",
    "Scheduled",
    "StatusEvent",
    "UndeliveredReason",
    "UnknownOutcome",
    "UnreadableAnswer",
    "Violation",
    "outcome_of",
    "problems",
]
