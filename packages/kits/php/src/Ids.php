<?php

declare(strict_types=1);

namespace Cascade;

/**
 * Remembers ids of callbacks. An id counts once its event is handled: it is claimed before, and committed after. Requests
 * of PHP share no memory, so the ids are in your database: see PdoIds and PdoClaims.
 */
interface Ids
{
    /** Of many claims at once, one is new; then the others are busy. It expires, as its process may die. */
    public function claim(string $id, string $owner, float $seconds): Claim;

    /** The event is handled, also if the claim has expired: from now on the id is seen. */
    public function commit(string $id, string $owner): void;

    /** The event is not handled. Does nothing if the claim is that of another owner by now. */
    public function release(string $id, string $owner): void;
}
