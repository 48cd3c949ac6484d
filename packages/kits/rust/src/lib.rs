//! Schedules cascade messages, and receives their callbacks.

mod client;
mod codes;
mod facts;
mod problem;
mod receiver;

pub use client::{Cascade, Error, Scheduled};
pub use codes::{ProblemCode, UndeliveredReason};
pub use facts::Facts;
pub use problem::{Problem, Violation};
pub use receiver::{Ids, Outcome, Receiver, Rejected, StatusEvent, outcome_of};
