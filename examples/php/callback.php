<?php

declare(strict_types=1);

const TOLERANCE_IN_SECONDS = 300;

/**
 * `delivered`, `failed` or `open`, from the events of a message so far and the UUIDs of its stages in order (ADR-0048).
 * UNDELIVERED ends a stage: only the last one, or an event without a stage, ends the message.
 *
 * @param list<array<string, mixed>> $events
 * @param list<string> $stages
 */
function outcomeOf(array $events, array $stages): string
{
    $last = $stages === [] ? null : strtolower(end($stages));
    $outcome = 'open';
    foreach ($events as ['status' => $status, 'cascadeStageUUID' => $stage]) {
        $endsMessage = $stage === null || strtolower($stage) === $last;
        if (in_array($status, ['DELIVERED', 'READ'], true)) {
            return 'delivered';
        }
        if ($status === 'EXPIRED' || ($endsMessage && in_array($status, ['UNDELIVERED', 'FAILED', 'CANCELLED'], true))) {
            $outcome = 'failed';
        }
    }
    return $outcome;
}

/**
 * The status event of a callback, or null if it is not from the provider: answer 401 then, and do nothing else.
 *
 * `$body` is what file_get_contents('php://input') returns, for the bytes as they were received are signed. Two secrets
 * are current while one is replaced. Callbacks may arrive twice: remember the header `webhook-id`.
 *
 * @param array<string, string> $headers with names in lower case
 * @param list<string> $secrets as they were given: `whsec_` and Base64
 * @return array<string, mixed>|null
 */
function readCallback(array $headers, string $body, array $secrets, ?int $now = null): ?array
{
    $id = $headers['webhook-id'] ?? '';
    $sentAt = $headers['webhook-timestamp'] ?? '';
    // An old callback may be one that somebody recorded and sends again.
    if (!ctype_digit($sentAt) || abs(($now ?? time()) - (int) $sentAt) > TOLERANCE_IN_SECONDS) {
        return null;
    }
    foreach ($secrets as $secret) {
        $key = base64_decode(substr($secret, strlen('whsec_')));
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sentAt.$body", $key, binary: true));
        foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
            }
        }
    }
    return null;
}
