//! Receives callbacks, and handles each once:
//!
//! ```sh
//! CASCADE_SECRETS='whsec_…' cargo run --example receive
//! ```

use std::{env, error::Error, io, sync::Arc};

use axum::{Router, body::Bytes, routing::any};
use cascade_kit::{Receiver, StatusEvent};
use http::{HeaderMap, Method};
use tokio::{
    io::{AsyncWriteExt, stdout},
    net::TcpListener,
};

/// Store the event and return: the provider waits some seconds only.
pub(crate) async fn handle(event: StatusEvent) -> io::Result<()> {
    let line = format!("{:?} {} {:?}\n", event.request_id, event.status, event.reason());
    stdout().write_all(line.as_bytes()).await
}

/// Serves until the process ends.
pub(crate) async fn serve<R>(handle: fn(StatusEvent) -> R) -> Result<(), Box<dyn Error>>
where
    R: Future<Output = io::Result<()>> + Send + 'static,
{
    env_logger::init(); // says why a callback is refused
    // Two secrets are current while one is replaced. The ids of handled events are in memory; with the feature `sqlite`,
    // `.with_ids(SqliteIds::open("ids.sqlite")?)` keeps them in a file.
    let secrets = env::var("CASCADE_SECRETS")?;
    let receiver = Arc::new(Receiver::new(&secrets.split_whitespace().collect::<Vec<_>>())?);
    // Also a HEAD: an address can be registered only if it answers with 200 (ADR-0014).
    let status = async move |method: Method, headers: HeaderMap, body: Bytes| {
        receiver.receive(&method, &headers, &body, handle).await
    };
    let app = Router::new().route("/status", any(status));
    let port = env::var("PORT").map_or(Ok(8080), |port| port.parse())?;
    axum::serve(TcpListener::bind(("127.0.0.1", port)).await?, app).await?;
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    serve(handle).await
}
