<?php

declare(strict_types=1);

namespace Cascade;

/** The request was sent, and its answer is lost. Of `schedule`, it is the previous exception of an unknown outcome. */
final class NoAnswer extends CascadeException
{
    public function __construct(?string $requestId, ?\Throwable $previous)
    {
        parent::__construct($requestId, "no answer: {$previous?->getMessage()}" . self::about($requestId), $previous);
    }
}
