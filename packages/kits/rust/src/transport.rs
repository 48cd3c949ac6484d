//! One request and its answer, within a time that covers all of it.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use http::{HeaderMap, StatusCode};
use http_body::{Frame, SizeHint};
use reqwest::{Body, RequestBuilder, Response};

use crate::BoxError;

/// A page of the history has about 4 MiB at most (ADR-0035).
const LONGEST_ANSWER: usize = 8 << 20;

pub(crate) struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// Or why it could not be read.
    pub body: Result<Vec<u8>, BoxError>,
}

/// No answer arrived.
pub(crate) struct Lost {
    pub was_sent: bool,
    pub source: BoxError,
}

/// Sends a request once.
pub(crate) async fn exchange(request: RequestBuilder, body: Vec<u8>) -> Result<Answer, Lost> {
    let is_sent = Arc::new(AtomicBool::new(false));
    let body = Sending { body: body.into(), is_sent: Arc::clone(&is_sent) };
    match request.body(Body::wrap(body)).send().await {
        Ok(response) => {
            Ok(Answer { status: response.status(), headers: response.headers().clone(), body: read(response).await })
        }
        Err(error) => Err(Lost { was_sent: is_sent.load(Ordering::SeqCst), source: error.into() }),
    }
}

async fn read(mut response: Response) -> Result<Vec<u8>, BoxError> {
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await? {
        body.extend_from_slice(&part);
        if body.len() > LONGEST_ANSWER {
            return Err(format!("the body has more than {LONGEST_ANSWER} bytes").into());
        }
    }
    Ok(body)
}

/// A body that notes when it is read. Only a connection reads it, so what was not read was never sent.
struct Sending {
    body: Body,
    is_sent: Arc<AtomicBool>,
}

impl http_body::Body for Sending {
    type Data = <Body as http_body::Body>::Data;
    type Error = reqwest::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        self.is_sent.store(true, Ordering::SeqCst);
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
