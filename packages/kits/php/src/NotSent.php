<?php

declare(strict_types=1);

namespace Cascade;

/** Nothing reached the provider: no attempt of the call got a connection. */
final class NotSent extends CascadeException
{
    public function __construct(?string $requestId, ?\Throwable $previous)
    {
        parent::__construct($requestId, "not sent: {$previous?->getMessage()}" . self::about($requestId), $previous);
    }
}
