// Generated from spec/ by `npm run generate`. Do not edit.

namespace Cascade
{
    /// <summary>The problem codes (§7.1).</summary>
    public enum ProblemCode
    {
        /// <summary>A value that this version does not list.</summary>
        Unlisted,

        /// <summary>The account has used this requestId before.</summary>
        RequestIdIsNotUnique,

        /// <summary>content is missing or has no channel content object.</summary>
        ContentNotSpecified,

        /// <summary>A content object has no contentType.</summary>
        ContentTypeNotSpecified,

        /// <summary>Text content has no text, or an empty one.</summary>
        TextNotSpecified,

        /// <summary>A caption applies but is missing or empty.</summary>
        CaptionNotSpecified,

        /// <summary>A button has no action.</summary>
        ActionNotSpecified,

        /// <summary>A document has no attachmentName.</summary>
        AttachmentNameNotSpecified,

        /// <summary>attachmentName has more than 70 characters.</summary>
        AttachmentNameIsTooLong,

        /// <summary>Coordinates have no latitude.</summary>
        LatitudeNotSpecified,

        /// <summary>Coordinates have no longitude.</summary>
        LongitudeNotSpecified,

        /// <summary>The account has no cascade with this id.</summary>
        CascadeNotFound,

        /// <summary>The cascade has more channels than content covers.</summary>
        RequestDoesntContainContentForAllCascadeStages,

        /// <summary>The layout of the body does not match the template schema: the position or the presence of a property, or its type.</summary>
        MatchedTemplateNotFound,

        /// <summary>content and the stages of the cascade do not match.</summary>
        CascadeSchedulingRequestIsNotValid,

        /// <summary>The title or subtitle of a list picker item has more than 24 characters, spaces counted.</summary>
        TemplateParameterIsNotValid,

        /// <summary>The balance does not cover the prices of all stages.</summary>
        OutOfBalance,

        /// <summary>A chattwo template with buttons breaks a limit; detail says which.</summary>
        ButtonValidationError,

        /// <summary>messageActivitySharing is true, but useMarketingMessagesApi is not.</summary>
        MmApiOptionsInvalidCombination,

        /// <summary>The header x-api-key is missing, misspelled, or its key has expired.</summary>
        AuthError,

        /// <summary>No operation has this URL.</summary>
        NotFound,

        /// <summary>The URL exists, but not with this method.</summary>
        MethodNotAllowed,

        /// <summary>The provider failed. Some providers also return this code for a malformed request.</summary>
        SystemError,

        /// <summary>The body has more than 1 MiB.</summary>
        PayloadTooLarge,

        /// <summary>Content-Type is not application/json, or the body has a Content-Encoding such as gzip.</summary>
        UnsupportedMediaType,

        /// <summary>The account exceeds its request rate.</summary>
        TooManyRequests,

        /// <summary>The provider cannot take requests right now.</summary>
        ServiceUnavailable,

        /// <summary>The callback address is not HTTPS, is longer than 500 characters, or did not answer 200 to HEAD.</summary>
        CallbackUrlNotValid,
    }

    /// <summary>The undelivered reasons (§7.4).</summary>
    public enum UndeliveredReason
    {
        /// <summary>A value that this version does not list.</summary>
        Unlisted,

        /// <summary>The subscriber is not registered in chattwo.</summary>
        NotChattwoUser,

        /// <summary>The message matches none of the allowed templates. Both spellings occur.</summary>
        NoTemplateMatch,

        /// <summary>The message is outside a 24-hour dialogue and matches none of the allowed templates.</summary>
        SessionNotStarted,

        /// <summary>The daily limit of chattwo for template messages is reached; chattwo only.</summary>
        DailyRateLimit,

        /// <summary>The message is longer than the allowed limit.</summary>
        TooLongMessage,

        /// <summary>The dialogue window could not be opened on the side of chattwo.</summary>
        ChatWindowClosed,

        /// <summary>A file of the message could not be uploaded.</summary>
        MediaRequestFailed,

        /// <summary>The sender signature is not allowed for the client; every signature must be activated first.</summary>
        ErrorSubjectUnknown,

        /// <summary>The subscriber's number has a wrong format.</summary>
        ErrorAddressFormat,

        /// <summary>A duplicate of the message was sent within 5 minutes.</summary>
        Duplicated,

        /// <summary>The message could not be delivered. Possible causes: the number is not in chattwo; its owner has not accepted the current terms and privacy policy; the app is an old version; authorisation messages to numbers with +91 are not available.</summary>
        MessageUndeliverable,

        /// <summary>Many earlier messages were blocked or marked as spam.</summary>
        SpamRateLimitHit,

        /// <summary>The delivery limit of marketing messages for this subscriber is reached; retry later.</summary>
        MarketingTemplateUndeliverable,
    }
}
