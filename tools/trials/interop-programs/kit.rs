//! Sends the message of each line of a file through the kit, and prints what came of it.

use std::{env, fs, time::Duration};

use cascade_kit::{Cascade, Error};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Step {
    url: String,
    key: String,
    message: Value,
    options: Options,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Options {
    attempts: Option<u32>,
    timeout: Option<f64>,
    #[serde(default)]
    used_id_means_accepted: bool,
}

async fn outcome_of(step: Step) -> Value {
    let mut cascade = Cascade::new(&step.url, &step.key).expect("an address and a key");
    cascade.attempts = step.options.attempts.unwrap_or(cascade.attempts);
    cascade.timeout = step.options.timeout.map_or(cascade.timeout, Duration::from_secs_f64);
    cascade.used_id_means_accepted = step.options.used_id_means_accepted;
    match cascade.schedule(&step.message).await {
        Ok(done) => json!({ "kind": "scheduled", "replayed": done.replayed }),
        Err(Error::UnknownOutcome { source, .. }) => match *source {
            Error::Refused(cause) => json!({ "kind": "unknown", "code": cause.code.as_str() }),
            _ => json!({ "kind": "unknown" }),
        },
        Err(Error::Refused(problem)) => {
            let violations = problem.violations();
            let listed: Vec<_> = violations
                .iter()
                .map(|one| json!([one.cascade_id, one.channel, one.stage.clone().unwrap_or_default()]))
                .collect();
            let retry = problem.code.facts().map(|facts| &facts.retry);
            json!({ "kind": "problem", "code": problem.code.as_str(), "retry": retry, "status": problem.status, "violations": listed })
        }
        Err(other) => json!({ "kind": other.to_string() }),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let file = env::args().nth(1).expect("the file of the steps");
    for line in fs::read_to_string(file).expect("it can be read").lines() {
        println!("{}", outcome_of(serde_json::from_str(line).expect("a step")).await);
    }
}
