# Generated from spec/ by `npm run generate`. Do not edit.
"""Each problem code (§7.1) as an exception, and each undelivered reason (§7.4)."""

from .facts import Problem, Reason


class RequestIdIsNotUnique(Problem, code="requestId-is-not-unique"):
    """The account has used this requestId before."""


class ContentNotSpecified(Problem, code="content-not-specified"):
    """content is missing or has no channel content object."""


class ContentTypeNotSpecified(Problem, code="contentType-not-specified"):
    """A content object has no contentType."""


class TextNotSpecified(Problem, code="text-not-specified"):
    """Text content has no text, or an empty one."""


class CaptionNotSpecified(Problem, code="caption-not-specified"):
    """A caption applies but is missing or empty."""


class ActionNotSpecified(Problem, code="action-not-specified"):
    """A button has no action."""


class AttachmentNameNotSpecified(Problem, code="attachmentName-not-specified"):
    """A document has no attachmentName."""


class AttachmentNameIsTooLong(Problem, code="attachmentName-is-too-long"):
    """attachmentName has more than 70 characters."""


class LatitudeNotSpecified(Problem, code="latitude-not-specified"):
    """Coordinates have no latitude."""


class LongitudeNotSpecified(Problem, code="longitude-not-specified"):
    """Coordinates have no longitude."""


class CascadeNotFound(Problem, code="cascade-not-found"):
    """The account has no cascade with this id."""


class RequestDoesntContainContentForAllCascadeStages(
    Problem, code="request-doesn't-contain-content-for-all-cascade-stages"
):
    """The cascade has more channels than content covers."""


class MatchedTemplateNotFound(Problem, code="matched-template-not-found"):
    """The layout of the body does not match the template schema: the position or the presence of a property, or its type."""


class CascadeSchedulingRequestIsNotValid(Problem, code="cascade-scheduling-request-is-not-valid"):
    """content and the stages of the cascade do not match."""


class TemplateParameterIsNotValid(Problem, code="template-parameter-is-not-valid"):
    """The title or subtitle of a list picker item has more than 24 characters, spaces counted."""


class OutOfBalance(Problem, code="out-of-balance"):
    """The balance does not cover the prices of all stages."""


class ButtonValidationError(Problem, code="button-validation-error"):
    """A chattwo template with buttons breaks a limit; detail says which."""


class MmApiOptionsInvalidCombination(Problem, code="mm-api-options-invalid-combination"):
    """messageActivitySharing is true, but useMarketingMessagesApi is not."""


class AuthError(Problem, code="auth-error"):
    """The header x-api-key is missing, misspelled, or its key has expired."""


class NotFound(Problem, code="not-found"):
    """No operation has this URL."""


class MethodNotAllowed(Problem, code="method-not-allowed"):
    """The URL exists, but not with this method."""


class SystemError(Problem, code="system-error"):
    """The provider failed. Some providers also return this code for a malformed request."""


class PayloadTooLarge(Problem, code="payload-too-large"):
    """The body has more than 1 MiB."""


class UnsupportedMediaType(Problem, code="unsupported-media-type"):
    """Content-Type is not application/json, or the body has a Content-Encoding such as gzip."""


class TooManyRequests(Problem, code="too-many-requests"):
    """The account exceeds its request rate."""


class ServiceUnavailable(Problem, code="service-unavailable"):
    """The provider cannot take requests right now."""


class CallbackUrlNotValid(Problem, code="callback-url-not-valid"):
    """The callback address is not HTTPS, is longer than 500 characters, or did not answer 200 to HEAD."""


ListedProblem = (
    RequestIdIsNotUnique
    | ContentNotSpecified
    | ContentTypeNotSpecified
    | TextNotSpecified
    | CaptionNotSpecified
    | ActionNotSpecified
    | AttachmentNameNotSpecified
    | AttachmentNameIsTooLong
    | LatitudeNotSpecified
    | LongitudeNotSpecified
    | CascadeNotFound
    | RequestDoesntContainContentForAllCascadeStages
    | MatchedTemplateNotFound
    | CascadeSchedulingRequestIsNotValid
    | TemplateParameterIsNotValid
    | OutOfBalance
    | ButtonValidationError
    | MmApiOptionsInvalidCombination
    | AuthError
    | NotFound
    | MethodNotAllowed
    | SystemError
    | PayloadTooLarge
    | UnsupportedMediaType
    | TooManyRequests
    | ServiceUnavailable
    | CallbackUrlNotValid
)
"""One of those above: a match that ends with assert_never breaks when a code is added."""


class UndeliveredReason(Reason):
    """Why a message was not delivered, in the listed spelling."""

    NOT_CHATTWO_USER = "not-chattwo-user"
    NO_TEMPLATE_MATCH = "no-template-match"
    SESSION_NOT_STARTED = "session-not-started"
    DAILY_RATE_LIMIT = "daily-rate-limit"
    TOO_LONG_MESSAGE = "too-long-message"
    CHAT_WINDOW_CLOSED = "chat-window-closed"
    MEDIA_REQUEST_FAILED = "media-request-failed"
    ERROR_SUBJECT_UNKNOWN = "error-subject-unknown"
    ERROR_ADDRESS_FORMAT = "error-address-format"
    DUPLICATED = "duplicated"
    MESSAGE_UNDELIVERABLE = "message-undeliverable"
    SPAM_RATE_LIMIT_HIT = "spam-rate-limit-hit"
    MARKETING_TEMPLATE_UNDELIVERABLE = "marketing-template-undeliverable"
