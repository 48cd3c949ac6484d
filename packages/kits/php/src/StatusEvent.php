<?php

declare(strict_types=1);

namespace Cascade;

/** A status event (§3). A status or reason that is not listed is possible, and a provider may leave ids out. */
final class StatusEvent
{
    /** Null if there is none, or if it is of a later version: then `error` tells. */
    public readonly ?UndeliveredReason $reason;

    /** @param array<array-key, mixed> $body as it came, with all members */
    private function __construct(
        public readonly ?string $requestId,
        public readonly string $status,
        public readonly ?string $error,
        public readonly ?string $stage,
        public readonly array $body,
    ) {
        $this->reason = $error === null ? null : UndeliveredReason::of($error);
    }

    /** @param array<array-key, mixed> $body */
    public static function of(array $body): self
    {
        $text = static fn(string $name): ?string => is_string($body[$name] ?? null) ? $body[$name] : null;
        return new self($text('requestId'), $text('status') ?? '', $text('error'), $text('cascadeStageUUID'), $body);
    }

    /**
     * What became of a message, from its events so far and the UUIDs of its stages in order (ADR-0048).
     *
     * @param iterable<StatusEvent> $events
     * @param list<string> $stages
     *
     * @return 'delivered'|'failed'|'open'
     */
    public static function outcomeOf(iterable $events, array $stages): string
    {
        $last = $stages === [] ? null : strtolower($stages[count($stages) - 1]);
        $outcome = 'open';
        foreach ($events as $event) {
            if (in_array($event->status, ['DELIVERED', 'READ'], true)) {
                return 'delivered';
            }
            $endsMessage = $event->stage === null || strtolower($event->stage) === $last;
            $fails = in_array($event->status, ['UNDELIVERED', 'FAILED', 'CANCELLED'], true);
            if ($event->status === 'EXPIRED' || $fails && $endsMessage) {
                $outcome = 'failed';
            }
        }
        return $outcome;
    }
}
