<?php

declare(strict_types=1);

namespace Pay;

/** A match over every code of another API: Mago refuses it when a code is added. */
function name_of(ProblemCode $code): string
{
    return match ($code) {
        ProblemCode::CardDeclined => 'card_declined',
        ProblemCode::ExpiredCard => 'expired_card',
        ProblemCode::IncorrectCvc => 'incorrect_cvc',
        ProblemCode::AmountTooSmall => 'amount_too_small',
        ProblemCode::ParameterMissing => 'parameter_missing',
        ProblemCode::ResourceMissing => 'resource_missing',
        ProblemCode::ApiKeyExpired => 'api_key_expired',
        ProblemCode::IdempotencyKeyInUse => 'idempotency_key_in_use',
        ProblemCode::RateLimit => 'rate_limit',
    };
}
