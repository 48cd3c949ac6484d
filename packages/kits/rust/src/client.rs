//! Schedules messages.

use std::time::Duration;

use reqwest::{Response, StatusCode, header::RETRY_AFTER};
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use crate::{Problem, ProblemCode};

const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Schedules messages. However many attempts a call takes, it schedules one message at most (§2.1, §4.1).
#[derive(Debug, Clone)]
pub struct Cascade {
    url: String,
    key: String,
    http: reqwest::Client,
    /// Attempts of a call, the first included.
    pub attempts: u32,
    /// Of an attempt.
    pub timeout: Duration,
    /// This provider keeps the ids of accepted requests only (ADR-0007).
    pub used_id_means_accepted: bool,
}

/// How a message was scheduled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scheduled {
    pub request_id: String,
    /// An earlier attempt of this call was accepted, although its answer was lost.
    pub replayed: bool,
    pub attempts: u32,
}

/// A call that did not schedule its message for certain.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A refusal: the message is not scheduled.
    #[error("{0}")]
    Refused(Problem),
    /// A refusal without a problem body, such as a proxy's page.
    #[error("status {status} without a problem body")]
    Unreadable { status: u16, text: String },
    /// No attempt reached the provider.
    #[error("no answer: {0}")]
    NotSent(#[from] reqwest::Error),
    /// It is not an object, or cannot be written as JSON.
    #[error("no message: {0}")]
    NoMessage(String),
    /// The message may be scheduled or not. The history of the request id tells, or the callbacks.
    #[error("{source}; it may be scheduled")]
    UnknownOutcome { request_id: String, source: Box<Error> },
}

impl Cascade {
    /// Three attempts of ten seconds each, of a provider that may keep every id.
    #[must_use]
    pub fn new(base_url: &str, api_key: &str) -> Self {
        Self::with_http(base_url, api_key, reqwest::Client::new())
    }

    /// With a client of yours: proxies, certificates.
    #[must_use]
    pub fn with_http(base_url: &str, api_key: &str, http: reqwest::Client) -> Self {
        Self {
            url: base_url.trim_end_matches('/').to_owned() + "/api/cascade/schedule",
            key: api_key.to_owned(),
            http,
            attempts: 3,
            timeout: Duration::from_secs(10),
            used_id_means_accepted: false,
        }
    }

    /// Schedules a message (§2.1), with its `requestId` or a new one.
    ///
    /// # Errors
    ///
    /// If it is not scheduled for certain.
    pub async fn schedule<M: Serialize + ?Sized>(&self, message: &M) -> Result<Scheduled, Error> {
        let mut body = serde_json::to_value(message).map_err(|error| Error::NoMessage(error.to_string()))?;
        let members = body
            .as_object_mut()
            .ok_or_else(|| Error::NoMessage("no object".to_owned()))?;
        let given = members.get("requestId").and_then(Value::as_str).map(str::to_owned);
        let request_id = given.unwrap_or_else(|| Uuid::new_v4().to_string());
        members.insert("requestId".to_owned(), request_id.clone().into());
        let mut is_open = false;
        for attempt in 1.. {
            let Err(ended) = self.attempt(&body).await else {
                return Ok(Scheduled {
                    request_id,
                    replayed: false,
                    attempts: attempt,
                });
            };
            is_open |= ended.may_be_accepted;
            if is_open && self.used_id_means_accepted && ended.failure.is_used() {
                return Ok(Scheduled {
                    request_id,
                    replayed: true,
                    attempts: attempt,
                });
            }
            let wait = ended.asked.max(backoff(attempt));
            if attempt >= self.attempts || !ended.is_transient || wait > LONGEST_WAIT {
                let source = ended.failure;
                return Err(if is_open {
                    Error::UnknownOutcome {
                        request_id,
                        source: source.into(),
                    }
                } else {
                    source
                });
            }
            tokio::time::sleep(wait).await;
        }
        unreachable!("the attempts end")
    }

    async fn attempt(&self, body: &Value) -> Result<(), Ended> {
        let request = self
            .http
            .post(&self.url)
            .header("x-api-key", &self.key)
            .timeout(self.timeout);
        let answer = request.json(body).send().await?;
        if answer.status().is_success() {
            return Ok(()); // scheduled, whatever the body has (ADR-0001)
        }
        Err(Ended::refused(answer).await)
    }
}

/// How an attempt ended that did not schedule for certain.
struct Ended {
    failure: Error,
    /// Another attempt may succeed.
    is_transient: bool,
    /// A gateway may have lost the answer, and the provider may fail after its commit.
    may_be_accepted: bool,
    /// How long the provider wants us to wait.
    asked: Duration,
}

impl From<reqwest::Error> for Ended {
    fn from(error: reqwest::Error) -> Self {
        let may_be_accepted = !error.is_connect() && !error.is_builder();
        Self {
            is_transient: !error.is_builder(),
            may_be_accepted,
            failure: error.into(),
            asked: Duration::ZERO,
        }
    }
}

impl Ended {
    async fn refused(answer: Response) -> Self {
        let status = answer.status();
        let is_fault = status.is_server_error() || status == StatusCode::REQUEST_TIMEOUT;
        let asked = answer
            .headers()
            .get(RETRY_AFTER)
            .and_then(|seconds| seconds.to_str().ok()?.parse().ok());
        let body = answer.bytes().await.unwrap_or_default();
        let failure = Problem::of(status.as_u16(), &body).map_or_else(
            || {
                let text = String::from_utf8_lossy(&body[..body.len().min(4096)]).into_owned();
                Error::Unreadable {
                    status: status.as_u16(),
                    text,
                }
            },
            Error::Refused,
        );
        Self {
            failure,
            is_transient: is_fault || status == StatusCode::TOO_MANY_REQUESTS,
            may_be_accepted: is_fault,
            asked: Duration::from_secs(asked.unwrap_or(0)),
        }
    }
}

impl Error {
    fn is_used(&self) -> bool {
        matches!(self, Self::Refused(problem) if problem.code == ProblemCode::RequestIdIsNotUnique)
    }
}

fn backoff(attempt: u32) -> Duration {
    let most = LONGEST_WAIT.min(Duration::from_millis(250) * 2u32.saturating_pow(attempt - 1).min(1 << 10));
    most.mul_f64(0.5 + fastrand::f64() / 2.0)
}
