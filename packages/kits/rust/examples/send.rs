//! Schedules one SMS, and explains a refusal:
//!
//! ```sh
//! cargo run --example send -- +12025550100 'Code 4821' [REQUEST_ID]
//! ```

use std::{env, process::ExitCode};

use cascade_kit::{Cascade, Error};
use serde_json::json;

fn setting(name: &str, default: &str) -> String {
    env::var(name).unwrap_or_else(|_| default.to_owned())
}

#[tokio::main]
async fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let address = args.next().unwrap_or_else(|| "+12025550100".to_owned());
    let text = args.next().unwrap_or_else(|| "Code 4821".to_owned());
    let request_id = args.next().unwrap_or_else(|| uuid::Uuid::new_v4().to_string());
    let message = json!({
        "requestId": request_id,
        "cascadeId": setting("CASCADE_ID", "2002").parse::<u64>().expect("CASCADE_ID is a number"),
        "subscriberFilter": { "address": address, "type": "PHONE" },
        "content": { "smsContent": { "contentType": "TEXT", "text": text } },
    });
    let cascade = Cascade::new(
        &setting("CASCADE_URL", "http://127.0.0.1:4010"),
        &setting("CASCADE_API_KEY", "demo-key"),
    );
    match cascade.schedule(&message).await {
        Ok(scheduled) => {
            println!("scheduled {}", scheduled.request_id);
            ExitCode::SUCCESS
        }
        Err(Error::Refused(problem)) => {
            println!("not scheduled: {problem}");
            ExitCode::from(1)
        }
        Err(error) => {
            println!("unknown: {error}; send it again with the request id {request_id}");
            ExitCode::from(2)
        }
    }
}
