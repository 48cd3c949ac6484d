//! Receives callbacks (§3): verified, parsed, and each handled once.

use std::{
    collections::HashSet,
    mem,
    sync::{Mutex, PoisonError},
};

use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use standardwebhooks::Webhook;

use crate::UndeliveredReason;

/// A status event. A status or reason that is not listed is possible, and a provider may leave ids out.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusEvent {
    pub request_id: Option<String>,
    pub status: String,
    pub error: Option<String>,
    #[serde(rename = "cascadeStageUUID")]
    pub stage: Option<String>,
}

impl StatusEvent {
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
        "EXPIRED" => true,
        "UNDELIVERED" | "FAILED" | "CANCELLED" => event.stage.as_ref().is_none_or(is_last),
        _ => false,
    };
    if events
        .iter()
        .any(|event| matches!(event.status.as_str(), "DELIVERED" | "READ"))
    {
        Outcome::Delivered
    } else if events.iter().any(fails) {
        Outcome::Failed
    } else {
        Outcome::Open
    }
}

/// Remembers ids of callbacks; yours may be a table with a unique column.
pub trait Ids: Send + Sync {
    /// Whether the id is new.
    fn add(&self, id: &str) -> bool;
    fn discard(&self, id: &str);
}

/// The latest 100,000 ids, in memory.
#[derive(Default)]
struct RecentIds(Mutex<[HashSet<String>; 2]>);

impl Ids for RecentIds {
    fn add(&self, id: &str) -> bool {
        let mut sets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if sets.iter().any(|set| set.contains(id)) {
            return false;
        }
        if sets[0].len() >= 50_000 {
            sets[1] = mem::take(&mut sets[0]);
        }
        sets[0].insert(id.to_owned())
    }

    fn discard(&self, id: &str) {
        let mut sets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for set in sets.iter_mut() {
            set.remove(id);
        }
    }
}

/// Receives callbacks; one serves all threads.
pub struct Receiver {
    webhooks: Vec<Webhook>,
    ids: Box<dyn Ids>,
}

/// The callback is not from the provider.
#[derive(Debug, thiserror::Error)]
#[error("the signature or the body is not valid")]
pub struct Rejected;

impl Receiver {
    /// Two secrets are current while one is replaced.
    ///
    /// # Errors
    ///
    /// If a secret is not `whsec_` and Base64.
    pub fn new<S: AsRef<str>>(secrets: &[S]) -> Result<Self, standardwebhooks::WebhookError> {
        Self::with_ids(secrets, Box::new(RecentIds::default()))
    }

    /// With ids that outlast the process.
    ///
    /// # Errors
    ///
    /// If a secret is not `whsec_` and Base64.
    pub fn with_ids<S: AsRef<str>>(secrets: &[S], ids: Box<dyn Ids>) -> Result<Self, standardwebhooks::WebhookError> {
        let webhooks = secrets
            .iter()
            .map(|secret| Webhook::new(secret.as_ref()))
            .collect::<Result<_, _>>()?;
        Ok(Self { webhooks, ids })
    }

    /// The event of a callback. The body is the bytes as they were received, for they are signed.
    ///
    /// # Errors
    ///
    /// If it is not from the provider: answer 401 then, and do nothing else.
    pub fn read(&self, headers: &HeaderMap, body: &[u8]) -> Result<StatusEvent, Rejected> {
        let is_signed = self
            .webhooks
            .iter()
            .any(|webhook| webhook.verify(body, headers).is_ok());
        if !is_signed {
            return Err(Rejected);
        }
        serde_json::from_slice(body).map_err(|_| Rejected)
    }

    /// Handles a callback that is new; returns the status to answer with. `handle` stores the event and returns: the
    /// provider waits some seconds, then sends it again (ADR-0018).
    ///
    /// # Errors
    ///
    /// That of `handle`: answer 500 then, and the callback is handled when it comes again.
    pub fn receive<E>(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        handle: impl FnOnce(StatusEvent) -> Result<(), E>,
    ) -> Result<StatusCode, E> {
        let Ok(event) = self.read(headers, body) else {
            return Ok(StatusCode::UNAUTHORIZED);
        };
        let id = headers
            .get("webhook-id")
            .and_then(|id| id.to_str().ok())
            .unwrap_or_default();
        if self.ids.add(id) {
            handle(event).inspect_err(|_| self.ids.discard(id))?;
        }
        Ok(StatusCode::NO_CONTENT)
    }
}
