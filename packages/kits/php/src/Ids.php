<?php

declare(strict_types=1);

namespace Cascade;

/** Remembers ids of callbacks. Requests of PHP share no memory, so the ids are in your database: see PdoIds. */
interface Ids
{
    /**
     * Calls `$handle` if the id is new, and remembers it unless that throws.
     *
     * @param callable(): void $handle
     */
    public function once(string $id, callable $handle): void;
}
