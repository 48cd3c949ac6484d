namespace Pay
{
    /// <summary>A switch over every code of another API: Roslyn refuses it when a code is added.</summary>
    internal static class Complete
    {
        internal static string NameOf(ProblemCode code) => code switch
        {
            ProblemCode.CardDeclined => "card_declined",
            ProblemCode.ExpiredCard => "expired_card",
            ProblemCode.IncorrectCvc => "incorrect_cvc",
            ProblemCode.AmountTooSmall => "amount_too_small",
            ProblemCode.ParameterMissing => "parameter_missing",
            ProblemCode.ResourceMissing => "resource_missing",
            ProblemCode.ApiKeyExpired => "api_key_expired",
            ProblemCode.IdempotencyKeyInUse => "idempotency_key_in_use",
            ProblemCode.RateLimit => "rate_limit",
            ProblemCode.Unlisted => "",
        };
    }
}
