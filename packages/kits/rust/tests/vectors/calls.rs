//! How a call ends.

use std::{
    collections::VecDeque,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use cascade_kit::{Cascade, Error};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    time,
};

const ANY: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Call {
    request_id: String,
    keeps_used: bool,
    most: u32,
    attempts: VecDeque<Met>,
    outcome: String,
}

#[derive(Clone, Deserialize)]
struct Met {
    answer: Option<Answer>,
    breaks: Option<String>,
    #[serde(default)]
    refuses: bool,
    #[serde(default)]
    silent: bool,
}

#[derive(Clone, Deserialize)]
struct Answer {
    status: u16,
    r#type: Option<String>,
    encoding: Option<String>,
    location: Option<String>,
    #[serde(default)]
    body: String,
}

/// A provider of which each attempt meets the next of a row: an attempt asks for its address.
#[derive(Clone)]
struct Provider {
    open: SocketAddr,
    closed: SocketAddr,
    coming: Arc<Mutex<VecDeque<Met>>>,
    meets: Arc<Mutex<Option<Met>>>,
    made: Arc<AtomicUsize>,
}

impl Resolve for Provider {
    fn resolve(&self, _: Name) -> Resolving {
        if self.meets.lock().unwrap().take().is_some_and(|met| met.silent) {
            time::resume();
        }
        self.made.fetch_add(1, Ordering::SeqCst);
        let met = self.coming.lock().unwrap().pop_front();
        let address = match &met {
            Some(Met { refuses: false, .. }) => Ok(self.open),
            Some(_) => Ok(self.closed),
            None => Err("an attempt too many"),
        };
        *self.meets.lock().unwrap() = met;
        Box::pin(async move { Ok(Box::new([address?].into_iter()) as Addrs) })
    }
}

impl Provider {
    async fn serve(self, listener: TcpListener) {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let met = self.meets.lock().unwrap().clone().unwrap();
            tokio::spawn(answer(stream, met));
        }
    }
}

async fn answer(mut stream: TcpStream, met: Met) -> io::Result<()> {
    let body = read(&mut stream).await?;
    if met.silent {
        // The time of the attempt passes now.
        time::pause();
        let mut rest = vec![];
        return stream.read_to_end(&mut rest).await.map(drop);
    }
    let request_id = body["requestId"].as_str().unwrap().to_owned();
    let (head, text) = met.answer.map_or((" ".repeat(20), String::new()), |answer| answer.write(&request_id));
    let all = format!("{head}{text}");
    let sent = match met.breaks.as_deref() {
        Some("before the answer") => 0,
        Some("in its head") => head.len() - 9,
        Some(_) => all.len() - 5,
        None => all.len(),
    };
    stream.write_all(&all.as_bytes()[..sent]).await
}

async fn read(stream: &mut TcpStream) -> io::Result<Value> {
    let mut got = vec![];
    loop {
        stream.read_buf(&mut got).await?;
        let text = String::from_utf8_lossy(&got);
        let body = text.split_once("\r\n\r\n").and_then(|(_, body)| serde_json::from_str(body).ok());
        if let Some(body) = body {
            return Ok(body);
        }
    }
}

impl Answer {
    fn write(self, request_id: &str) -> (String, String) {
        let body = self.body.replace("{{requestId}}", request_id);
        let body = body.replace("{{REQUESTID}}", &request_id.to_uppercase());
        let has_length = ![204, 304].contains(&self.status);
        let headers = [
            ("connection", Some("close".to_owned())),
            ("content-length", has_length.then(|| body.len().to_string())),
            ("content-type", self.r#type),
            ("content-encoding", self.encoding),
            ("location", self.location),
        ];
        let lines = headers.into_iter().filter_map(|(name, value)| Some(format!("{name}: {}\r\n", value?)));
        (format!("HTTP/1.1 {} X\r\n{}\r\n", self.status, lines.collect::<String>()), body)
    }
}

pub async fn judge(row: Call) {
    let listener = TcpListener::bind(ANY).await.unwrap();
    // Bound, and nothing listens.
    let closed = TcpSocket::new_v4().unwrap();
    closed.bind(ANY).unwrap();
    let attempts = row.attempts.len();
    let provider = Provider {
        open: listener.local_addr().unwrap(),
        closed: closed.local_addr().unwrap(),
        coming: Arc::new(Mutex::new(row.attempts)),
        meets: Arc::default(),
        made: Arc::default(),
    };
    tokio::spawn(provider.clone().serve(listener));
    let http = reqwest::Client::builder().no_proxy().dns_resolver(provider.clone());
    let mut cascade = Cascade::with_http("http://provider.example", "k", http).unwrap();
    cascade.attempts = row.most;
    cascade.timeout = Duration::from_mins(1);
    cascade.used_id_means_accepted = row.keeps_used;
    let own = (row.request_id == "caller").then_some("0b1d6c3e-5f5a-4f0e-9a55-000000000001");
    let ended = cascade.schedule(&json!({ "requestId": own, "cascadeId": 2002 })).await;
    let (outcome, error) = match &ended {
        Ok(_) => ("scheduled", String::new()),
        Err(error @ Error::UnknownOutcome { .. }) => ("unknown", error.to_string()),
        Err(error) => ("not-scheduled", error.to_string()),
    };
    assert_eq!(outcome, row.outcome, "{ended:?}");
    assert_eq!(provider.made.load(Ordering::SeqCst), attempts, "attempts");
    assert_eq!(error.contains("it may be scheduled"), outcome == "unknown", "{error}");
    if let Err(failure) = ended {
        assert!(error.contains(&format!("request {}", failure.request_id().unwrap())), "{error}");
    }
}
