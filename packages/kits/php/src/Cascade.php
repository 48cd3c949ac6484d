<?php

declare(strict_types=1);

namespace Cascade;

use GuzzleHttp\Client;
use GuzzleHttp\ClientInterface;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/** Calls the service. However many attempts `schedule` takes, it schedules one message at most (§2.1, §4.1). */
final class Cascade
{
    private readonly string $url;

    /**
     * @param int $attempts of a call, the first included
     * @param float $timeout of an attempt, in seconds
     * @param bool $usedIdMeansAccepted this provider keeps the ids of accepted requests only (ADR-0007)
     * @param ClientInterface $http in any case it follows no redirect
     * @param LoggerInterface $log gets each attempt, at the level of debugging
     *
     * @throws InvalidArgument if the address or the key cannot be right
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter]
        private readonly string $apiKey,
        private readonly int $attempts = 3,
        private readonly float $timeout = 10.0,
        private readonly bool $usedIdMeansAccepted = false,
        private readonly ClientInterface $http = new Client(),
        private readonly LoggerInterface $log = new NullLogger(),
    ) {
        if (preg_match('~^https?://[^/?#@\s]+(/[^?#\s]*)?$~D', $baseUrl) !== 1) {
            throw new InvalidArgument('baseUrl: expected http(s)://host/path without credentials, query or fragment');
        }
        if (preg_match('/^[!-~]([ -~]*[!-~])?$/D', $apiKey) !== 1) {
            throw new InvalidArgument('apiKey: expected the key of the account, visible ASCII without a line end');
        }
        if ($attempts < 1 || $timeout <= 0.0) {
            throw new InvalidArgument('attempts and timeout: expected numbers above 0');
        }
        $this->url = rtrim($baseUrl, '/');
    }

    /**
     * Schedules a message (§2.1), with its `requestId` or a new one; takes `$within` seconds at most.
     *
     * @param array<string, mixed> $message
     *
     * @throws CascadeException if it is not scheduled for certain
     */
    public function schedule(array $message, ?float $within = null): Scheduled
    {
        $given = $message['requestId'] ?? null;
        if ($given !== null && !is_string($given)) {
            throw new InvalidArgument('message: expected a text as requestId');
        }
        if ($within !== null && $within <= 0.0) {
            throw new InvalidArgument('within: expected seconds above 0');
        }
        $id = $given ?? self::newId();
        $accepts = static fn(Answer $answer): bool => $answer->confirms($id);
        $end = $this->call('/api/cascade/schedule', $id, ['requestId' => $id] + $message, $within, $accepts);
        $failure = $end->failure;
        $isUsed = $failure instanceof Refused && $failure->problem === ProblemCode::RequestIdIsNotUnique;
        $isReplayed = $isUsed && $end->isOpen && $this->usedIdMeansAccepted;
        if ($failure === null || $isReplayed) {
            return new Scheduled($id, $isReplayed, $end->attempts);
        }
        // An earlier call may have scheduled an id of the caller.
        $isUnknown = $end->isOpen || $isUsed && $given !== null;
        throw $isUnknown ? new UnknownOutcome($failure) : $failure;
    }

    /**
     * @return list<array<array-key, mixed>> the cascades of the account (§4.2, ADR-0013)
     *
     * @throws CascadeException
     */
    public function cascades(): array
    {
        return self::listOf($this->ask('/api/cascade/get-all', null, []));
    }

    /**
     * Registers the address of the status callbacks (ADR-0014). Without a `$secret`, the provider may make one, and returns
     * it this once (ADR-0057).
     *
     * @return array<array-key, mixed>
     *
     * @throws CascadeException
     */
    public function setCallback(
        string $url,
        #[\SensitiveParameter]
        ?string $secret = null,
        ?int $subjectId = null,
    ): array {
        $given = ['statusCallbackUrl' => $url, 'secret' => $secret, 'subjectId' => $subjectId];
        $given = array_filter($given, static fn(int|string|null $value): bool => $value !== null);
        $answer = $this->ask('/api/callback/set', null, $given);
        return is_array($answer) ? $answer + $given : $given;
    }

    /**
     * What became of a request (ADR-0035), the latest stage first. No entry proves nothing while an attempt may be under
     * way.
     *
     * @return list<array<array-key, mixed>>
     *
     * @throws CascadeException
     */
    public function history(string $requestId): array
    {
        $answer = $this->ask('/api/messages/history', $requestId, ['requestId' => $requestId]);
        $entries = self::listOf(is_array($answer) ? $answer['content'] ?? null : null);
        // A provider that does not know the filter returns the messages of other requests.
        $isOfRequest = static function (array $entry) use ($requestId): bool {
            $id = $entry['requestId'] ?? null;
            return is_string($id) && strcasecmp($id, $requestId) === 0;
        };
        return array_values(array_filter($entries, $isOfRequest));
    }

    /**
     * Calls an operation that may be repeated freely.
     *
     * @param array<string, mixed> $body
     */
    private function ask(string $path, ?string $id, array $body): mixed
    {
        $end = $this->call($path, $id, $body, null, static fn(): bool => true);
        return $end->failure === null ? json_decode($end->body, true) : throw $end->failure;
    }

    /**
     * @param array<string, mixed> $body
     * @param callable(Answer): bool $accepts of a success
     */
    private function call(string $path, ?string $id, array $body, ?float $within, callable $accepts): Ended
    {
        try {
            $content = json_encode((object) $body, JSON_THROW_ON_ERROR);
        } catch (\JsonException $error) {
            throw new InvalidArgument("the request is not JSON: {$error->getMessage()}", $error);
        }
        $begin = hrtime(true);
        $left = static fn(): float => ($within ?? INF) - ((hrtime(true) - $begin) / 1e9);
        $isOpen = false;
        $attempt = 0;
        $wait = null;
        do {
            if ($wait !== null) {
                Pause::take($wait);
            }
            ++$attempt;
            $answer = Answer::of(
                $this->http,
                $this->url . $path,
                $this->apiKey,
                $content,
                min($this->timeout, $left()),
            );
            $this->log->debug("{$path} of {$id}, attempt {$attempt}: status {$answer->status}");
            if ($answer->body !== null && $answer->isSuccess() && $accepts($answer)) {
                return new Ended($answer->body, null, $attempt, $isOpen);
            }
            $isOpen = $isOpen || $answer->mayBeAccepted();
            $wait = Pause::after($answer, $attempt);
        } while ($attempt < $this->attempts && $wait !== null && $wait < $left());
        return new Ended('', $answer->failure($id), $attempt, $isOpen);
    }

    /** @return list<array<array-key, mixed>> */
    private static function listOf(mixed $found): array
    {
        $list = is_array($found) ? array_filter($found, is_array(...)) : null;
        if ($list === null || $list !== $found || !array_is_list($list)) {
            throw new Unreadable(null, 200, substr((string) json_encode($found), 0, 4096));
        }
        return $list;
    }

    /** A random UUID (RFC 9562, version 4). */
    private static function newId(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr((ord($bytes[6]) & 0x0F) | 0x40);
        $bytes[8] = chr((ord($bytes[8]) & 0x3F) | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /** @return array<string, mixed> without the key */
    public function __debugInfo(): array
    {
        return ['url' => $this->url];
    }
}
