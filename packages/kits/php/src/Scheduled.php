<?php

declare(strict_types=1);

namespace Cascade;

/** How a message was scheduled. */
final class Scheduled
{
    /** @param bool $replayed an earlier attempt of this call was accepted, although its answer was lost */
    public function __construct(
        public readonly string $requestId,
        public readonly bool $replayed,
        public readonly int $attempts,
    ) {}
}
