//! What a call and a callback bring.

use std::{error::Error as StdError, fmt};

use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{BoxError, Problem, UndeliveredReason};

/// How a message was scheduled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scheduled {
    pub request_id: String,
    /// An earlier attempt of this call was accepted, although its answer was lost.
    pub replayed: bool,
    pub attempts: u32,
}

/// A call that did not succeed for certain.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing was sent, because an argument of the program is wrong.
    #[error("{0}")]
    InvalidArgument(String),
    /// A refusal: the message is not scheduled.
    #[error("{0}")]
    Refused(Problem),
    /// An answer that is not of the API, such as a proxy's page or a redirect, which is not followed.
    #[error("status {status} without a body of the API{}{}", pointing(location.as_deref()), about(request_id.as_deref()))]
    Unreadable {
        status: u16,
        /// Where a redirect pointed.
        location: Option<String>,
        text: String,
        request_id: Option<String>,
        source: Option<BoxError>,
    },
    /// Nothing reached the provider: no attempt of the call got a connection.
    #[error("not sent: {}{}", deepest(&**source), about(request_id.as_deref()))]
    NotSent { request_id: Option<String>, source: BoxError },
    /// The request was sent, and its answer is lost. Of `schedule`, it is the source of an unknown outcome.
    #[error("no answer: {}{}", deepest(&**source), about(request_id.as_deref()))]
    NoAnswer { request_id: Option<String>, source: BoxError },
    /// The message may be scheduled or not: the history of the request id tells, or the callbacks.
    #[error("{source}; it may be scheduled")]
    UnknownOutcome { request_id: String, source: Box<Error> },
}

impl Error {
    pub(crate) fn invalid(why: impl Into<String>) -> Self {
        Self::InvalidArgument(why.into())
    }

    /// Ask the history for it, or send the same message with it again.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        match self {
            Self::InvalidArgument(_) => None,
            Self::Refused(problem) => problem.request_id.as_deref(),
            Self::UnknownOutcome { request_id, .. } => Some(request_id),
            Self::Unreadable { request_id, .. }
            | Self::NotSent { request_id, .. }
            | Self::NoAnswer { request_id, .. } => request_id.as_deref(),
        }
    }
}

fn pointing(location: Option<&str>) -> String {
    // What follows the path may be a token.
    let path = location.and_then(|location| location.split('?').next());
    path.map_or_else(String::new, |path| format!(", which points to {path} and is not followed"))
}

fn about(request_id: Option<&str>) -> String {
    request_id.map_or_else(String::new, |id| format!(" (request {id})"))
}

/// The last of the causes: those before it say that something failed, and not what.
fn deepest<'a>(mut error: &'a (dyn StdError + 'static)) -> &'a (dyn StdError + 'static) {
    while let Some(source) = error.source() {
        error = source;
    }
    error
}

/// A cascade of the account (§4.2, ADR-0013).
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Template {
    pub id: i64,
    pub name: Option<String>,
    pub status: Option<String>,
    pub stages_count: Option<u32>,
    pub stages: Vec<Stage>,
}

/// A stage of a cascade; `stages` has the one that follows it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Stage {
    pub uuid: String,
    pub order: Option<u32>,
    pub decision: Option<Decision>,
    pub subject: Option<Subject>,
    pub stages: Vec<Stage>,
}

/// When the next stage begins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Decision {
    pub r#type: Option<String>,
    pub ttl: Option<String>,
}

/// Who sends at a stage; `type` is the channel.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Subject {
    pub id: Option<i64>,
    pub name: Option<String>,
    pub subject: Option<String>,
    pub r#type: Option<String>,
}

/// The address of the status callbacks (ADR-0014). It has no `Debug`, since its secret is not for logs.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Registration {
    #[serde(rename = "statusCallbackUrl")]
    pub url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject_id: Option<i64>,
    /// Signs the callbacks. Without one, the provider may make one, and returns it this once (ADR-0057).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// What became of a message at a stage (ADR-0035).
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Entry {
    pub message_id: Option<i64>,
    pub request_id: Option<String>,
    #[serde(rename = "deliveryStatus")]
    pub status: String,
    pub status_at: Option<String>,
    pub error: Option<String>,
    pub direction: Option<String>,
    pub channel_type: Option<String>,
    pub subject_id: Option<i64>,
    pub cascade_id: Option<i64>,
    pub address: Option<String>,
    pub comment: Option<String>,
    pub content: Value,
}

