//! The example `receive`, which tells what it handled, and waits and fails as `cascade-verify receiver` asks.

#[path = "receive.rs"]
#[allow(dead_code)] // its main function
mod receive;

use std::{
    collections::HashMap,
    env,
    error::Error,
    fs::OpenOptions,
    io::{self, Write},
    sync::{LazyLock, Mutex, PoisonError},
    time::Duration,
};

use cascade_kit::StatusEvent;
use tokio::time::sleep;

static RUNS: LazyLock<Mutex<HashMap<String, usize>>> = LazyLock::new(Mutex::default);

/// The word of this run in the comment: `verify waits fails` has a word for each.
fn word(event: &StatusEvent, request_id: &str) -> String {
    let mut runs = RUNS.lock().unwrap_or_else(PoisonError::into_inner);
    let run = runs.entry(request_id.to_owned()).or_default();
    *run += 1;
    let mut words = event.comment.as_deref().unwrap_or_default().split_whitespace();
    let is_asked = words.next() == Some("verify");
    words.nth(*run - 1).filter(|_| is_asked).unwrap_or_default().to_owned()
}

async fn rehearse(event: StatusEvent) -> io::Result<()> {
    let request_id = event.request_id.clone().unwrap_or_default();
    let word = word(&event, &request_id);
    if word.contains("waits") {
        sleep(Duration::from_secs(2)).await;
    }
    assert!(!word.contains("panics"), "as the comment says");
    if word.contains("fails") {
        return Err(io::Error::other("as the comment says"));
    }
    receive::handle(event).await?;
    let handled = env::var("CASCADE_HANDLED").map_err(io::Error::other)?;
    let mut file = OpenOptions::new().append(true).create(true).open(handled)?;
    // In one piece, as others write to it, too.
    file.write_all(format!("{request_id}\n").as_bytes())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    receive::serve(rehearse).await
}
