<?php

// Generated from spec/ by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Cascade;

/** The undelivered reasons (§7.4). */
enum UndeliveredReason: string
{
    /** The subscriber is not registered in chattwo. */
    case NotChattwoUser = 'not-chattwo-user';

    /** The message matches none of the allowed templates. */
    case NoTemplateMatch = 'no-template-match';

    /** No 24-hour dialogue is open, and the message matches none of the allowed templates. */
    case SessionNotStarted = 'session-not-started';

    /** The daily limit of template messages is reached. */
    case DailyRateLimit = 'daily-rate-limit';

    /** The message is longer than the channel allows. */
    case TooLongMessage = 'too-long-message';

    /** chattwo could not open the dialogue window. */
    case ChatWindowClosed = 'chat-window-closed';

    /** A file of the message could not be uploaded. */
    case MediaRequestFailed = 'media-request-failed';

    /** The sender signature is not allowed for the account. */
    case ErrorSubjectUnknown = 'error-subject-unknown';

    /** The subscriber's number has a wrong format. */
    case ErrorAddressFormat = 'error-address-format';

    /** The same message was sent less than 5 minutes earlier. */
    case Duplicated = 'duplicated';

    /** The message could not be delivered. On chattwo, for example, the number is not in chattwo, its owner has not accepted the current terms or uses an old app, or it is an authorisation message to a number with +91. By SMS also: the subscriber has asked for no more messages. */
    case MessageUndeliverable = 'message-undeliverable';

    /** Many earlier messages were blocked or marked as spam. */
    case SpamRateLimitHit = 'spam-rate-limit-hit';

    /** The limit of marketing messages for this subscriber is reached. */
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
