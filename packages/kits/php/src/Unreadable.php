<?php

declare(strict_types=1);

namespace Cascade;

/** An answer that is not of the API, such as a proxy's page or a redirect, which is not followed. */
final class Unreadable extends CascadeException
{
    /** @param string|null $location where a redirect pointed */
    public function __construct(
        ?string $requestId,
        public readonly int $status,
        public readonly string $text,
        public readonly ?string $location = null,
        ?\Throwable $previous = null,
    ) {
        $path = explode('?', $location ?? '')[0]; // what follows may be a token
        $where = $location === null ? '' : ", which points to {$path} and is not followed";
        $about = self::about($requestId);
        parent::__construct($requestId, "status {$status} without a body of the API{$where}{$about}", $previous);
    }
}
