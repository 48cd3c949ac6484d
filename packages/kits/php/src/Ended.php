<?php

declare(strict_types=1);

namespace Cascade;

/**
 * How a call ended: with the body of an answer, or with the failure of its last attempt.
 *
 * @internal
 */
final class Ended
{
    /** @param bool $isOpen an attempt may have been accepted although its answer does not say so */
    public function __construct(
        public readonly string $body,
        public readonly ?CascadeException $failure,
        public readonly int $attempts,
        public readonly bool $isOpen,
    ) {}
}
