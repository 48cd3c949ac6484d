<?php

declare(strict_types=1);

namespace Cascade;

/** Nothing was sent, because an argument of the program is wrong. */
final class InvalidArgument extends CascadeException
{
    public function __construct(string $message, ?\Throwable $previous = null)
    {
        parent::__construct(null, $message, $previous);
    }
}
