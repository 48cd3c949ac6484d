//! The callbacks and outcomes of the test vectors.

use std::{collections::HashMap, env, fs, time::SystemTime};

use base64::prelude::*;
use cascade_kit::{Outcome, ProblemCode, Receiver, StatusEvent, UndeliveredReason, outcome_of};
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, de::DeserializeOwned};
use standardwebhooks::Webhook;

#[derive(Deserialize)]
struct File<V> {
    vectors: Vec<V>,
}

#[derive(Deserialize)]
struct OutcomeVector {
    says: String,
    stages: Vec<String>,
    events: Vec<StatusEvent>,
    outcome: Outcome,
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

fn read<V: DeserializeOwned>(name: &str) -> Vec<V> {
    let folder = env::var("CASCADE_VECTORS").unwrap_or_else(|_| "../../../spec/vectors/generated".to_owned());
    let text = fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let File { vectors } = serde_json::from_str(&text).unwrap();
    vectors
}

#[test]
fn outcomes_of_the_vectors() {
    let vectors: Vec<OutcomeVector> = read("outcomes.json");
    assert!(vectors.len() > 15);
    for vector in vectors {
        assert_eq!(
            outcome_of(&vector.events, &vector.stages),
            vector.outcome,
            "{}",
            vector.says
        );
    }
}

#[test]
fn verdicts_of_the_vectors() {
    let vectors: Vec<Vector> = read("callbacks.json");
    assert!(vectors.len() > 20);
    for vector in vectors {
        let (headers, body) = sent_now(&vector);
        let event = Receiver::new(&vector.secrets).unwrap().read(&headers, &body);
        assert_eq!(
            if event.is_ok() { "valid" } else { "invalid" },
            vector.verdict,
            "{}",
            vector.says
        );
    }
}

#[test]
fn each_callback_is_handled_once() {
    let vectors: Vec<Vector> = read("callbacks.json");
    let vector = vectors.iter().find(|vector| vector.verdict == "valid").unwrap();
    let (headers, body) = sent_now(vector);
    let receiver = Receiver::new(&vector.secrets).unwrap();
    let mut handled = 0;
    let answers = [false, true, true].map(|works| {
        receiver.receive(&headers, &body, |_| {
            handled += 1;
            if works { Ok(()) } else { Err("the disk is full") }
        })
    });
    assert_eq!(
        answers,
        [
            Err("the disk is full"),
            Ok(StatusCode::NO_CONTENT),
            Ok(StatusCode::NO_CONTENT)
        ]
    );
    assert_eq!(handled, 2);
    let forged = receiver.receive(&headers, b"{}", |_| Err("handled"));
    assert_eq!(forged, Ok(StatusCode::UNAUTHORIZED));
}

#[test]
fn both_spellings_are_one() {
    for error in ["no-template-match", "not-template-match"] {
        assert_eq!(UndeliveredReason::of(error), UndeliveredReason::NoTemplateMatch);
    }
    let later = "of-a-later-version";
    assert_eq!(
        UndeliveredReason::of(later),
        UndeliveredReason::Unlisted(later.to_owned())
    );
    assert_eq!(ProblemCode::of(later), ProblemCode::Unlisted(later.to_owned()));
}

/// The library reads the clock of the machine, so the callback is moved: its time by as much as the vector is old, and
/// each signature that is right is replaced by that of the new time.
fn sent_now(vector: &Vector) -> (HeaderMap, Vec<u8>) {
    let body = BASE64_STANDARD.decode(&vector.body_base64).unwrap();
    let mut headers = vector.headers.clone();
    if let Ok(sent_at) = headers["webhook-timestamp"].parse::<i64>() {
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
        let moved = sent_at + i64::try_from(now).unwrap() - vector.now;
        headers.insert("webhook-timestamp".to_owned(), moved.to_string());
        for secret in &vector.secrets {
            let webhook = Webhook::new(secret).unwrap();
            let sign = |time| webhook.sign(&vector.headers["webhook-id"], time, &body).unwrap();
            let signatures = headers.entry("webhook-signature".to_owned());
            signatures.and_modify(|all| *all = all.replace(&sign(sent_at), &sign(moved)));
        }
    }
    ((&headers).try_into().unwrap(), body)
}
