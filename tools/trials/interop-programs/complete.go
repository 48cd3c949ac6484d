// A switch over every code of another API: exhaustive, which golangci-lint has, refuses it when a code is added.
package pay

// NameOf is the code on the wire.
func NameOf(code Code) string {
	switch code {
	case CardDeclined:
		return "card_declined"
	case ExpiredCard:
		return "expired_card"
	case IncorrectCvc:
		return "incorrect_cvc"
	case AmountTooSmall:
		return "amount_too_small"
	case ParameterMissing:
		return "parameter_missing"
	case ResourceMissing:
		return "resource_missing"
	case ApiKeyExpired:
		return "api_key_expired"
	case IdempotencyKeyInUse:
		return "idempotency_key_in_use"
	case RateLimit:
		return "rate_limit"
	}
	return ""
}
