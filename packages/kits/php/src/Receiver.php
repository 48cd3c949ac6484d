<?php

declare(strict_types=1);

namespace Cascade;

use StandardWebhooks\Webhook;

/** Receives callbacks (§3): verified, parsed, and each handled once. */
final class Receiver
{
    /** @var list<Webhook> */
    private readonly array $webhooks;

    /** @param list<string> $secrets two are current while one is replaced */
    public function __construct(
        array $secrets,
        private readonly Ids $ids,
    ) {
        $this->webhooks = array_map(static fn(string $secret): Webhook => new Webhook($secret), $secrets);
    }

    /**
     * The event of a callback; null if it is not from the provider.
     *
     * @param array<string, string|list<string>> $headers of `getallheaders()`, or of a PSR-7 request
     * @param string $body the bytes of `php://input`: they are signed
     */
    public function read(array $headers, string $body): ?StatusEvent
    {
        $signed = self::signed($headers);
        foreach ($this->webhooks as $webhook) {
            try {
                $event = $signed === null ? null : $webhook->verify($body, $signed);
            } catch (\Exception) {
                continue;
            }
            return is_array($event) ? StatusEvent::of($event) : null;
        }
        return null;
    }

    /**
     * Handles a callback that is new; returns the status to answer with. `$handle` stores the event and returns: the
     * provider waits some seconds, then sends it again (ADR-0018). If it throws, answer 500: the callback comes again.
     *
     * @param array<string, string|list<string>> $headers
     * @param callable(StatusEvent): void $handle
     */
    public function receive(array $headers, string $body, callable $handle): int
    {
        $event = $this->read($headers, $body);
        if ($event === null) {
            return 401;
        }
        $id = self::signed($headers)['webhook-id'] ?? '';
        $this->ids->once($id, static fn() => $handle($event));
        return 204;
    }

    /**
     * The headers that are signed; null if one is malformed: the library would read a time such as `1x` as 1, and fail by a
     * TypeError at a signature without a version.
     *
     * @param array<string, string|list<string>> $headers
     *
     * @return array<string, string>|null
     */
    private static function signed(array $headers): ?array
    {
        $first = [];
        foreach (array_change_key_case($headers) as $name => $value) {
            $first[$name] = is_array($value) ? implode(' ', $value) : $value;
        }
        $isTime = ctype_digit($first['webhook-timestamp'] ?? '');
        $isSigned = preg_match('/^\S+,\S+( \S+,\S+)*$/', $first['webhook-signature'] ?? '') === 1;
        return $isTime && $isSigned ? $first : null;
    }
}
