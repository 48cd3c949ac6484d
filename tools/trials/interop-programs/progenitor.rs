//! The round trip of `npm run trials -- interop`, by the client that progenitor wrote.

use std::{env, error::Error, fs};

use api::types::{Problem, StatusEvent};
use api::{Client, ResponseValue};
use reqwest::header::{HeaderMap, HeaderValue};
use serde::Deserialize;
use serde_json::{from_str, json, to_value, Value};

#[derive(Deserialize)]
struct Step {
    name: String,
    operation: String,
    url: String,
    body: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("expected a file")?;
    let steps: Vec<Step> = from_str(&fs::read_to_string(file)?)?;
    // The client writes no key: its HTTP client must.
    let headers = HeaderMap::from_iter([("x-api-key".parse()?, HeaderValue::from_static("demo-key"))]);
    let http = reqwest::Client::builder().default_headers(headers).build()?;
    for step in steps {
        let client = Client::new_with_client(&step.url, http.clone());
        let saw = take(&client, &step).await.unwrap_or_else(|error| json!({ "failed": error.to_string() }));
        println!("{}", json!({ "step": step.name, "saw": saw }));
    }
    Ok(())
}

async fn take(client: &Client, step: &Step) -> Result<Value, Box<dyn Error>> {
    match step.operation.as_str() {
        "schedule" => seen(client.schedule_message(&from_str(&step.body)?).await, |result| {
            Ok(json!({ "requestId": to_value(result)?["requestId"] }))
        }),
        "setCallback" => seen(client.set_callback(&from_str(&step.body)?).await, |_| Ok(json!({}))),
        "history" => seen(client.list_messages(&from_str(&step.body)?).await, |page| {
            Ok(json!({ "entries": to_value(page)?["content"].as_array().map(Vec::len) }))
        }),
        _ => {
            let event: StatusEvent = from_str(&step.body)?;
            Ok(json!({ "requestId": event.request_id, "status": event.status, "error": event.error }))
        }
    }
}

fn seen<Answer>(
    result: Result<ResponseValue<Answer>, api::Error<Problem>>,
    see: impl Fn(Answer) -> Result<Value, Box<dyn Error>>,
) -> Result<Value, Box<dyn Error>> {
    match result {
        Ok(answer) => {
            let status = answer.status().as_u16();
            let mut saw = see(answer.into_inner())?;
            saw["status"] = json!(status);
            Ok(saw)
        }
        Err(api::Error::ErrorResponse(refusal)) => {
            let status = refusal.status().as_u16();
            let problem = to_value(refusal.into_inner())?;
            Ok(json!({ "status": status, "title": problem["title"] }))
        }
        Err(error) => Err(error.to_string().into()),
    }
}
