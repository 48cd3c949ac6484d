//! Verdicts about callbacks, and outcomes of messages.

use std::{collections::HashMap, time::SystemTime};

use base64::prelude::*;
use cascade_kit::{Outcome, Receiver, StatusEvent, outcome_of};
use http::HeaderMap;
use serde::Deserialize;
use standardwebhooks::Webhook;

#[derive(Deserialize)]
pub struct Outcomes {
    stages: Vec<String>,
    events: Vec<Event>,
    outcome: Outcome,
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "cascadeStageUUID")]
    stage: Option<String>,
    status: String,
}

impl Outcomes {
    pub fn judge(self) {
        let event = |Event { stage, status }| StatusEvent { stage, status, ..StatusEvent::default() };
        let events: Vec<_> = self.events.into_iter().map(event).collect();
        assert_eq!(outcome_of(&events, &self.stages), self.outcome);
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Vector {
    secrets: Vec<String>,
    now: i64,
    headers: HashMap<String, String>,
    body_base64: String,
    verdict: String,
}

impl Vector {
    pub fn judge(self) {
        let body = BASE64_STANDARD.decode(self.body_base64).unwrap();
        let headers = sent_now(&self.headers, &body, &self.secrets, self.now);
        let event = Receiver::new(&self.secrets).unwrap().read(&headers, &body);
        assert_eq!(if event.is_ok() { "valid" } else { "invalid" }, self.verdict, "{event:?}");
    }
}

/// The library reads the clock of the machine, so a callback of `now` is moved: its time by as much as `now` is past, and each
/// signature that is right is replaced by that of the new time.
pub fn sent_now(headers: &HashMap<String, String>, body: &[u8], secrets: &[String], now: i64) -> HeaderMap {
    let mut headers = headers.clone();
    let sent_at = headers.get("webhook-timestamp").and_then(|time| time.parse::<i64>().ok());
    if let Some(sent_at) = sent_at {
        let clock = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
        let moved = sent_at + i64::try_from(clock).unwrap() - now;
        headers.insert("webhook-timestamp".to_owned(), moved.to_string());
        let id = headers.get("webhook-id").cloned().unwrap_or_default();
        for secret in secrets {
            let webhook = Webhook::new(secret).unwrap();
            let sign = |time| webhook.sign(&id, time, body).unwrap_or_default();
            let signatures = headers.entry("webhook-signature".to_owned());
            signatures.and_modify(|all| *all = all.replace(&sign(sent_at), &sign(moved)));
        }
    }
    (&headers).try_into().unwrap()
}
