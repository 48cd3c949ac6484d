//! What the receiver does beside the rows of the vectors, and the laws of a store.

use std::{
    future::{Ready, ready},
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use cascade_kit::{Claim, Ids, ProblemCode, Receiver, RecentIds, UndeliveredReason};
use http::{HeaderMap, Method, StatusCode};
use standardwebhooks::Webhook;
use tokio::{sync::Notify, time::timeout};

const SECRET: &str = "whsec_a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=";
const BODY: &[u8] = br#"{"requestId":"r","status":"SENT"}"#;
const LONG: Duration = Duration::from_secs(20);

fn signed(id: &str) -> HeaderMap {
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs().try_into().unwrap();
    let signature = Webhook::new(SECRET).unwrap().sign(id, now, BODY).unwrap();
    let headers =
        [("webhook-id", id.to_owned()), ("webhook-timestamp", now.to_string()), ("webhook-signature", signature)];
    headers.into_iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
}

fn done() -> Ready<Result<(), &'static str>> {
    ready(Ok(()))
}

#[tokio::test]
async fn the_handler_goes_on_if_the_sender_hangs_up() {
    let receiver = Arc::new(Receiver::new(&[SECRET]).unwrap());
    let begins = Arc::new(Notify::new());
    let goes_on = Arc::new(Notify::new());
    let first = tokio::spawn({
        let receiver = Arc::clone(&receiver);
        let begins = Arc::clone(&begins);
        let goes_on = Arc::clone(&goes_on);
        async move {
            let handle = |_| async move {
                begins.notify_one();
                goes_on.notified().await;
                done().await
            };
            receiver.receive(&Method::POST, &signed("a"), BODY, handle).await
        }
    });
    timeout(LONG, begins.notified()).await.unwrap();
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    let again = || async { receiver.receive(&Method::POST, &signed("a"), BODY, |_| done()).await };
    assert_eq!(again().await, StatusCode::CONFLICT);
    goes_on.notify_one();
    let seen = async {
        while again().await != StatusCode::OK {
            tokio::task::yield_now().await;
        }
    };
    timeout(LONG, seen).await.unwrap();
}

#[tokio::test]
async fn an_odd_time_is_answered_401() {
    let receiver = Receiver::new(&[SECRET]).unwrap();
    for time in ["-9223372036854775808", "9223372036854775807", "1e9", "0000000000000001", ""] {
        let mut headers = signed("a");
        headers.insert("webhook-timestamp", time.parse().unwrap());
        let status = receiver.receive(&Method::POST, &headers, BODY, |_| done()).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{time}");
    }
}

/// Keeps what is logged.
struct Lines;

static LINES: Mutex<Vec<String>> = Mutex::new(vec![]);

impl log::Log for Lines {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        LINES.lock().unwrap().push(format!("{} {}", record.level(), record.args()));
    }

    fn flush(&self) {}
}

#[tokio::test]
async fn the_log_says_why_a_callback_is_refused_or_fails() {
    log::set_logger(&Lines).unwrap();
    log::set_max_level(log::LevelFilter::Warn);
    let receiver = Receiver::new(&[SECRET]).unwrap();
    let mut altered = signed("altered");
    altered.insert("webhook-id", "another".parse().unwrap());
    for (headers, status) in [(HeaderMap::new(), 401), (altered, 401), (signed("failing"), 500)] {
        let failing = |_| async { Err("the disk is full") };
        assert_eq!(receiver.receive(&Method::POST, &headers, BODY, failing).await, status);
    }
    let lines = LINES.lock().unwrap().join("\n");
    for line in [
        "WARN a callback is answered 401 Unauthorized: missing header id",
        "WARN a callback is answered 401 Unauthorized: signature invalid",
        "ERROR callback failing is answered 500: its handler failed: the disk is full",
    ] {
        assert!(lines.contains(line), "{lines}");
    }
}

#[test]
fn both_spellings_are_one() {
    for error in ["no-template-match", "not-template-match"] {
        assert_eq!(UndeliveredReason::of(error), UndeliveredReason::NoTemplateMatch);
    }
    let later = "of-a-later-version".to_owned();
    assert_eq!(UndeliveredReason::of(&later), UndeliveredReason::Unlisted(later.clone()));
    assert_eq!(ProblemCode::of(&later), ProblemCode::Unlisted(later));
}

async fn obeys_the_laws(ids: impl Ids) {
    let claim = async |owner, seconds| ids.claim("a", owner, Duration::from_secs(seconds)).await.unwrap();
    assert_eq!(claim("one", 0).await, Claim::New);
    assert_eq!(claim("two", 20).await, Claim::New);
    ids.release("a", "one").await.unwrap(); // of another owner by now
    assert_eq!(claim("three", 20).await, Claim::Busy);
    ids.release("a", "two").await.unwrap();
    assert_eq!(claim("four", 20).await, Claim::New);
    ids.commit("a", "one").await.unwrap(); // it is handled, though the claim had expired
    ids.release("a", "four").await.unwrap();
    assert_eq!(claim("five", 20).await, Claim::Seen);
    assert_eq!(ids.claim("b", "one", Duration::ZERO).await.unwrap(), Claim::New);
    ids.commit("b", "one").await.unwrap();
    assert_eq!(ids.claim("b", "two", LONG).await.unwrap(), Claim::Seen);
}

#[tokio::test]
async fn a_claim_expires_is_committed_and_released() {
    obeys_the_laws(RecentIds::default()).await;
    #[cfg(feature = "sqlite")]
    obeys_the_laws(cascade_kit::SqliteIds::open(":memory:").unwrap()).await;
}

#[tokio::test]
async fn the_latest_ids_are_kept() {
    let ids = RecentIds::new(2);
    for id in ["a", "b", "c", "d", "e"] {
        assert_eq!(ids.claim(id, "one", LONG).await.unwrap(), Claim::New);
    }
    for (id, wanted) in [("e", Claim::Busy), ("d", Claim::Busy), ("c", Claim::Busy), ("a", Claim::New)] {
        assert_eq!(ids.claim(id, "two", LONG).await.unwrap(), wanted, "{id}");
    }
}
