//! What the receiver answers, and how often its handler runs.

use std::{
    collections::HashMap,
    mem,
    sync::{Arc, Mutex},
    time::Duration,
};

use base64::prelude::*;
use cascade_kit::{BoxError, Claim, Ids, Receiver, RecentIds, StatusEvent};
use http::{HeaderMap, Method};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{sync::Notify, task::JoinHandle, time::timeout};

use super::callbacks::sent_now;

#[derive(Deserialize)]
pub struct Reception {
    secrets: Vec<String>,
    now: i64,
    starts: bool,
    handler: Vec<String>,
    store: Option<String>,
    longest: Option<usize>,
    requests: Vec<Request>,
    handled: usize,
    event: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    method: String,
    headers: HashMap<String, String>,
    body_base64: String,
    meanwhile: bool,
    answer: u16,
}

/// Ids of which one function fails.
struct Failing<I> {
    ids: I,
    name: Option<String>,
}

impl<I> Failing<I> {
    fn check(&self, name: &str) -> Result<(), BoxError> {
        let is_away = self.name.as_deref() == Some(name);
        if is_away { Err("the store is away".into()) } else { Ok(()) }
    }
}

impl<I: Ids> Ids for Failing<I> {
    async fn claim(&self, id: &str, owner: &str, expires: Duration) -> Result<Claim, BoxError> {
        self.check("claim")?;
        self.ids.claim(id, owner, expires).await
    }

    async fn commit(&self, id: &str, owner: &str) -> Result<(), BoxError> {
        self.check("commit")?;
        self.ids.commit(id, owner).await
    }

    async fn release(&self, id: &str, owner: &str) -> Result<(), BoxError> {
        self.check("release")?;
        self.ids.release(id, owner).await
    }
}

/// Does what the row says at each of its runs.
#[derive(Default)]
struct Handler {
    runs: Vec<String>,
    events: Mutex<Vec<StatusEvent>>,
    waits: Notify,
    goes_on: Notify,
}

impl Handler {
    async fn handle(self: Arc<Self>, event: StatusEvent) -> Result<(), &'static str> {
        let run = {
            let mut events = self.events.lock().unwrap();
            events.push(event);
            self.runs.get(events.len() - 1).cloned().unwrap_or_default()
        };
        if run.starts_with("waits") {
            self.waits.notify_one();
            self.goes_on.notified().await;
        }
        assert_ne!(run, "panics");
        if run.ends_with("fails") { Err("the disk is full") } else { Ok(()) }
    }
}

pub async fn judge(row: Reception) {
    judge_with(row, RecentIds::default()).await;
}

#[cfg(feature = "sqlite")]
pub async fn judge_in_sqlite(row: Reception) {
    judge_with(row, cascade_kit::SqliteIds::open(":memory:").unwrap()).await;
}

async fn judge_with(mut row: Reception, ids: impl Ids) {
    let made = Receiver::new(&row.secrets);
    if !row.starts {
        let why = made.err().expect("it does not start").to_string();
        return assert!(why.starts_with("secrets") && why.contains(": expected"), "{why}");
    }
    let mut receiver = made.unwrap().with_ids(Failing { ids, name: row.store.take() });
    receiver.longest_body = row.longest.unwrap_or(receiver.longest_body);
    let handler = Arc::new(Handler { runs: mem::take(&mut row.handler), ..Handler::default() });
    let answers = send_all(&row, Arc::new(receiver), &handler).await;
    let expected: Vec<_> = row.requests.iter().map(|request| request.answer).collect();
    assert_eq!(answers, expected);
    let events = handler.events.lock().unwrap();
    assert_eq!(events.len(), row.handled);
    if let Some(event) = row.event {
        assert_eq!(seen(&events[0]), event);
        assert_eq!(events[0].raw, BASE64_STANDARD.decode(&row.requests[0].body_base64).unwrap());
    }
}

async fn send_all<I: Ids>(row: &Reception, receiver: Arc<Receiver<I>>, handler: &Arc<Handler>) -> Vec<u16> {
    let mut answers = vec![0; row.requests.len()];
    let mut first: Option<(usize, JoinHandle<u16>)> = None;
    for (number, request) in row.requests.iter().enumerate() {
        if !request.meanwhile {
            go_on(handler, first.take(), &mut answers).await;
        }
        let sent = tokio::spawn(send(request.moved(row), Arc::clone(&receiver), Arc::clone(handler)));
        let next = row.requests.get(number + 1);
        if !request.meanwhile && next.is_some_and(|next| next.meanwhile) {
            timeout(Duration::from_secs(20), handler.waits.notified()).await.expect("the handler waits");
            first = Some((number, sent));
        } else {
            answers[number] = sent.await.unwrap();
        }
    }
    go_on(handler, first, &mut answers).await;
    answers
}

async fn go_on(handler: &Handler, first: Option<(usize, JoinHandle<u16>)>, answers: &mut [u16]) {
    if let Some((number, sent)) = first {
        handler.goes_on.notify_one();
        answers[number] = sent.await.unwrap();
    }
}

impl Request {
    fn moved(&self, row: &Reception) -> (Method, HeaderMap, Vec<u8>) {
        let body = BASE64_STANDARD.decode(&self.body_base64).unwrap();
        let headers = sent_now(&self.headers, &body, &row.secrets, row.now);
        (self.method.parse().unwrap(), headers, body)
    }
}

async fn send<I: Ids>(
    (method, headers, body): (Method, HeaderMap, Vec<u8>),
    receiver: Arc<Receiver<I>>,
    handler: Arc<Handler>,
) -> u16 {
    let status = receiver.receive(&method, &headers, &body, |event| handler.handle(event)).await;
    status.as_u16()
}

/// The fields of an event by the names of the wire.
fn seen(event: &StatusEvent) -> Value {
    json!({
        "requestId": event.request_id,
        "status": event.status,
        "reason": event.reason().map(|reason| reason.as_str().to_owned()),
        "statusAt": event.status_at,
        "channelType": event.channel_type,
        "cascadeStageUUID": event.stage,
        "cascadeId": event.cascade_id,
        "messageId": event.message_id,
        "subject": event.subject,
        "subjectId": event.subject_id,
        "comment": event.comment,
    })
}
