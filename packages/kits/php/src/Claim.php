<?php

declare(strict_types=1);

namespace Cascade;

/** What is known of the id of a callback. */
enum Claim
{
    /** Handle it. */
    case New;

    /** It is handled. */
    case Seen;

    /** Another claim is handling it. */
    case Busy;
}
