"""A match over every code of another API: mypy refuses it when a code is added."""

from typing import assert_never

from pay_kit import problems


def name_of(problem: problems.ListedProblem) -> str:
    match problem:
        case problems.CardDeclined():
            return "card_declined"
        case problems.ExpiredCard():
            return "expired_card"
        case problems.IncorrectCvc():
            return "incorrect_cvc"
        case problems.AmountTooSmall():
            return "amount_too_small"
        case problems.ParameterMissing():
            return "parameter_missing"
        case problems.ResourceMissing():
            return "resource_missing"
        case problems.ApiKeyExpired():
            return "api_key_expired"
        case problems.IdempotencyKeyInUse():
            return "idempotency_key_in_use"
        case problems.RateLimit():
            return "rate_limit"
        case _:
            assert_never(problem)
