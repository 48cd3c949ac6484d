//! Calls the service.

use std::time::{Duration, SystemTime};

use http::{HeaderMap, HeaderValue, StatusCode, header};
use reqwest::{ClientBuilder, Url, redirect::Policy};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use crate::{
    Entry, Error, Problem, ProblemCode, Registration, Scheduled, Template,
    transport::{Answer, Lost, exchange},
};

const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Calls the service. However many attempts `schedule` takes, it schedules one message at most (§2.1, §4.1). Clones share
/// their connections.
#[derive(Debug, Clone)]
pub struct Cascade {
    url: String,
    key: HeaderValue,
    http: reqwest::Client,
    /// Attempts of a call, the first included.
    pub attempts: u32,
    /// Of an attempt.
    pub timeout: Duration,
    /// This provider keeps the ids of accepted requests only (ADR-0007).
    pub used_id_means_accepted: bool,
}

impl Cascade {
    /// Three attempts of ten seconds each, of a provider that may keep every id.
    ///
    /// # Errors
    ///
    /// If the address or the key cannot be right.
    pub fn new(base_url: &str, api_key: &str) -> Result<Self, Error> {
        Self::with_http(base_url, api_key, reqwest::Client::builder())
    }

    /// With settings of yours: proxies, certificates. In any case it follows no redirect: one could hand the key to another
    /// host, and post a second time.
    ///
    /// # Errors
    ///
    /// If the address, the key or the settings cannot be right.
    pub fn with_http(base_url: &str, api_key: &str, http: ClientBuilder) -> Result<Self, Error> {
        if !is_base(base_url) {
            return Err(Error::invalid(
                "base_url: expected http(s)://host/path without credentials, query or fragment",
            ));
        }
        let is_key = api_key.trim() == api_key && api_key.chars().all(|one| matches!(one, ' '..='~'));
        let key = HeaderValue::from_str(api_key).ok().filter(|key| is_key && !key.is_empty());
        let expected = "api_key: expected the key of the account, visible ASCII without a line end";
        let mut key = key.ok_or_else(|| Error::invalid(expected))?;
        key.set_sensitive(true); // so that it is not shown
        let http = http.redirect(Policy::none());
        Ok(Self {
            url: base_url.trim_end_matches('/').to_owned(),
            key,
            http: http.build().map_err(|error| Error::invalid(format!("http: {error}")))?,
            attempts: 3,
            timeout: Duration::from_secs(10),
            used_id_means_accepted: false,
        })
    }

    /// Schedules a message (§2.1), with its `requestId` or a new one. If you drop the call while it is under
    /// way, the outcome is unknown: `schedule_within` says so instead.
    ///
    /// # Errors
    ///
    /// If it is not scheduled for certain.
    pub async fn schedule<M: Serialize + ?Sized>(&self, message: &M) -> Result<Scheduled, Error> {
        self.send(message, None).await
    }

    /// The same with a time for the whole call.
    ///
    /// # Errors
    ///
    /// If it is not scheduled for certain.
    pub async fn schedule_within<M: Serialize + ?Sized>(
        &self,
        message: &M,
        within: Duration,
    ) -> Result<Scheduled, Error> {
        self.send(message, Some(within)).await
    }

    /// The cascades of the account (§4.2, ADR-0013).
    ///
    /// # Errors
    ///
    /// If there is no answer that can be read.
    pub async fn cascades(&self) -> Result<Vec<Template>, Error> {
        self.ask("/api/cascade/get-all", None, &json!({})).await
    }

    /// Registers the address of the status callbacks (ADR-0014); the answer has a secret if the provider made one.
    ///
    /// # Errors
    ///
    /// If it is not registered for certain.
    pub async fn set_callback(&self, registration: &Registration) -> Result<Registration, Error> {
        let answer: Option<Registration> = self.ask("/api/callback/set", None, &json!(registration)).await?;
        let answer = answer.unwrap_or_default();
        let is_named = !answer.url.is_empty();
        Ok(Registration {
            url: if is_named { answer.url } else { registration.url.clone() },
            subject_id: answer.subject_id.or(registration.subject_id),
            secret: answer.secret,
        })
    }

