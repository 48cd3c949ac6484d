<?php

declare(strict_types=1);

namespace Cascade;

/** Why a callback is not handled, and with which status it is answered. */
final class Rejected extends \RuntimeException
{
    public function __construct(
        public readonly int $status,
        string $why,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($why, 0, $previous);
    }
}
