<?php

// Generated from spec/ by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Cascade;

/** The undelivered reasons (§7.4). */
enum UndeliveredReason: string
{
    /** The subscriber is not registered in chattwo. */
    case NotChattwoUser = 'not-chattwo-user';

    /** The message matches none of the allowed templates. Both spellings occur. */
    case NoTemplateMatch = 'no-template-match';

    /** The message is outside a 24-hour dialogue and matches none of the allowed templates. */
    case SessionNotStarted = 'session-not-started';

    /** The daily limit of chattwo for template messages is reached; chattwo only. */
    case DailyRateLimit = 'daily-rate-limit';

    /** The message is longer than the allowed limit. */
    case TooLongMessage = 'too-long-message';

    /** The dialogue window could not be opened on the side of chattwo. */
    case ChatWindowClosed = 'chat-window-closed';

    /** A file of the message could not be uploaded. */
    case MediaRequestFailed = 'media-request-failed';

    /** The sender signature is not allowed for the client; every signature must be activated first. */
    case ErrorSubjectUnknown = 'error-subject-unknown';

    /** The subscriber's number has a wrong format. */
    case ErrorAddressFormat = 'error-address-format';

    /** A duplicate of the message was sent within 5 minutes. */
    case Duplicated = 'duplicated';

    /** The message could not be delivered. Possible causes: the number is not in chattwo; its owner has not accepted the current terms and privacy policy; the app is an old version; authorisation messages to numbers with +91 are not available. */
    case MessageUndeliverable = 'message-undeliverable';

    /** Many earlier messages were blocked or marked as spam. */
    case SpamRateLimitHit = 'spam-rate-limit-hit';

    /** The delivery limit of marketing messages for this subscriber is reached; retry later. */
    case MarketingTemplateUndeliverable = 'marketing-template-undeliverable';

    /** The listed one of any spelling on the wire; null if it is of a later version. */
    public static function of(string $wire): ?self
    {
        return self::tryFrom(Facts::ofReason($wire)->name ?? $wire);
    }

    public function facts(): ?Facts
    {
        return Facts::ofReason($this->value);
    }
}
