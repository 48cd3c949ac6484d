<?php

declare(strict_types=1);

namespace Cascade;

/** A call that did not schedule its message for certain: Refused, Unreadable, NotSent or UnknownOutcome. */
abstract class CascadeException extends \RuntimeException
{
    /** @param string $requestId ask the history for it, or send the same message with it again */
    public function __construct(
        public readonly string $requestId,
        string $message,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
