//! Reads the callbacks of a provider. A receiver gives [`read_callback`] the request as its web framework has it.

use http::HeaderMap;
use serde::Deserialize;
use standardwebhooks::{Webhook, WebhookError};

/// The members that most programs need. A status or reason that is not listed is possible.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusEvent {
    pub request_id: String,
    pub status: String,
    pub error: Option<String>,
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

    use super::*;

    #[derive(Deserialize)]
    struct File {
        vectors: Vec<Vector>,
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
        let default = "../../spec/vectors/generated/callbacks.json".to_owned();
        let text = fs::read_to_string(env::var("CASCADE_VECTORS").unwrap_or(default)).unwrap();
        let File { vectors } = serde_json::from_str(&text).unwrap();
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
