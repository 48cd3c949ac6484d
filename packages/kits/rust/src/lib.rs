//! Schedules cascade messages, and receives their callbacks.

mod client;
mod codes;
mod facts;
mod ids;
mod models;
mod problem;
mod receiver;
#[cfg(feature = "sqlite")]
mod sqlite;
mod transport;

pub use client::Cascade;
pub use codes::{ProblemCode, UndeliveredReason};
pub use facts::Facts;
pub use ids::{BoxError, Claim, Ids, RecentIds};
pub use models::{
    Decision, Entry, Error, NoEvent, Outcome, Registration, Rejected, Scheduled, Stage, StatusEvent, Subject, Template,
    outcome_of,
};
pub use problem::{Problem, Violation};
pub use receiver::Receiver;
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteIds;
