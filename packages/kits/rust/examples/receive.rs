//! Receives callbacks, and handles each once:
//!
//! ```sh
//! CASCADE_SECRETS='whsec_…' cargo run --example receive
//! ```

use std::{
    env,
    error::Error,
    io::{self, Write},
    sync::Arc,
};

use axum::{Router, body::Bytes, extract::State, routing::get};
use cascade_kit::{Receiver, StatusEvent};
use http::{HeaderMap, StatusCode};
use tokio::net::TcpListener;

/// Store the event and return: the provider waits some seconds only.
fn handle(event: &StatusEvent) -> io::Result<()> {
    writeln!(io::stdout(), "{:?} {} {:?}", event.request_id, event.status, event.reason())
}

async fn status(State(receiver): State<Arc<Receiver>>, headers: HeaderMap, body: Bytes) -> StatusCode {
    receiver
        .receive(&headers, &body, |event| handle(&event))
        .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // Two are current while one is replaced.
    let secrets = env::var("CASCADE_SECRETS")?;
    let receiver = Receiver::new(&secrets.split_whitespace().collect::<Vec<_>>())?;
    // An address can be registered only if it answers HEAD with 200 (ADR-0014); `get` answers HEAD too.
    let app = Router::new()
        .route("/status", get(|| async {}).post(status))
        .with_state(Arc::new(receiver));
    let port = env::var("PORT").map_or(Ok(8080), |port| port.parse())?;
    axum::serve(TcpListener::bind(("127.0.0.1", port)).await?, app).await?;
    Ok(())
}
