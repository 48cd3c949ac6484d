<?php

declare(strict_types=1);

namespace Cascade;

/** No attempt reached the provider. */
final class NotSent extends CascadeException
{
    public function __construct(string $requestId, \Throwable $previous)
    {
        parent::__construct($requestId, "no answer: {$previous->getMessage()}", $previous);
    }
}
