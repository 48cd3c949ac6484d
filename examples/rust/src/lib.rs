//! Reads the callbacks of a provider. A receiver gives [`read_callback`] the request as its web framework has it.

use http::HeaderMap;
use serde::Deserialize;
use standardwebhooks::{Webhook, WebhookError};

/// The members that most programs need. A status or reason that is not listed is possible.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusEvent {
    /// None if the provider does not know it.
    pub request_id: Option<String>,
    pub status: String,
    pub error: Option<String>,
    #[serde(rename = "cascadeStageUUID")]
    pub stage: Option<String>,
}

/// What has become of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Delivered,
    Failed,
    /// A stage may still deliver it.
    Open,
}

/// The outcome of a message from its events so far, each as status and UUID of the stage, and the UUIDs of its stages in
/// order (ADR-0048). UNDELIVERED ends a stage: only the last one, or an event without a stage, ends the message.
pub fn outcome_of<'a>(events: impl Iterator<Item = (&'a str, Option<&'a str>)> + Clone, stages: &[String]) -> Outcome {
    if events.clone().any(|(status, _)| matches!(status, "DELIVERED" | "READ")) {
        return Outcome::Delivered;
    }
    let is_last = |stage: &str| stages.last().is_some_and(|last| last.eq_ignore_ascii_case(stage));
    let mut failed = events.filter(|(status, stage)| match *status {
        "EXPIRED" => true,
        "UNDELIVERED" | "FAILED" | "CANCELLED" => stage.is_none_or(is_last),
        _ => false,
    });
    if failed.next().is_some() {
        Outcome::Failed
    } else {
        Outcome::Open
    }
}

/// The event of a callback, or an error if it is not from the provider: answer 401 then, and do nothing else.
///
/// The body is the bytes as they were received, for they are signed. Two secrets are current while one is replaced.
/// Callbacks may arrive twice: remember the header `webhook-id`.
pub fn read_callback(headers: &HeaderMap, body: &[u8], secrets: &[String]) -> Result<StatusEvent, WebhookError> {
    let mut verdict = Err(WebhookError::InvalidSignature);
    for secret in secrets {
        verdict = Webhook::new(secret)?.verify(body, headers);
        if verdict.is_ok() {
            break;
        }
    }
    verdict?;
    serde_json::from_slice(body).map_err(|_| WebhookError::InvalidPayload)
}

#[cfg(test)]
mod tests {
    use std::{collections::HashMap, env, fs, time::SystemTime};

    use base64::prelude::*;
    use serde::de::DeserializeOwned;

    use super::*;

    #[derive(Deserialize)]
    struct File<V> {
        vectors: Vec<V>,
    }

    #[derive(Deserialize)]
    struct OutcomeVector {
        says: String,
        stages: Vec<String>,
        events: Vec<StageStatus>,
        outcome: Outcome,
    }

    #[derive(Deserialize)]
    struct StageStatus {
        status: String,
        #[serde(rename = "cascadeStageUUID")]
        stage: Option<String>,
    }

    fn read<V: DeserializeOwned>(name: &str) -> Vec<V> {
        let folder = env::var("CASCADE_VECTORS").unwrap_or_else(|_| "../../spec/vectors/generated".to_owned());
        let text = fs::read_to_string(format!("{folder}/{name}")).unwrap();
        let File { vectors } = serde_json::from_str(&text).unwrap();
        vectors
    }

    #[test]
    fn outcomes_of_the_vectors() {
        let vectors: Vec<OutcomeVector> = read("outcomes.json");
        assert!(vectors.len() > 15);
        for vector in vectors {
            let events = vector
                .events
                .iter()
                .map(|event| (event.status.as_str(), event.stage.as_deref()));
            assert_eq!(outcome_of(events, &vector.stages), vector.outcome, "{}", vector.says);
        }
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Vector {
        says: String,
        secrets: Vec<String>,
        now: i64,
        headers: HashMap<String, String>,
        body_base64: String,
        verdict: String,
    }

    #[test]
    fn verdicts_of_the_vectors() {
        let vectors: Vec<Vector> = read("callbacks.json");
        assert!(vectors.len() > 20);
        for vector in vectors {
            let body = BASE64_STANDARD.decode(&vector.body_base64).unwrap();
            let headers = (&headers_of_today(&vector, &body)).try_into().unwrap();
            let verdict = match read_callback(&headers, &body, &vector.secrets) {
                Ok(_) => "valid",
                Err(_) => "invalid",
            };
            assert_eq!(verdict, vector.verdict, "{}", vector.says);
        }
    }

    /// The library reads the clock of the machine, so the callback is moved: its time by as much as the vector is old,
    /// and each signature that is right is replaced by that of the new time.
    fn headers_of_today(vector: &Vector, body: &[u8]) -> HashMap<String, String> {
        let mut headers = vector.headers.clone();
        let Ok(sent_at) = headers["webhook-timestamp"].parse::<i64>() else {
            return headers;
        };
        let today = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap()
            .as_secs() as i64;
        let moved = sent_at + today - vector.now;
        headers.insert("webhook-timestamp".to_owned(), moved.to_string());
        for secret in &vector.secrets {
            let sign = |time| {
                Webhook::new(secret)
                    .unwrap()
                    .sign(&vector.headers["webhook-id"], time, body)
                    .unwrap()
            };
            headers
                .entry("webhook-signature".to_owned())
                .and_modify(|all| *all = all.replace(&sign(sent_at), &sign(moved)));
        }
        headers
    }
}
