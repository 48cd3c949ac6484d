<?php

declare(strict_types=1);

namespace Cascade;

/** A refusal without a problem body, such as a proxy's page. */
final class Unreadable extends CascadeException
{
    public function __construct(
        string $requestId,
        public readonly int $status,
        public readonly string $text,
    ) {
        parent::__construct($requestId, "status {$status} without a problem body");
    }
}
