"""Schedules cascade messages, and receives their callbacks."""

from . import problems as problems
from .client import AsyncCascade as AsyncCascade
from .client import Cascade as Cascade
from .client import InvalidArgument as InvalidArgument
from .client import NotSent as NotSent
from .client import UnknownOutcome as UnknownOutcome
from .client import UnreadableAnswer as UnreadableAnswer
from .facts import CascadeError as CascadeError
from .facts import Problem as Problem
from .facts import Violation as Violation
from .ids import Ids as Ids
from .ids import RecentIds as RecentIds
from .ids import SqliteIds as SqliteIds
from .models import Scheduled as Scheduled
from .models import StatusEvent as StatusEvent
from .problems import UndeliveredReason as UndeliveredReason
from .receiver import Receiver as Receiver
from .receiver import Refused as Refused
from .receiver import outcome_of as outcome_of
