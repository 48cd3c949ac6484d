<?php

declare(strict_types=1);

namespace Cascade;

use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;
use StandardWebhooks\Webhook;

/** Receives callbacks (§6): verified, parsed, and each handled once. */
final class Receiver
{
    private const LONGEST_ID = 255;

    /** @var list<Webhook> */
    private readonly array $webhooks;

    /**
     * @param list<string> $secrets two are current while one is replaced
     * @param float $claimSeconds when the claim of an id expires: your handler takes less
     * @param LoggerInterface $log gets why a callback is refused (warning), and why it failed (error)
     *
     * @throws \InvalidArgumentException for secrets that would refuse every callback, or that are easy to guess
     */
    public function __construct(
        #[\SensitiveParameter]
        array $secrets,
        private readonly Ids $ids,
        private readonly float $claimSeconds = 60.0, // longer than the provider waits for an answer (ADR-0018)
        private readonly int $longestBody = 65_536,
        private readonly LoggerInterface $log = new NullLogger(),
    ) {
        if ($secrets === []) {
            throw new \InvalidArgumentException('secrets: expected at least one; is its environment variable set?');
        }
        $this->webhooks = array_map(self::webhook(...), $secrets, array_keys($secrets));
    }

    private static function webhook(#[\SensitiveParameter] string $secret, int $place): Webhook
    {
        $key = base64_decode((string) preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || strlen($key) < 24) {
            throw new \InvalidArgumentException(
                "secrets[{$place}]: expected whsec_ and the base64 of at least 24 bytes (ADR-0057)",
            );
        }
        return new Webhook($secret);
    }

    /**
     * The event of a callback.
     *
     * @param array<string, string|list<string>> $headers of `getallheaders()`, or of a PSR-7 request
     * @param string $body the bytes of `php://input`: they are signed
     *
     * @throws Rejected if it is too long, not from the provider, or no event
     */
    public function read(array $headers, string $body): StatusEvent
    {
        if (strlen($body) > $this->longestBody) {
            throw new Rejected(413, "the body has more than {$this->longestBody} bytes");
        }
        $signed = self::signed($headers);
        $this->verify($signed, $body);
        if (strlen($signed['webhook-id']) > self::LONGEST_ID) {
            throw new Rejected(400, 'webhook-id has more than ' . self::LONGEST_ID . ' characters');
        }
        $fields = json_decode($body, true);
        if (!is_array($fields)) {
            throw new Rejected(400, 'the body is not a JSON object in UTF-8');
        }
        $event = StatusEvent::of($fields, $body);
        return $event->isWhole()
            ? $event
            : throw new Rejected(400, 'a status event has status, and requestId or messageId');
    }

    /**
     * Handles a callback once; returns the status to answer with. `$handle` stores the event and returns: the provider
     * waits some seconds, then sends it again (ADR-0018). If it throws, that is logged, and the provider sends the event
     * again.
     *
     * @param array<string, string|list<string>> $headers
     * @param callable(StatusEvent): void $handle
     */
    public function receive(array $headers, string $body, callable $handle, string $method = 'POST'): int
    {
        if ($method !== 'POST') {
            // An address is registered only if it answers HEAD with 200 (ADR-0014).
            return in_array($method, ['GET', 'HEAD'], true) ? 200 : 405;
        }
        try {
            $event = $this->read($headers, $body);
        } catch (Rejected $why) {
            $this->log->warning("a callback is answered {$why->status}: {$why->getMessage()}");
            return $why->status;
        }
        return $this->once(self::signed($headers)['webhook-id'], static fn() => $handle($event));
    }

    private function once(string $id, callable $handle): int
    {
        $owner = bin2hex(random_bytes(16));
        if (!headers_sent()) {
            http_response_code(500); // of a handler that ends the program: else it would be 200, and the event lost
        }
        try {
            $claim = $this->ids->claim($id, $owner, $this->claimSeconds);
        } catch (\Throwable $failure) {
            return $this->failed(503, "callback {$id}: its id cannot be claimed", $failure);
        }
        if ($claim !== Claim::New) {
            return $claim === Claim::Seen ? 200 : 409;
        }
        try {
            $handle();
        } catch (\Throwable $failure) {
            $this->release($id, $owner);
            return $this->failed(500, "callback {$id}: its handler failed", $failure);
        }
        try {
            $this->ids->commit($id, $owner);
        } catch (\Throwable $failure) {
            // The event is handled all the same, unless what the handler wrote is lost with the id.
            $status = $this->ids instanceof TransactionIds ? 500 : 200;
            return $this->failed($status, "callback {$id}: its id cannot be committed", $failure);
        }
        return 200;
    }

    private function release(string $id, string $owner): void
    {
        try {
            $this->ids->release($id, $owner);
        } catch (\Throwable $failure) { // the claim expires
            $this->failed(500, "callback {$id}: its id cannot be released", $failure);
        }
    }

    private function failed(int $status, string $what, \Throwable $failure): int
    {
        $this->log->error("{$what}, answered {$status}: {$failure->getMessage()}", ['exception' => $failure]);
        return $status;
    }

    /**
     * The library would read a time such as `1x` as 1, and fail by a TypeError at a signature without a version.
     *
     * @param array<string, string> $signed
     */
    private function verify(array $signed, string $body): void
    {
        $why = new Rejected(401, 'malformed webhook-timestamp or webhook-signature');
        $isTime = ctype_digit($signed['webhook-timestamp']);
        if ($isTime && preg_match('/^\S+,\S+( \S+,\S+)*$/', $signed['webhook-signature']) === 1) {
            foreach ($this->webhooks as $webhook) {
                try {
                    $webhook->verify($body, $signed);
                    return;
                } catch (\Exception $error) {
                    $why = new Rejected(401, $error->getMessage(), $error);
                }
            }
        }
        throw $why;
    }

    /**
     * @param array<string, string|list<string>> $headers
     *
     * @return array{webhook-id: string, webhook-timestamp: string, webhook-signature: string}
     */
    private static function signed(array $headers): array
    {
        $signed = [];
        foreach (array_change_key_case($headers) as $name => $value) {
            $signed[$name] = is_array($value) ? implode(' ', $value) : $value;
        }
        return [
            'webhook-id' => $signed['webhook-id'] ?? '',
            'webhook-timestamp' => $signed['webhook-timestamp'] ?? '',
            'webhook-signature' => $signed['webhook-signature'] ?? '',
        ];
    }
}
