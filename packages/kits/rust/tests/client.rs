//! What is never sent, where nothing is sent to, how long a call lasts, what errors and logs say, and the other operations.

use std::{
    convert::Infallible,
    error::Error as _,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::Request,
    http::{Response, header},
};
use cascade_kit::{Cascade, Error, ProblemCode, Registration};
use reqwest::dns::{Name, Resolve, Resolving};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    time::Instant,
};

const LONG: Duration = Duration::from_mins(1);

/// A provider that always does the same, and the times and bodies of its requests.
struct Provider {
    url: String,
    requests: Arc<Mutex<Vec<(SystemTime, Value)>>>,
}

impl Provider {
    async fn new(answer: impl Fn(&str) -> Response<Body> + Clone + Send + Sync + 'static) -> Self {
        let requests = Arc::new(Mutex::new(vec![]));
        let seen = Arc::clone(&requests);
        let app = Router::new().fallback(move |request: Request| {
            let seen = Arc::clone(&seen);
            let answer = answer.clone();
            async move {
                let path = request.uri().path().to_owned();
                let body = axum::body::to_bytes(request.into_body(), usize::MAX).await.unwrap();
                seen.lock().unwrap().push((SystemTime::now(), serde_json::from_slice(&body).unwrap_or_default()));
                answer(&path)
            }
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { url, requests }
    }

    fn client(&self) -> Cascade {
        let mut cascade = Cascade::new(&self.url, "k").unwrap();
        cascade.timeout = LONG;
        cascade
    }

    fn attempts(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
}

fn answer(status: u16, body: &str) -> Response<Body> {
    Response::builder().status(status).body(body.to_owned().into()).unwrap()
}

fn message() -> Value {
    json!({
        "cascadeId": 2002,
        "subscriberFilter": { "address": "+12025550100", "type": "PHONE" },
        "content": { "smsContent": { "contentType": "TEXT", "text": "Code 4821" } },
    })
}

#[test]
fn an_address_or_a_key_that_cannot_be_right_makes_no_client() {
    for url in [
        "127.0.0.1:4010",
        "ftp://a",
        "https://",
        "http://user:secret@a",
        "http://secret@a",
        "http://:secret@a",
        "http://a?b",
        "http://a#b",
        "http://a b",
    ] {
        let why = Cascade::new(url, "k").unwrap_err().to_string();
        assert!(why.starts_with("base_url: expected"), "{url}: {why}");
        assert!(!why.contains("secret"), "{why}");
    }
    for key in ["", " ", "k\n", "k\r\nx: y", "kľúč"] {
        let why = Cascade::new("http://a", key).unwrap_err().to_string();
        assert!(why.starts_with("api_key: expected"), "{key}: {why}");
    }
}

#[test]
fn a_client_does_not_show_its_key() {
    let shown = format!("{:?}", Cascade::new("http://a", "secret-key").unwrap());
    assert!(shown.contains("http://a") && !shown.contains("secret-key"), "{shown}");
}

/// What cannot be written as JSON.
struct Odd;

impl Serialize for Odd {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("odd"))
    }
}

#[tokio::test]
async fn what_is_no_message_is_not_sent() {
    let provider = Provider::new(|_| answer(200, "{}")).await;
    let cascade = provider.client();
    for (ended, wanted) in [
        (cascade.schedule(&Odd).await, "message: odd"),
        (cascade.schedule(&["a"]).await, "message: expected an object"),
        (cascade.schedule(&json!({ "requestId": 5 })).await, "message: expected a text as requestId"),
    ] {
        assert_eq!(ended.unwrap_err().to_string(), wanted);
    }
    assert_eq!(provider.attempts(), 0);
}

/// Never resolves a name.
struct Never;

impl Resolve for Never {
    fn resolve(&self, _: Name) -> Resolving {
        Box::pin(std::future::pending())
    }
}

#[tokio::test(start_paused = true)]
async fn a_time_out_before_there_is_a_connection_is_not_unknown() {
    let http = reqwest::Client::builder().no_proxy().dns_resolver(Never);
    let cascade = Cascade::with_http("http://provider.example", "k", http).unwrap();
    for within in [None, Some(Duration::from_secs(1)), Some(Duration::ZERO)] {
        let begin = Instant::now();
        let ended = match within {
            None => cascade.schedule(&message()).await,
            Some(within) => cascade.schedule_within(&message(), within).await,
        };
        assert!(within.is_none_or(|within| begin.elapsed() < within + Duration::from_millis(100)));
        let error = ended.unwrap_err();
        let id = error.request_id().unwrap();
        assert_eq!(error.to_string(), format!("not sent: operation timed out (request {id})"));
        assert!(matches!(error, Error::NotSent { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn no_redirect_is_followed() {
    let other = Provider::new(|_| answer(200, "{}")).await;
    for status in [301, 302, 303, 307, 308] {
        let location = format!("{}/login?token=abc", other.url);
        let to = location.clone();
        let provider = Provider::new(move |_| {
            let head = Response::builder().status(status).header(header::LOCATION, &to);
            head.body(Body::empty()).unwrap()
        })
        .await;
        let error = provider.client().schedule(&message()).await.unwrap_err();
        let said = error.to_string();
        assert!(said.starts_with(&format!("status {status} without a body of the API")), "{said}");
        assert!(said.contains("/login and is not followed") && !said.contains("token"), "{said}");
        let pointed = matches!(&error, Error::Unreadable { status: got, location: Some(got_location), .. }
            if *got == status && *got_location == location);
        assert!(pointed, "{error:?}");
    }
    assert_eq!(other.attempts(), 0);
}

/// A byte each 20 ms, without end.
fn dripping() -> Response<Body> {
    let drops = futures_util::stream::unfold((), |()| async {
        tokio::time::sleep(Duration::from_millis(20)).await;
        Some((Ok::<_, Infallible>(Bytes::from_static(b" ")), ()))
    });
    Response::builder().status(500).body(Body::from_stream(drops)).unwrap()
}

#[tokio::test]
async fn an_answer_that_drips_ends_with_its_attempt() {
    let provider = Provider::new(|_| dripping()).await;
    let mut cascade = provider.client();
    cascade.attempts = 1;
    cascade.timeout = Duration::from_millis(500);
    let begin = Instant::now();
    let error = cascade.schedule(&message()).await.unwrap_err();
    assert!(matches!(error, Error::UnknownOutcome { .. }), "{error:?}");
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}

#[tokio::test]
async fn a_title_beside_the_echo_is_a_problem_if_its_status_is_one() {
    let id = "0b1d6c3e-5f5a-4f0e-9a55-000000000001";
    let mut own = message();
    own["requestId"] = id.into();
    for (status, is_scheduled) in [(200, true), (500, false)] {
        let body = json!({ "requestId": id, "title": "system-error", "status": status }).to_string();
        let provider = Provider::new(move |_| answer(200, &body)).await;
        let mut cascade = provider.client();
        cascade.attempts = 1;
        match cascade.schedule(&own).await {
            Ok(_) => assert!(is_scheduled),
            Err(Error::UnknownOutcome { source, .. }) => {
                assert!(!is_scheduled && matches!(*source, Error::Unreadable { status: 200, .. }), "{source:?}");
            }
            Err(other) => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_success_whose_body_breaks_before_it_begins_is_unknown() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = vec![];
        while !request.ends_with(b"}") {
            stream.read_buf(&mut request).await.unwrap();
        }
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n").await.unwrap();
    });
    let mut cascade = Cascade::new(&url, "k").unwrap();
    cascade.attempts = 1;
    cascade.timeout = LONG;
    let Err(Error::UnknownOutcome { source, .. }) = cascade.schedule(&message()).await else {
        panic!("expected an unknown outcome");
    };
    assert!(matches!(*source, Error::Unreadable { status: 200, source: Some(_), .. }), "{source:?}");
}

#[tokio::test]
async fn a_body_without_end_is_not_kept() {
    let provider = Provider::new(|_| answer(200, &(" ".repeat(9 << 20) + "{}"))).await;
    let mut cascade = provider.client();
    cascade.attempts = 1;
    let said = cascade.schedule(&message()).await.unwrap_err();
    assert!(matches!(said, Error::UnknownOutcome { .. }), "{said:?}");
}

async fn overloaded(retry_after: &str) -> Provider {
    let retry_after = retry_after.to_owned();
    Provider::new(move |_| {
        let head = Response::builder().status(429).header(header::RETRY_AFTER, &retry_after);
        head.body(r#"{"title":"too-many-requests","status":429}"#.into()).unwrap()
    })
    .await
}

fn date_in(seconds: u64) -> String {
    httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(seconds))
}

#[tokio::test]
async fn retry_after_is_a_number_or_a_date() {
    let short = Duration::from_secs(10);
    for (says, value, within, attempts) in [
        ("a date too far for the call", date_in(20), short, 1),
        ("seconds too far for the call", "20".to_owned(), short, 1),
        ("a date beyond the limit", date_in(3600), LONG, 1),
        ("seconds beyond the limit", "31".to_owned(), LONG, 1),
        ("more seconds than a number has", "9".repeat(30), LONG, 1),
        ("a date in the past", "Sat, 21 Nov 2020 12:00:00 GMT".to_owned(), LONG, 2),
        ("a word", "soon".to_owned(), LONG, 2),
        ("a sign", "+20".to_owned(), short, 2),
    ] {
        let provider = overloaded(&value).await;
        let mut cascade = provider.client();
        cascade.attempts = 2;
        let error = cascade.schedule_within(&message(), within).await.unwrap_err();
        assert!(matches!(&error, Error::Refused(problem) if problem.code == ProblemCode::TooManyRequests), "{error:?}");
        assert_eq!(provider.attempts(), attempts, "{says}");
    }
}

#[tokio::test]
async fn a_call_waits_as_long_as_it_is_asked_to() {
    let date = date_in(2);
    let until = httpdate::parse_http_date(&date).unwrap();
    for value in ["1", &date] {
        let provider = overloaded(value).await;
        let mut cascade = provider.client();
        cascade.attempts = 2;
        cascade.schedule(&message()).await.unwrap_err();
        let times: Vec<_> = provider.requests.lock().unwrap().iter().map(|(time, _)| *time).collect();
        let expected = if value == "1" { times[0] + Duration::from_secs(1) } else { until };
        assert!(times[1] >= expected, "{value}: {times:?}");
    }
}

#[tokio::test]
async fn an_error_says_code_detail_status_and_request() {
    let body = r#"{"title":"matched-template-not-found","status":400,"detail":"/cascadeId: must be integer"}"#;
    let provider = Provider::new(move |_| answer(400, body)).await;
    let error = provider.client().schedule(&message()).await.unwrap_err();
    let said = error.to_string();
    assert!(said.starts_with("matched-template-not-found: /cascadeId: must be integer. "), "{said}");
    assert!(said.ends_with(&format!(" (status 400, request {})", error.request_id().unwrap())), "{said}");
}

#[tokio::test]
async fn an_error_keeps_its_cause() {
    let provider = Provider::new(|_| answer(500, r#"{"title":"system-error","status":500}"#)).await;
    let mut cascade = provider.client();
    cascade.attempts = 1;
    let error = cascade.schedule(&message()).await.unwrap_err();
    let cause = error.source().and_then(|cause| cause.downcast_ref::<Box<Error>>()).unwrap();
    assert!(matches!(&**cause, Error::Refused(problem) if problem.status == 500), "{error:?}");
    let closed = Cascade::new("http://127.0.0.1:1", "k").unwrap().cascades().await.unwrap_err();
    assert!(closed.source().unwrap().is::<reqwest::Error>(), "{closed:?}");
    assert!(closed.to_string().starts_with("not sent: Connection refused"), "{closed}");
}

/// Keeps what is logged.
struct Lines;

static LINES: Mutex<Vec<String>> = Mutex::new(vec![]);

impl log::Log for Lines {
    fn enabled(&self, about: &log::Metadata<'_>) -> bool {
        about.target().starts_with("cascade_kit")
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            LINES.lock().unwrap().push(format!("{} {}", record.level(), record.args()));
        }
    }

    fn flush(&self) {}
}

#[tokio::test]
async fn the_log_has_each_attempt_and_neither_key_nor_number() {
    log::set_logger(&Lines).unwrap();
    log::set_max_level(log::LevelFilter::Trace);
    let provider = Provider::new(|_| answer(400, r#"{"title":"out-of-balance"}"#)).await;
    let error = Cascade::new(&provider.url, "secret-key").unwrap().schedule(&message()).await.unwrap_err();
    let id = error.request_id().unwrap();
    let lines = LINES.lock().unwrap().join("\n");
    assert!(lines.contains(&format!("DEBUG /api/cascade/schedule of {id}, attempt 1: status 400")), "{lines}");
    for never in ["secret-key", "2025550100", "4821"] {
        assert!(!lines.contains(never), "{lines}");
    }
}

fn operations(path: &str) -> Response<Body> {
    let body = match path {
        "/api/cascade/get-all" => r#"[{"id":2002,"stages":[{"uuid":"u","order":1,"subject":{"type":"SMS"}}]}]"#,
        "/api/callback/set" => r#"{"secret":"whsec_made"}"#,
        _ => {
            r#"{"hasNext":false,"content":[{"messageId":1,"requestId":"A","deliveryStatus":"SENT"},{"requestId":"b"}]}"#
        }
    };
    answer(200, body)
}

#[tokio::test]
async fn the_other_operations() {
    let provider = Provider::new(operations).await;
    let cascade = provider.client();
    let all = cascade.cascades().await.unwrap();
    let channel = all[0].stages[0].subject.as_ref().and_then(|subject| subject.r#type.as_deref());
    assert_eq!((all[0].id, channel), (2002, Some("SMS")));
    let url = "https://shop.example/status".to_owned();
    let registration = Registration { url: url.clone(), subject_id: Some(2), secret: None };
    let made = cascade.set_callback(&registration).await.unwrap();
    assert_eq!((made.url, made.subject_id, made.secret), (url.clone(), Some(2), Some("whsec_made".to_owned())));
    assert_eq!(provider.requests.lock().unwrap()[1].1, json!({ "statusCallbackUrl": url, "subjectId": 2 }));
    let entries = cascade.history("a").await.unwrap();
    assert_eq!(entries.iter().map(|entry| (entry.message_id, &*entry.status)).collect::<Vec<_>>(), [(Some(1), "SENT")]);
}

#[tokio::test]
async fn the_other_operations_fail_by_the_same_errors() {
    let absent = Provider::new(|_| answer(404, r#"{"title":"not-found","status":404}"#)).await;
    let error = absent.client().history("a").await.unwrap_err();
    assert!(matches!(&error, Error::Refused(problem) if problem.code == ProblemCode::NotFound), "{error:?}");
    assert!(error.to_string().ends_with("(status 404, request a)"), "{error}");
    let page = Provider::new(|_| answer(200, "<html>")).await;
    let error = page.client().cascades().await.unwrap_err();
    assert!(matches!(&error, Error::Unreadable { status: 200, text, .. } if text == "<html>"), "{error:?}");
}
