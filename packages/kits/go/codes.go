// Generated from spec/ by `npm run generate`. Do not edit.

package cascade

const (
	// RequestIdIsNotUnique: The account has used this requestId before.
	RequestIdIsNotUnique Code = "requestId-is-not-unique"
	// ContentNotSpecified: content is missing or has no channel content object.
	ContentNotSpecified Code = "content-not-specified"
	// ContentTypeNotSpecified: A content object has no contentType.
	ContentTypeNotSpecified Code = "contentType-not-specified"
	// TextNotSpecified: Text content has no text, or an empty one.
	TextNotSpecified Code = "text-not-specified"
	// CaptionNotSpecified: A caption applies but is missing or empty.
	CaptionNotSpecified Code = "caption-not-specified"
	// ActionNotSpecified: A button has no action.
	ActionNotSpecified Code = "action-not-specified"
	// AttachmentNameNotSpecified: A document has no attachmentName.
	AttachmentNameNotSpecified Code = "attachmentName-not-specified"
	// AttachmentNameIsTooLong: attachmentName has more than 70 characters.
	AttachmentNameIsTooLong Code = "attachmentName-is-too-long"
	// LatitudeNotSpecified: Coordinates have no latitude.
	LatitudeNotSpecified Code = "latitude-not-specified"
	// LongitudeNotSpecified: Coordinates have no longitude.
	LongitudeNotSpecified Code = "longitude-not-specified"
	// CascadeNotFound: The account has no cascade with this id.
	CascadeNotFound Code = "cascade-not-found"
	// RequestDoesntContainContentForAllCascadeStages: The cascade has more channels than content covers.
	RequestDoesntContainContentForAllCascadeStages Code = "request-doesn't-contain-content-for-all-cascade-stages"
	// MatchedTemplateNotFound: The layout of the body does not match the template schema: the position or the presence of a property, or its type.
	MatchedTemplateNotFound Code = "matched-template-not-found"
	// CascadeSchedulingRequestIsNotValid: content and the stages of the cascade do not match.
	CascadeSchedulingRequestIsNotValid Code = "cascade-scheduling-request-is-not-valid"
	// TemplateParameterIsNotValid: The title or subtitle of a list picker item has more than 24 characters, spaces counted.
	TemplateParameterIsNotValid Code = "template-parameter-is-not-valid"
	// OutOfBalance: The balance does not cover the prices of all stages.
	OutOfBalance Code = "out-of-balance"
	// ButtonValidationError: A chattwo template with buttons breaks a limit; detail says which.
	ButtonValidationError Code = "button-validation-error"
	// MmApiOptionsInvalidCombination: messageActivitySharing is true, but useMarketingMessagesApi is not.
	MmApiOptionsInvalidCombination Code = "mm-api-options-invalid-combination"
	// AuthError: The header x-api-key is missing, misspelled, or its key has expired.
	AuthError Code = "auth-error"
	// NotFound: No operation has this URL.
	NotFound Code = "not-found"
	// MethodNotAllowed: The URL exists, but not with this method.
	MethodNotAllowed Code = "method-not-allowed"
	// SystemError: The provider failed. Some providers also return this code for a malformed request.
	SystemError Code = "system-error"
	// PayloadTooLarge: The body has more than 1 MiB.
	PayloadTooLarge Code = "payload-too-large"
	// UnsupportedMediaType: Content-Type is not application/json, or the body has a Content-Encoding such as gzip.
	UnsupportedMediaType Code = "unsupported-media-type"
	// TooManyRequests: The account exceeds its request rate.
	TooManyRequests Code = "too-many-requests"
	// ServiceUnavailable: The provider cannot take requests right now.
	ServiceUnavailable Code = "service-unavailable"
	// CallbackUrlNotValid: The callback address is not HTTPS, is longer than 500 characters, or did not answer 200 to HEAD.
	CallbackUrlNotValid Code = "callback-url-not-valid"
)

const (
	// ReasonNotChattwoUser: The subscriber is not registered in chattwo.
	ReasonNotChattwoUser Reason = "not-chattwo-user"
	// ReasonNoTemplateMatch: The message matches none of the allowed templates. Both spellings occur.
	ReasonNoTemplateMatch Reason = "no-template-match"
	// ReasonSessionNotStarted: The message is outside a 24-hour dialogue and matches none of the allowed templates.
	ReasonSessionNotStarted Reason = "session-not-started"
	// ReasonDailyRateLimit: The daily limit of chattwo for template messages is reached; chattwo only.
	ReasonDailyRateLimit Reason = "daily-rate-limit"
	// ReasonTooLongMessage: The message is longer than the allowed limit.
	ReasonTooLongMessage Reason = "too-long-message"
	// ReasonChatWindowClosed: The dialogue window could not be opened on the side of chattwo.
	ReasonChatWindowClosed Reason = "chat-window-closed"
	// ReasonMediaRequestFailed: A file of the message could not be uploaded.
	ReasonMediaRequestFailed Reason = "media-request-failed"
	// ReasonErrorSubjectUnknown: The sender signature is not allowed for the client; every signature must be activated first.
	ReasonErrorSubjectUnknown Reason = "error-subject-unknown"
	// ReasonErrorAddressFormat: The subscriber's number has a wrong format.
	ReasonErrorAddressFormat Reason = "error-address-format"
	// ReasonDuplicated: A duplicate of the message was sent within 5 minutes.
	ReasonDuplicated Reason = "duplicated"
	// ReasonMessageUndeliverable: The message could not be delivered. Possible causes: the number is not in chattwo; its owner has not accepted the current terms and privacy policy; the app is an old version; authorisation messages to numbers with +91 are not available.
	ReasonMessageUndeliverable Reason = "message-undeliverable"
	// ReasonSpamRateLimitHit: Many earlier messages were blocked or marked as spam.
	ReasonSpamRateLimitHit Reason = "spam-rate-limit-hit"
	// ReasonMarketingTemplateUndeliverable: The delivery limit of marketing messages for this subscriber is reached; retry later.
	ReasonMarketingTemplateUndeliverable Reason = "marketing-template-undeliverable"
)