    /// What became of a request (ADR-0035), the latest stage first. No entry proves nothing while an attempt may be under way.
    ///
    /// # Errors
    ///
    /// If there is no answer that can be read.
    pub async fn history(&self, request_id: &str) -> Result<Vec<Entry>, Error> {
        #[derive(serde::Deserialize)]
        struct Page {
            content: Vec<Entry>,
        }
        let id = Some(request_id);
        let Page { mut content } = self.ask("/api/messages/history", id, &json!({ "requestId": id })).await?;
        // A provider that does not know the filter returns the messages of other requests.
        content.retain(|entry| entry.request_id.as_deref().is_some_and(|id| id.eq_ignore_ascii_case(request_id)));
        Ok(content)
    }

    async fn send<M: Serialize + ?Sized>(&self, message: &M, within: Option<Duration>) -> Result<Scheduled, Error> {
        let mut body = serde_json::to_value(message).map_err(|error| Error::invalid(format!("message: {error}")))?;
        let fields = body.as_object_mut().ok_or_else(|| Error::invalid("message: expected an object"))?;
        let given = match fields.get("requestId") {
            None | Some(Value::Null) => None,
            Some(Value::String(id)) => Some(id.clone()),
            Some(_) => return Err(Error::invalid("message: expected a text as requestId")),
        };
        let is_new = given.is_none();
        let request_id = given.unwrap_or_else(|| Uuid::new_v4().to_string());
        fields.insert("requestId".to_owned(), request_id.clone().into());
        let end = self
            .call("/api/cascade/schedule", Some(&request_id), &body, within, |answer| accepts(answer, &request_id))
            .await;
        let replayed = end.is_open && self.used_id_means_accepted && end.is_used();
        // An earlier call may have scheduled an id of the caller.
        let is_unknown = end.is_open || end.is_used() && !is_new;
        match end.body {
            Err(failure) if !replayed && is_unknown => {
                Err(Error::UnknownOutcome { request_id, source: failure.into() })
            }
            Err(failure) if !replayed => Err(failure),
            _ => Ok(Scheduled { request_id, replayed, attempts: end.attempts }),
        }
    }

    /// Calls an operation that may be repeated freely.
    async fn ask<T: DeserializeOwned>(&self, path: &str, id: Option<&str>, body: &Value) -> Result<T, Error> {
        let body = self.call(path, id, body, None, |_| true).await.body?;
        let text: &[u8] = if body.is_empty() { b"null" } else { &body };
        serde_json::from_slice(text).map_err(|error| Error::Unreadable {
            status: 200,
            location: None,
            text: beginning(&body),
            request_id: id.map(str::to_owned),
            source: Some(error.into()),
        })
    }

    async fn call(
        &self,
        path: &str,
        id: Option<&str>,
        body: &Value,
        within: Option<Duration>,
        accepts: impl Fn(&[u8]) -> bool,
    ) -> Ended {
        let text = body.to_string().into_bytes();
        let end = within.and_then(|within| Instant::now().checked_add(within));
        let left = || end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
        let mut is_open = false;
        let mut attempts = 1;
        loop {
            let request = self.http.post(format!("{}{path}", self.url)).timeout(self.timeout.min(left()));
            let request = request.header("x-api-key", &self.key).header(header::CONTENT_TYPE, "application/json");
            let answer = exchange(request, text.clone()).await;
            let status = answer.as_ref().map_or(0, |answer| answer.status.as_u16());
            log::debug!("{path} of {}, attempt {attempts}: status {status}", id.unwrap_or("no request"));
            is_open |= may_be_accepted(&answer);
            let body = match answer {
                Ok(Answer { status, body: Ok(body), .. }) if status.is_success() && accepts(&body) => Ok(body),
                answer => match delay(&answer, attempts) {
                    Some(wait) if attempts < self.attempts && wait < left() => {
                        sleep(wait).await;
                        attempts += 1;
                        continue;
                    }
                    _ => Err(failure_of(answer, id.map(str::to_owned))),
                },
            };
            return Ended { body, attempts, is_open };
        }
    }
}

