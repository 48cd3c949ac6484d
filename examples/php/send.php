<?php

// Schedules one SMS, and explains a refusal:
//
//     php send.php +12025550100 'Code 4821' [REQUEST_ID]

declare(strict_types=1);

// What to do about some codes. The list of the contract grows, so a program must cope with others.
const ADVICE = [
    'auth-error' => 'the key is wrong or has expired: ask for another',
    'out-of-balance' => 'top up the account',
    'requestId-is-not-unique' => 'this id was used before: a message with it may be scheduled',
    // The contract has two spellings of this one (§7.1).
    'cascade-scheduling-request-is-not-valid' => 'give one content object for each channel of the cascade',
    'cascade-scheduling-request-not-valid' => 'give one content object for each channel of the cascade',
];

/** The provider refused the request, and says why by a code: the message is not scheduled. */
final class NotScheduled extends RuntimeException
{
    public function __construct(public readonly string $problemCode, ?string $detail)
    {
        parent::__construct($problemCode . ': ' . (ADVICE[$problemCode] ?? $detail ?? 'see the contract'));
    }
}

/** The message may be scheduled or not. The same request with the same id is never scheduled twice. */
final class UnknownOutcome extends RuntimeException
{
}

/** @throws NotScheduled|UnknownOutcome */
function schedule(string $address, string $text, string $requestId): void
{
    $request = curl_init((getenv('CASCADE_URL') ?: 'http://127.0.0.1:4010') . '/api/cascade/schedule');
    curl_setopt_array($request, [
        CURLOPT_HTTPHEADER => [
            'content-type: application/json',
            'x-api-key: ' . (getenv('CASCADE_API_KEY') ?: 'demo-key'),
        ],
        CURLOPT_POSTFIELDS => json_encode([
            'requestId' => $requestId,
            'cascadeId' => (int) (getenv('CASCADE_ID') ?: 2002),
            'subscriberFilter' => ['address' => $address, 'type' => 'PHONE'],
            'content' => ['smsContent' => ['contentType' => 'TEXT', 'text' => $text]],
        ], JSON_THROW_ON_ERROR),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
    ]);
    $body = curl_exec($request);
    if ($body === false) {
        throw new UnknownOutcome(curl_error($request));
    }
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    if ($status < 300) {
        return; // Scheduled, whatever the body has.
    }
    $problem = json_decode($body, true);
    // A proxy's page or a 5xx does not tell whether the message is scheduled.
    if ($status >= 500 || !is_string($problem['title'] ?? null)) {
        throw new UnknownOutcome("status $status");
    }
    throw new NotScheduled($problem['title'], $problem['detail'] ?? null);
}

/** A random UUID (RFC 9562, version 4). */
function newUuid(): string
{
    $bytes = random_bytes(16);
    $bytes[6] = chr(ord($bytes[6]) & 0x0F | 0x40);
    $bytes[8] = chr(ord($bytes[8]) & 0x3F | 0x80);
    return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
}

$address = $argv[1] ?? '+12025550100';
$text = $argv[2] ?? 'Code 4821';
$requestId = $argv[3] ?? newUuid();

try {
    schedule($address, $text, $requestId);
    echo "scheduled $requestId\n";
} catch (NotScheduled $error) {
    echo "not scheduled: {$error->getMessage()}\n";
    exit(1);
} catch (UnknownOutcome $error) {
    echo "unknown: {$error->getMessage()}; send it again with the request id $requestId\n";
    exit(2);
}
