//! Schedules one SMS, and explains a refusal:
//!
//! ```sh
//! cargo run --example send -- +12025550100 'Code 4821' [REQUEST_ID]
//! ```

use std::{env, process::ExitCode, time::Duration};

use cascade_kit::{Cascade, Error, Scheduled};
use serde_json::{Value, json};

fn setting(name: &str, default: &str) -> String {
    env::var(name).unwrap_or_else(|_| default.to_owned())
}

async fn send(message: &Value) -> Result<Scheduled, Error> {
    let url = setting("CASCADE_URL", "http://127.0.0.1:4010");
    let mut cascade = Cascade::new(&url, &setting("CASCADE_API_KEY", "demo-key"))?;
    let timeout = setting("CASCADE_TIMEOUT", "10").parse().expect("CASCADE_TIMEOUT is a number");
    cascade.timeout = Duration::from_secs_f64(timeout); // of an attempt
    cascade.schedule(message).await
}

#[tokio::main]
async fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let address = args.next().unwrap_or_else(|| "+12025550100".to_owned());
    let text = args.next().unwrap_or_else(|| "Code 4821".to_owned());
    let request_id = args.next(); // else the call makes one
    let message = json!({
        "requestId": request_id,
        "cascadeId": setting("CASCADE_ID", "2002").parse::<u64>().expect("CASCADE_ID is a number"),
        "subscriberFilter": { "address": address, "type": "PHONE" },
        "content": { "smsContent": { "contentType": "TEXT", "text": text } },
    });
    match send(&message).await {
        Ok(scheduled) => {
            println!("scheduled {}", scheduled.request_id);
            ExitCode::SUCCESS
        }
        Err(error @ Error::UnknownOutcome { .. }) => {
            let id = error.request_id().unwrap_or_default();
            println!("unknown: {error}; ask the history, or send it again with the request id {id}");
            ExitCode::from(2)
        }
        Err(error) => {
            println!("not scheduled: {error}");
            ExitCode::from(1)
        }
    }
}