/// A status event (§6). A status or reason that is not listed is possible; a field is none if the provider omits it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StatusEvent {
    pub request_id: Option<String>,
    pub status: String,
    /// The reason as it was sent.
    pub error: Option<String>,
    /// The UUID of the stage; each stage of a cascade has events of its own.
    pub stage: Option<String>,
    /// When the status changed, ISO 8601. Events may arrive out of order: sort them by this.
    pub status_at: Option<String>,
    pub channel_type: Option<String>,
    pub cascade_id: Option<i64>,
    pub message_id: Option<i64>,
    pub subject: Option<String>,
    pub subject_id: Option<i64>,
    /// The comment of the request.
    pub comment: Option<String>,
    /// The bytes as they came, which the signature covers.
    pub raw: Vec<u8>,
}

/// Why a body is no event.
#[derive(Debug, thiserror::Error)]
pub enum NoEvent {
    #[error("the body is not a JSON object in UTF-8")]
    NoObject,
    #[error("a status event has status, and requestId or messageId")]
    NoStatus,
}

impl StatusEvent {
    /// The event of a body. A field of another type than the described one counts as absent.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn of(raw: &[u8]) -> Result<Self, NoEvent> {
        let fields: Map<String, Value> = serde_json::from_slice(raw).map_err(|_| NoEvent::NoObject)?;
        let text = |name| {
            let value = fields.get(name).and_then(Value::as_str).map(str::to_owned);
            value.filter(|value| !value.is_empty())
        };
        let number = |name| fields.get(name).and_then(Value::as_i64);
        let event = Self {
            request_id: text("requestId"),
            status: text("status").ok_or(NoEvent::NoStatus)?,
            error: text("error"),
            stage: text("cascadeStageUUID"),
            status_at: text("statusAt"),
            channel_type: text("channelType"),
            cascade_id: number("cascadeId"),
            message_id: number("messageId"),
            subject: text("subject"),
            subject_id: number("subjectId"),
            comment: text("comment"),
            raw: raw.to_owned(),
        };
        let is_unknown = fields.get("requestId").is_some_and(Value::is_null); // to the provider
        let is_named = event.request_id.is_some() || event.message_id.is_some() || is_unknown;
        if is_named { Ok(event) } else { Err(NoEvent::NoStatus) }
    }

    /// Why it was not delivered.
    #[must_use]
    pub fn reason(&self) -> Option<UndeliveredReason> {
        self.error.as_deref().map(UndeliveredReason::of)
    }
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Delivered,
    Failed,
    /// A stage may still deliver it.
    Open,
}

/// The outcome of a message from its events so far, and the UUIDs of its stages in order (ADR-0048).
#[must_use]
pub fn outcome_of(events: &[StatusEvent], stages: &[String]) -> Outcome {
    let is_last = |stage: &String| stages.last().is_some_and(|last| last.eq_ignore_ascii_case(stage));
    let fails = |event: &StatusEvent| match event.status.as_str() {
        "UNDELIVERED" | "EXPIRED" | "FAILED" | "CANCELLED" => event.stage.as_ref().is_none_or(is_last),
        _ => false,
    };
    let delivers = |event: &StatusEvent| matches!(event.status.as_str(), "DELIVERED" | "READ");
    if events.iter().any(delivers) {
        Outcome::Delivered
    } else if events.iter().any(fails) {
        Outcome::Failed
    } else {
        Outcome::Open
    }
}

/// Why a callback is not handled, and with which status it is answered.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub struct Rejected {
    pub status: StatusCode,
    pub why: String,
}

impl Rejected {
    pub(crate) fn new(status: StatusCode, why: impl fmt::Display) -> Self {
        let why = why.to_string();
        Self { status, why }
    }
}
