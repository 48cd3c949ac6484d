//! The body of a refusal (RFC 9457).

use std::{fmt, sync::LazyLock};

use regex::Regex;
use serde::Deserialize;
use serde_json::Value;

use crate::{Facts, ProblemCode};

/// Why a message is not scheduled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// A match over it has an arm for each listed code, so that a new one breaks it.
    pub code: ProblemCode,
    /// In the spelling on the wire: the contract has two of one (§7.1).
    pub title: String,
    pub status: u16,
    pub detail: Option<String>,
    /// Of the call, if it has one.
    pub request_id: Option<String>,
}

/// A stage without content, or, without a stage, content for a channel that has none (§7.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    pub cascade_id: u64,
    pub channel: String,
    pub stage: Option<String>,
}

static VIOLATION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\[[ \t]*cascadeTemplateId:([0-9,]+)[ \t]*;(?:[ \t]*stageUuid:([^;\]]*?)[ \t]*;)?[ \t]*(?:contentChannelType|channelType):([^;\]]*?)[ \t]*\]",
    )
    .expect("it is part of the program")
});

impl Problem {
    /// None if the body is no problem.
    pub(crate) fn of(status: u16, body: &[u8], request_id: Option<String>) -> Option<Self> {
        #[derive(Deserialize)]
        struct Body {
            title: String,
            detail: Option<Value>,
        }
        let Body { title, detail } = serde_json::from_slice(body).ok()?;
        let detail = detail.and_then(|detail| detail.as_str().map(str::to_owned));
        let code = ProblemCode::of(&title);
        (!title.is_empty()).then_some(Self { code, title, status, detail, request_id })
    }

    /// What `detail` of the validation error lists, in its order.
    #[must_use]
    pub fn violations(&self) -> Vec<Violation> {
        let detail = self.detail.as_deref().unwrap_or_default();
        let violation = |found: regex::Captures<'_>| {
            Some(Violation {
                cascade_id: found[1].replace(',', "").parse().ok()?,
                channel: found[3].to_owned(),
                stage: found.get(2).map(|stage| stage.as_str().to_owned()),
            })
        };
        VIOLATION.captures_iter(detail).filter_map(violation).collect()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: ", self.title)?;
        let fix = self.code.facts().and_then(|facts: &Facts| facts.fix.as_deref());
        match (self.detail.as_deref(), fix) {
            (Some(detail), Some(fix)) => write!(out, "{}. {fix}", detail.trim_end_matches('.'))?,
            (None, None) => write!(out, "not listed in this version of the contract")?,
            (says, or) => write!(out, "{}", says.or(or).unwrap_or_default())?,
        }
        write!(out, " (status {}", self.status)?;
        if let Some(id) = &self.request_id {
            write!(out, ", request {id}")?;
        }
        write!(out, ")")
    }
}
