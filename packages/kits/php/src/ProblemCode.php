<?php

// Generated from spec/ by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Cascade;

/** The problem codes (§7.1). */
enum ProblemCode: string
{
    /** The account has used this requestId before. */
    case RequestIdIsNotUnique = 'requestId-is-not-unique';

    /** content is missing or has no channel content object. */
    case ContentNotSpecified = 'content-not-specified';

    /** A content object has no contentType. */
    case ContentTypeNotSpecified = 'contentType-not-specified';

    /** Text content has no text, or an empty one. */
    case TextNotSpecified = 'text-not-specified';

    /** A caption applies but is missing or empty. */
    case CaptionNotSpecified = 'caption-not-specified';

    /** A button has no action. */
    case ActionNotSpecified = 'action-not-specified';

    /** A document has no attachmentName. */
    case AttachmentNameNotSpecified = 'attachmentName-not-specified';

    /** attachmentName has more than 70 characters. */
    case AttachmentNameIsTooLong = 'attachmentName-is-too-long';

    /** Coordinates have no latitude. */
    case LatitudeNotSpecified = 'latitude-not-specified';

    /** Coordinates have no longitude. */
    case LongitudeNotSpecified = 'longitude-not-specified';

    /** The account has no cascade with this id. */
    case CascadeNotFound = 'cascade-not-found';

    /** The cascade has more channels than content covers. */
    case RequestDoesntContainContentForAllCascadeStages = "request-doesn't-contain-content-for-all-cascade-stages";

    /** The layout of the body does not match the template schema: the position or the presence of a property, or its type. */
    case MatchedTemplateNotFound = 'matched-template-not-found';

    /** content and the stages of the cascade do not match. */
    case CascadeSchedulingRequestIsNotValid = 'cascade-scheduling-request-is-not-valid';

    /** The title or subtitle of a list picker item has more than 24 characters, spaces counted. */
    case TemplateParameterIsNotValid = 'template-parameter-is-not-valid';

    /** The balance does not cover the prices of all stages. */
    case OutOfBalance = 'out-of-balance';

    /** A chattwo template with buttons breaks a limit; detail says which. */
    case ButtonValidationError = 'button-validation-error';

    /** messageActivitySharing is true, but useMarketingMessagesApi is not. */
    case MmApiOptionsInvalidCombination = 'mm-api-options-invalid-combination';

    /** The header x-api-key is missing, misspelled, or its key has expired. */
    case AuthError = 'auth-error';

    /** No operation has this URL. */
    case NotFound = 'not-found';

    /** The URL exists, but not with this method. */
    case MethodNotAllowed = 'method-not-allowed';

    /** The provider failed. Some providers also return this code for a malformed request. */
    case SystemError = 'system-error';

    /** The body has more than 1 MiB. */
    case PayloadTooLarge = 'payload-too-large';

    /** Content-Type is not application/json, or the body has a Content-Encoding such as gzip. */
    case UnsupportedMediaType = 'unsupported-media-type';

    /** The account exceeds its request rate. */
    case TooManyRequests = 'too-many-requests';

    /** The provider cannot take requests right now. */
    case ServiceUnavailable = 'service-unavailable';

    /** The callback address is not HTTPS, is longer than 500 characters, or did not answer 200 to HEAD. */
    case CallbackUrlNotValid = 'callback-url-not-valid';

    /** The listed one of any spelling on the wire; null if it is of a later version. */
    public static function of(string $wire): ?self
    {
        return self::tryFrom(Facts::ofProblem($wire)->name ?? $wire);
    }

    public function facts(): ?Facts
    {
        return Facts::ofProblem($this->value);
    }
}
