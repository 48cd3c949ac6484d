//! Schedules one SMS, and explains a refusal:
//!
//! ```sh
//! cargo run -- +12025550100 'Code 4821' [REQUEST_ID]
//! ```

use std::{env, process::ExitCode, time::Duration};

use serde::Deserialize;
use serde_json::json;

/// What to do about some codes. The list of the contract grows, so a program must cope with others.
fn advice(code: &str) -> Option<&'static str> {
    Some(match code {
        "auth-error" => "the key is wrong or has expired: ask for another",
        "out-of-balance" => "top up the account",
        "requestId-is-not-unique" => "this id was used before: a message with it may be scheduled",
        // The contract has two spellings of this one (§7.1).
        "cascade-scheduling-request-is-not-valid" | "cascade-scheduling-request-not-valid" => {
            "give one content object for each channel of the cascade"
        }
        _ => return None,
    })
}

/// A refusal of the provider. Its title is the problem code.
#[derive(Debug, Deserialize)]
struct Problem {
    title: String,
    detail: Option<String>,
}

impl Problem {
    fn advice(&self) -> &str {
        advice(&self.title)
            .or(self.detail.as_deref())
            .unwrap_or("see the contract")
    }
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("not scheduled: {}: {}", .0.title, .0.advice())]
    NotScheduled(Problem),
    /// The message may be scheduled or not. The same request with the same id is never scheduled twice.
    #[error("unknown: {0}")]
    Unknown(String),
}

impl From<ureq::Error> for Failure {
    fn from(error: ureq::Error) -> Self {
        Failure::Unknown(error.to_string()) // no connection, or no answer in time
    }
}

fn schedule(address: &str, text: &str, request_id: &str) -> Result<(), Failure> {
    let url = setting("CASCADE_URL", "http://127.0.0.1:4010") + "/api/cascade/schedule";
    let cascade_id: u64 = setting("CASCADE_ID", "2002").parse().expect("CASCADE_ID is a number");
    let mut answer = ureq::post(url)
        .config()
        .timeout_global(Some(Duration::from_secs(30)))
        .http_status_as_error(false)
        .build()
        .header("x-api-key", setting("CASCADE_API_KEY", "demo-key"))
        .send_json(json!({
            "requestId": request_id,
            "cascadeId": cascade_id,
            "subscriberFilter": { "address": address, "type": "PHONE" },
            "content": { "smsContent": { "contentType": "TEXT", "text": text } },
        }))?;
    let status = answer.status();
    if status.is_success() {
        return Ok(()); // scheduled, whatever the body has
    }
    match answer.body_mut().read_json() {
        Ok(problem) if status.is_client_error() => Err(Failure::NotScheduled(problem)),
        // A proxy's page or a 5xx does not tell whether the message is scheduled.
        _ => Err(Failure::Unknown(format!("status {status}"))),
    }
}

fn setting(name: &str, default: &str) -> String {
    env::var(name).unwrap_or_else(|_| default.to_owned())
}

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let address = args.next().unwrap_or_else(|| "+12025550100".to_owned());
    let text = args.next().unwrap_or_else(|| "Code 4821".to_owned());
    let request_id = args.next().unwrap_or_else(|| uuid::Uuid::new_v4().to_string());
    match schedule(&address, &text, &request_id) {
        Ok(()) => {
            println!("scheduled {request_id}");
            ExitCode::SUCCESS
        }
        Err(failure @ Failure::NotScheduled(_)) => {
            println!("{failure}");
            ExitCode::from(1)
        }
        Err(failure) => {
            println!("{failure}; send it again with the request id {request_id}");
            ExitCode::from(2)
        }
    }
}
