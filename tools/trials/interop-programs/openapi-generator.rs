//! The round trip of `npm run trials -- interop`, by the client that OpenAPI Generator wrote for Rust.

use std::{env, error::Error, fs};

use api::apis::configuration::{ApiKey, Configuration};
use api::apis::{self, callbacks_api, history_api, messages_api};
use api::models::{Problem, StatusEvent};
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
    for step in steps {
        let saw = take(&step).await.unwrap_or_else(|error| json!({ "failed": error.to_string() }));
        println!("{}", json!({ "step": step.name, "saw": saw }));
    }
    Ok(())
}

async fn take(step: &Step) -> Result<Value, Box<dyn Error>> {
    let configuration = Configuration {
        base_path: step.url.clone(),
        api_key: Some(ApiKey { prefix: None, key: "demo-key".to_owned() }),
        ..Configuration::default()
    };
    match step.operation.as_str() {
        "schedule" => seen(messages_api::schedule_message(&configuration, from_str(&step.body)?).await, |result| {
            Ok(json!({ "status": 200, "requestId": to_value(result)?["requestId"] }))
        }),
        "setCallback" => seen(callbacks_api::set_callback(&configuration, from_str(&step.body)?).await, |_| {
            Ok(json!({ "status": 200 }))
        }),
        "history" => seen(history_api::list_messages(&configuration, from_str(&step.body)?).await, |page| {
            let entries = to_value(page)?["content"].as_array().map(Vec::len);
            Ok(json!({ "status": 200, "entries": entries }))
        }),
        _ => Ok(to_value(from_str::<StatusEvent>(&step.body)?)?),
    }
}

/// The client returns only the result of a success, and answers 200 there; a problem is that of its model.
fn seen<Answer, Refusal>(
    result: Result<Answer, apis::Error<Refusal>>,
    see: impl Fn(Answer) -> Result<Value, Box<dyn Error>>,
) -> Result<Value, Box<dyn Error>> {
    match result {
        Ok(answer) => see(answer),
        Err(apis::Error::ResponseError(refusal)) => {
            let problem = to_value(from_str::<Problem>(&refusal.content)?)?;
            Ok(json!({ "status": refusal.status.as_u16(), "title": problem["title"] }))
        }
        Err(error) => Err(error.to_string().into()),
    }
}
