<?php

declare(strict_types=1);

namespace Cascade;

/** A stage without content, or, without a stage, content for a channel that has none (§7.3). */
final class Violation
{
    public function __construct(
        public readonly int $cascadeId,
        public readonly string $channel,
        public readonly ?string $stage,
    ) {}
}
