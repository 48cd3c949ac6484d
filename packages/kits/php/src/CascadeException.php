<?php

declare(strict_types=1);

namespace Cascade;

/** A call that did not succeed for certain: InvalidArgument, NotSent, NoAnswer, Unreadable, Refused or UnknownOutcome. */
abstract class CascadeException extends \RuntimeException
{
    /** @param string|null $requestId ask the history for it, or send the same message with it again */
    public function __construct(
        public readonly ?string $requestId,
        string $message,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }

    protected static function about(?string $requestId): string
    {
        return $requestId === null ? '' : " (request {$requestId})";
    }
}
