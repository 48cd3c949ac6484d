//! A match over every code of another API: rustc refuses it when a code is added.

mod codes;
mod facts;

pub use codes::{ProblemCode, UndeliveredReason};
pub use facts::Facts;

#[must_use]
pub fn name_of(code: &ProblemCode) -> &str {
    match code {
        ProblemCode::CardDeclined => "card_declined",
        ProblemCode::ExpiredCard => "expired_card",
        ProblemCode::IncorrectCvc => "incorrect_cvc",
        ProblemCode::AmountTooSmall => "amount_too_small",
        ProblemCode::ParameterMissing => "parameter_missing",
        ProblemCode::ResourceMissing => "resource_missing",
        ProblemCode::ApiKeyExpired => "api_key_expired",
        ProblemCode::IdempotencyKeyInUse => "idempotency_key_in_use",
        ProblemCode::RateLimit => "rate_limit",
        ProblemCode::Unlisted(code) => code,
    }
}
