// Generated from spec/ by `npm run generate`. Do not edit.

use crate::facts::listed;

listed! {
    /// The problem codes (§7.1).
    ProblemCode, of_problem {
        /// The account has used this requestId before.
        RequestIdIsNotUnique = "requestId-is-not-unique",
        /// content is missing or has no channel content object.
        ContentNotSpecified = "content-not-specified",
        /// A content object has no contentType.
        ContentTypeNotSpecified = "contentType-not-specified",
        /// Text content has no text, or an empty one.
        TextNotSpecified = "text-not-specified",
        /// A caption applies but is missing or empty.
        CaptionNotSpecified = "caption-not-specified",
        /// A button has no action.
        ActionNotSpecified = "action-not-specified",
        /// A document has no attachmentName.
        AttachmentNameNotSpecified = "attachmentName-not-specified",
        /// attachmentName has more than 70 characters.
        AttachmentNameIsTooLong = "attachmentName-is-too-long",
        /// Coordinates have no latitude.
        LatitudeNotSpecified = "latitude-not-specified",
        /// Coordinates have no longitude.
        LongitudeNotSpecified = "longitude-not-specified",
        /// The account has no cascade with this id.
        CascadeNotFound = "cascade-not-found",
        /// The cascade has more channels than content covers.
        RequestDoesntContainContentForAllCascadeStages = "request-doesn't-contain-content-for-all-cascade-stages",
        /// The layout of the body does not match the template schema: the position or the presence of a property, or its type.
        MatchedTemplateNotFound = "matched-template-not-found",
        /// content and the stages of the cascade do not match.
        CascadeSchedulingRequestIsNotValid = "cascade-scheduling-request-is-not-valid",
        /// The title or subtitle of a list picker item has more than 24 characters, spaces counted.
        TemplateParameterIsNotValid = "template-parameter-is-not-valid",
        /// The balance does not cover the prices of all stages.
        OutOfBalance = "out-of-balance",
        /// A chattwo template with buttons breaks a limit; detail says which.
        ButtonValidationError = "button-validation-error",
        /// messageActivitySharing is true, but useMarketingMessagesApi is not.
        MmApiOptionsInvalidCombination = "mm-api-options-invalid-combination",
        /// The header x-api-key is missing, misspelled, or its key has expired.
        AuthError = "auth-error",
        /// No operation has this URL.
        NotFound = "not-found",
        /// The URL exists, but not with this method.
        MethodNotAllowed = "method-not-allowed",
        /// The provider failed. Some providers also return this code for a malformed request.
        SystemError = "system-error",
        /// The body has more than 1 MiB.
        PayloadTooLarge = "payload-too-large",
        /// Content-Type is not application/json, or the body has a Content-Encoding such as gzip.
        UnsupportedMediaType = "unsupported-media-type",
        /// The account exceeds its request rate.
        TooManyRequests = "too-many-requests",
        /// The provider cannot take requests right now.
        ServiceUnavailable = "service-unavailable",
        /// The callback address is not HTTPS, is longer than 500 characters, or did not answer 200 to HEAD.
        CallbackUrlNotValid = "callback-url-not-valid",
    }
}

listed! {
    /// The undelivered reasons (§7.4).
    UndeliveredReason, of_reason {
        /// The subscriber is not registered in chattwo.
        NotChattwoUser = "not-chattwo-user",
        /// The message matches none of the allowed templates. Both spellings occur.
        NoTemplateMatch = "no-template-match",
        /// The message is outside a 24-hour dialogue and matches none of the allowed templates.
        SessionNotStarted = "session-not-started",
        /// The daily limit of chattwo for template messages is reached; chattwo only.
        DailyRateLimit = "daily-rate-limit",
        /// The message is longer than the allowed limit.
        TooLongMessage = "too-long-message",
        /// The dialogue window could not be opened on the side of chattwo.
        ChatWindowClosed = "chat-window-closed",
        /// A file of the message could not be uploaded.
        MediaRequestFailed = "media-request-failed",
        /// The sender signature is not allowed for the client; every signature must be activated first.
        ErrorSubjectUnknown = "error-subject-unknown",
        /// The subscriber's number has a wrong format.
        ErrorAddressFormat = "error-address-format",
        /// A duplicate of the message was sent within 5 minutes.
        Duplicated = "duplicated",
        /// The message could not be delivered. Possible causes: the number is not in chattwo; its owner has not accepted the current terms and privacy policy; the app is an old version; authorisation messages to numbers with +91 are not available.
        MessageUndeliverable = "message-undeliverable",
        /// Many earlier messages were blocked or marked as spam.
        SpamRateLimitHit = "spam-rate-limit-hit",
        /// The delivery limit of marketing messages for this subscriber is reached; retry later.
        MarketingTemplateUndeliverable = "marketing-template-undeliverable",
    }
}
