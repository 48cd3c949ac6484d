<?php

declare(strict_types=1);

namespace Cascade;

/** A status event (§6). A status or reason that is not listed is possible; a field is null if the provider omits it. */
final class StatusEvent
{
    /** Null if there is none, or if it is of a later version: then `error` tells. */
    public readonly ?UndeliveredReason $reason;

    /**
     * @param string|null $stage its UUID; each stage of a cascade has events of its own
     * @param string|null $statusAt ISO 8601. Events may arrive out of order: sort them by this
     * @param string|null $comment that of the request
     * @param array<array-key, mixed> $body everything that was sent
     * @param string $raw the bytes as they came, which the signature covers
     */
    private function __construct(
        public readonly ?string $requestId,
        public readonly string $status,
        public readonly ?string $error,
        public readonly ?string $stage,
        public readonly ?string $statusAt,
        public readonly ?string $channelType,
        public readonly ?int $cascadeId,
        public readonly ?int $messageId,
        public readonly ?string $subject,
        public readonly ?int $subjectId,
        public readonly ?string $comment,
        public readonly array $body,
        public readonly string $raw,
    ) {
        $this->reason = $error === null ? null : UndeliveredReason::of($error);
    }

    /**
     * A field of another type than the described one counts as absent.
     *
     * @param array<array-key, mixed> $body
     */
    public static function of(array $body, string $raw = ''): self
    {
        $text = static fn(string $name): ?string => is_string($body[$name] ?? null) && $body[$name] !== ''
            ? $body[$name]
            : null;
        $number = static fn(string $name): ?int => is_int($body[$name] ?? null) ? $body[$name] : null;
        return new self(
            requestId: $text('requestId'),
            status: $text('status') ?? '',
            error: $text('error'),
            stage: $text('cascadeStageUUID'),
            statusAt: $text('statusAt'),
            channelType: $text('channelType'),
            cascadeId: $number('cascadeId'),
            messageId: $number('messageId'),
            subject: $text('subject'),
            subjectId: $number('subjectId'),
            comment: $text('comment'),
            body: $body,
            raw: $raw,
        );
    }

    /** Whether it has a status, and says of what. */
    public function isWhole(): bool
    {
        $isUnknown = array_key_exists('requestId', $this->body) && $this->body['requestId'] === null; // to the provider
        return $this->status !== '' && ($this->requestId !== null || $this->messageId !== null || $isUnknown);
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
            $fails = in_array($event->status, ['UNDELIVERED', 'EXPIRED', 'FAILED', 'CANCELLED'], true);
            if ($fails && $endsMessage) {
                $outcome = 'failed';
            }
        }
        return $outcome;
    }
}
