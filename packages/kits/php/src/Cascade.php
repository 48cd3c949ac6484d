<?php

declare(strict_types=1);

namespace Cascade;

use GuzzleHttp\Client;
use GuzzleHttp\ClientInterface;
use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Exception\TransferException;
use Psr\Http\Message\ResponseInterface;

/** Schedules messages. However many attempts a call takes, it schedules one message at most (§2.1, §4.1). */
final class Cascade
{
    private const LONGEST_WAIT = 30.0;

    /** Of curl: no address, no connection, no TLS. */
    private const NEVER_CONNECTED = [5, 6, 7, 35];

    private readonly string $url;

    /**
     * @param int $attempts of a call, the first included
     * @param float $timeout of an attempt, in seconds
     * @param bool $usedIdMeansAccepted this provider keeps the ids of accepted requests only (ADR-0007)
     */
    public function __construct(
        string $baseUrl,
        private readonly string $apiKey,
        private readonly int $attempts = 3,
        private readonly float $timeout = 10.0,
        private readonly bool $usedIdMeansAccepted = false,
        private readonly ClientInterface $http = new Client(),
    ) {
        $this->url = rtrim($baseUrl, '/') . '/api/cascade/schedule';
    }

    /**
     * Schedules a message (§2.1), with its `requestId` or a new one.
     *
     * @param array<string, mixed> $message
     *
     * @throws CascadeException if it is not scheduled for certain
     */
    public function schedule(array $message): Scheduled
    {
        $id = $message['requestId'] ?? null;
        $id = is_string($id) ? $id : self::newId();
        return $this->attemptFrom(1, false, $id, ['requestId' => $id] + $message);
    }

    /** @param array<string, mixed> $body */
    private function attemptFrom(int $attempt, bool $isOpen, string $id, array $body): Scheduled
    {
        $answer = $this->attempt($body);
        $failure = self::failureOf($id, $answer);
        if ($failure === null) {
            return new Scheduled($id, false, $attempt);
        }
        if (self::mayBeAccepted($answer)) {
            $isOpen = true;
        }
        if ($isOpen && $this->usedIdMeansAccepted && self::isUsed($failure)) {
            return new Scheduled($id, true, $attempt);
        }
        $wait = self::waitAfter($answer, $attempt);
        if ($attempt >= $this->attempts || $wait === null) {
            throw $isOpen ? new UnknownOutcome($failure) : $failure;
        }
        usleep(max(0, (int) ($wait * 1e6)));
        return $this->attemptFrom($attempt + 1, $isOpen, $id, $body);
    }

    private static function isUsed(CascadeException $failure): bool
    {
        return $failure instanceof Refused && $failure->problem === ProblemCode::RequestIdIsNotUnique;
    }

    /** @param array<string, mixed> $body */
    private function attempt(array $body): ResponseInterface|TransferException
    {
        try {
            $headers = ['x-api-key' => $this->apiKey];
            $options = ['http_errors' => false, 'allow_redirects' => false, 'timeout' => $this->timeout];
            return $this->http->request('POST', $this->url, ['json' => $body, 'headers' => $headers] + $options);
        } catch (TransferException $error) {
            return $error;
        }
    }

    private static function failureOf(string $id, ResponseInterface|TransferException $answer): ?CascadeException
    {
        if ($answer instanceof TransferException) {
            return new NotSent($id, $answer);
        }
        $status = $answer->getStatusCode();
        if (intdiv($status, 100) === 2) {
            return null; // scheduled, whatever the body has (ADR-0001)
        }
        $text = (string) $answer->getBody();
        $problem = json_decode($text, true);
        $title = is_array($problem) ? $problem['title'] ?? null : null;
        $detail = is_array($problem) ? $problem['detail'] ?? null : null;
        return is_string($title) && $title !== ''
            ? new Refused($id, $status, $title, is_string($detail) ? $detail : null)
            : new Unreadable($id, $status, substr($text, 0, 4096));
    }

    private static function isFault(int $status): bool
    {
        return $status >= 500 || $status === 408;
    }

    /** A gateway may have lost the answer, and the provider may fail after its commit. */
    private static function mayBeAccepted(ResponseInterface|TransferException $answer): bool
    {
        if ($answer instanceof ResponseInterface) {
            return self::isFault($answer->getStatusCode());
        }
        $errno = $answer instanceof ConnectException ? $answer->getHandlerContext()['errno'] ?? 7 : null;
        return !in_array($errno, self::NEVER_CONNECTED, true);
    }

    /** Seconds until the next attempt; null if another would fail in the same way, or the provider asks for long. */
    private static function waitAfter(ResponseInterface|TransferException $answer, int $attempt): ?float
    {
        $backoff = (min(self::LONGEST_WAIT, 0.25 * (2 ** ($attempt - 1))) * random_int(500, 1000)) / 1000;
        if ($answer instanceof TransferException) {
            return $backoff;
        }
        $status = $answer->getStatusCode();
        $asked = $answer->getHeaderLine('retry-after');
        $wait = max($backoff, ctype_digit($asked) ? (float) $asked : 0.0);
        return ($status === 429 || self::isFault($status)) && $wait <= self::LONGEST_WAIT ? $wait : null;
    }

    /** A random UUID (RFC 9562, version 4). */
    private static function newId(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr((ord($bytes[6]) & 0x0F) | 0x40);
        $bytes[8] = chr((ord($bytes[8]) & 0x3F) | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}