/// How a call ended: with the body of an answer, or with the failure of its last attempt.
struct Ended {
    body: Result<Vec<u8>, Error>,
    attempts: u32,
    /// An attempt may have been accepted although its answer does not say so.
    is_open: bool,
}

impl Ended {
    fn is_used(&self) -> bool {
        matches!(&self.body, Err(Error::Refused(problem)) if problem.code == ProblemCode::RequestIdIsNotUnique)
    }
}

fn is_base(url: &str) -> bool {
    let is_whole = |url: Url| {
        let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
        is_web && url.username().is_empty() && url.password().is_none()
    };
    !url.contains(|one: char| one.is_whitespace() || one == '?' || one == '#') && Url::parse(url).is_ok_and(is_whole)
}

/// Whether nothing in the body of a success contradicts it (ADR-0001), as a page, a problem or another echo does.
fn accepts(body: &[u8], request_id: &str) -> bool {
    if body.trim_ascii().is_empty() {
        return true;
    }
    let Ok(Value::Object(body)) = serde_json::from_slice(body) else {
        return false;
    };
    let echo = body.get("requestId").filter(|echo| !echo.is_null());
    let is_problem = body.get("title").is_some_and(Value::is_string);
    let is_fault = body.get("status").and_then(Value::as_f64).is_some_and(|status| status > 399.0);
    if is_problem && (echo.is_none() || is_fault) {
        return false;
    }
    echo.is_none_or(|echo| echo.as_str().is_some_and(|echo| echo.eq_ignore_ascii_case(request_id)))
}

fn failure_of(answer: Result<Answer, Lost>, request_id: Option<String>) -> Error {
    let answer = match answer {
        Ok(answer) => answer,
        Err(Lost { was_sent: true, source }) => return Error::NoAnswer { request_id, source },
        Err(Lost { source, .. }) => return Error::NotSent { request_id, source },
    };
    let status = answer.status.as_u16();
    let (body, source) = match answer.body {
        Ok(body) => (body, None),
        Err(source) => (Vec::new(), Some(source)),
    };
    if !answer.status.is_success()
        && let Some(problem) = Problem::of(status, &body, request_id.clone())
    {
        return Error::Refused(problem);
    }
    let location = answer.headers.get(header::LOCATION);
    Error::Unreadable {
        status,
        location: location.map(|location| String::from_utf8_lossy(location.as_bytes()).into_owned()),
        text: beginning(&body),
        request_id,
        source,
    }
}

fn beginning(body: &[u8]) -> String {
    String::from_utf8_lossy(&body[..body.len().min(4096)]).into_owned()
}

fn is_fault(status: StatusCode) -> bool {
    status.is_server_error() || status == StatusCode::REQUEST_TIMEOUT
}

/// A gateway may have lost or replaced the answer, and the provider may fail after its commit.
fn may_be_accepted(answer: &Result<Answer, Lost>) -> bool {
    match answer {
        Ok(Answer { status, .. }) => status.is_success() || is_fault(*status),
        Err(lost) => lost.was_sent,
    }
}

/// Until the next attempt; none if another would fail in the same way, or the provider asks for long.
fn delay(answer: &Result<Answer, Lost>, attempt: u32) -> Option<Duration> {
    let most = LONGEST_WAIT.min(Duration::from_millis(250) * 2u32.saturating_pow(attempt - 1).min(1 << 10));
    let backoff = most.mul_f64(0.5 + fastrand::f64() / 2.0);
    let Ok(Answer { status, headers, .. }) = answer else {
        return Some(backoff);
    };
    let is_transient = status.is_success() || is_fault(*status) || *status == StatusCode::TOO_MANY_REQUESTS;
    let wait = backoff.max(asked(headers));
    (is_transient && wait <= LONGEST_WAIT).then_some(wait)
}

/// How long Retry-After wants us to wait: a number of seconds or a date (RFC 9110 §10.2.3).
fn asked(headers: &HeaderMap) -> Duration {
    let text = headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !text.is_empty() && text.bytes().all(|one| one.is_ascii_digit()) {
        return text.parse().map_or(Duration::MAX, Duration::from_secs);
    }
    let date = httpdate::parse_http_date(text).ok();
    date.and_then(|date| date.duration_since(SystemTime::now()).ok()).unwrap_or_default()
}
