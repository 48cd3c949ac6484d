//! Receives callbacks (§6): verified, parsed, and each handled once.

use std::{fmt, sync::Arc, time::Duration};

use http::{HeaderMap, Method, StatusCode};
use standardwebhooks::{Webhook, WebhookError};
use uuid::Uuid;

use crate::{Claim, Error, Ids, RecentIds, Rejected, StatusEvent};

const LONGEST_ID: usize = 255;

/// Receives callbacks; one serves all threads.
pub struct Receiver<I = RecentIds> {
    webhooks: Vec<Webhook>,
    ids: Arc<I>,
    /// When the claim of an id expires: your handler takes less.
    pub claim_for: Duration,
    /// Of a callback, in bytes.
    pub longest_body: usize,
}

impl Receiver {
    /// With ids in memory. Two secrets are current while one is replaced.
    ///
    /// # Errors
    ///
    /// If there is none, or if one would refuse every callback or is easy to guess.
    pub fn new<S: AsRef<str>>(secrets: &[S]) -> Result<Self, Error> {
        if secrets.is_empty() {
            return Err(Error::invalid("secrets: expected at least one; is its environment variable set?"));
        }
        let webhooks = secrets.iter().enumerate().map(|(place, secret)| webhook(place, secret.as_ref()));
        Ok(Self {
            webhooks: webhooks.collect::<Result<_, _>>()?,
            ids: Arc::default(),
            claim_for: Duration::from_mins(1), // longer than the provider waits for an answer (ADR-0018)
            longest_body: 65_536,
        })
    }
}

fn webhook(place: usize, secret: &str) -> Result<Webhook, Error> {
    let base64 = secret.strip_prefix("whsec_").unwrap_or(secret).trim_end_matches('=');
    let is_long = base64.len() >= 32; // 24 bytes
    Webhook::new(secret).ok().filter(|_| is_long).ok_or_else(|| {
        let expected = "expected whsec_ and the base64 of at least 24 bytes (ADR-0057)";
        Error::invalid(format!("secrets[{place}]: {expected}"))
    })
}

impl<I: Ids> Receiver<I> {
    /// The same with ids that outlast the process.
    #[must_use]
    pub fn with_ids<J: Ids>(self, ids: J) -> Receiver<J> {
        Receiver {
            webhooks: self.webhooks,
            ids: Arc::new(ids),
            claim_for: self.claim_for,
            longest_body: self.longest_body,
        }
    }

    /// The event of a callback. The body is the bytes as they were received, for they are signed.
    ///
    /// # Errors
    ///
    /// If it is too long, not from the provider, or no event.
    pub fn read(&self, headers: &HeaderMap, body: &[u8]) -> Result<StatusEvent, Rejected> {
        if body.len() > self.longest_body {
            let why = format!("the body has more than {} bytes", self.longest_body);
            return Err(Rejected::new(StatusCode::PAYLOAD_TOO_LARGE, why));
        }
        // The library subtracts it from the time, which may overflow.
        if text(headers, "webhook-timestamp").is_some_and(|time| time.len() > 15) {
            return Err(Rejected::new(StatusCode::UNAUTHORIZED, "webhook-timestamp is no time in seconds"));
        }
        let verdict = self.webhooks.iter().map(|webhook| webhook.verify(body, headers)).reduce(Result::or);
        let verdict = verdict.unwrap_or(Err(WebhookError::InvalidSignature));
        verdict.map_err(|why| Rejected::new(StatusCode::UNAUTHORIZED, why))?;
        if text(headers, "webhook-id").is_some_and(|id| id.len() > LONGEST_ID) {
            let why = format!("webhook-id has more than {LONGEST_ID} characters");
            return Err(Rejected::new(StatusCode::BAD_REQUEST, why));
        }
        StatusEvent::of(body).map_err(|why| Rejected::new(StatusCode::BAD_REQUEST, why))
    }

    /// Handles a callback once; returns the status to answer with. `handle` stores the event and returns: the provider waits
    /// some seconds, then sends it again (ADR-0018). It goes on if the sender hangs up; if it fails or panics, the provider
    /// sends the event again.
    pub async fn receive<H, R, E>(&self, method: &Method, headers: &HeaderMap, body: &[u8], handle: H) -> StatusCode
    where
        H: FnOnce(StatusEvent) -> R + Send + 'static,
        R: Future<Output = Result<(), E>> + Send,
        E: fmt::Display,
    {
        if *method != Method::POST {
            // An address is registered only if it answers HEAD with 200 (ADR-0014).
            let is_asked = matches!(*method, Method::GET | Method::HEAD);
            return if is_asked { StatusCode::OK } else { StatusCode::METHOD_NOT_ALLOWED };
        }
        let event = match self.read(headers, body) {
            Ok(event) => event,
            Err(Rejected { status, why }) => {
                log::warn!("a callback is answered {status}: {why}");
                return status;
            }
        };
        let id = text(headers, "webhook-id").unwrap_or_default().to_owned();
        let work = async move { handle(event).await.map_err(|failure| failure.to_string()) };
        let ids = Arc::clone(&self.ids);
        // A server drops what it does for a sender that hangs up; a task ends by itself.
        let task = tokio::spawn(once(ids, id, self.claim_for, work));
        task.await.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Works unless the id is seen or claimed; returns the status to answer with.
async fn once<I: Ids>(
    ids: Arc<I>,
    id: String,
    claim_for: Duration,
    work: impl Future<Output = Result<(), String>> + Send + 'static,
) -> StatusCode {
    let owner = Uuid::new_v4().to_string();
    match ids.claim(&id, &owner, claim_for).await {
        Ok(Claim::New) => {}
        Ok(Claim::Seen) => return StatusCode::OK,
        Ok(Claim::Busy) => return StatusCode::CONFLICT,
        Err(failure) => {
            log::error!("callback {id} is answered 503: its id cannot be claimed: {failure}");
            return StatusCode::SERVICE_UNAVAILABLE;
        }
    }
    // A task of its own, which may panic.
    let done = tokio::spawn(work).await.unwrap_or_else(|panic| Err(panic.to_string()));
    let ended = match &done {
        Ok(()) => ids.commit(&id, &owner).await, // if it fails, the event is handled all the same
        Err(_) => ids.release(&id, &owner).await, // if it fails, the claim expires
    };
    if let Err(failure) = ended {
        log::error!("the store of ids fails for callback {id}: {failure}");
    }
    let Err(failure) = done else {
        return StatusCode::OK;
    };
    log::error!("callback {id} is answered 500: its handler failed: {failure}");
    StatusCode::INTERNAL_SERVER_ERROR
}
