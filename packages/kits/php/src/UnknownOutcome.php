<?php

declare(strict_types=1);

namespace Cascade;

/** The message may be scheduled or not. The history tells, or the callbacks; the previous exception is the last failure. */
final class UnknownOutcome extends CascadeException
{
    public function __construct(CascadeException $last)
    {
        parent::__construct($last->requestId, "{$last->getMessage()}; it may be scheduled", $last);
    }
}
