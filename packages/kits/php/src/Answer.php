<?php

declare(strict_types=1);

namespace Cascade;

use GuzzleHttp\ClientInterface;
use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Exception\RequestException;
use GuzzleHttp\Psr7\DroppingStream;
use GuzzleHttp\Psr7\Utils;
use Psr\Http\Message\ResponseInterface;

/**
 * How an attempt ended.
 *
 * @internal
 */
final class Answer
{
    /** A page of the history has about 4 MiB at most (ADR-0035). */
    private const LONGEST = 8 << 20;

    /** 0 without an answer. */
    public readonly int $status;

    /** @param string|null $body null if it could not be read */
    private function __construct(
        private readonly ?ResponseInterface $response,
        public readonly ?string $body,
        private readonly bool $wasSent,
        private readonly ?\RuntimeException $error = null,
    ) {
        $this->status = $response?->getStatusCode() ?? 0;
    }

    /**
     * Sends a request once. Follows no redirect: one could hand the key to another host, and post a second time.
     */
    public static function of(
        ClientInterface $http,
        string $url,
        #[\SensitiveParameter]
        string $key,
        string $body,
        float $seconds,
    ): self {
        $options = ['http_errors' => false, 'allow_redirects' => false, 'body' => $body];
        $options['headers'] = ['x-api-key' => $key, 'content-type' => 'application/json'];
        // To curl, 0 milliseconds are no limit. It fails at what the stream does not take.
        $options['timeout'] = max(0.001, $seconds);
        $options['_curl_retries'] = 2; // as if it had done so: Guzzle repeats a request whose answer breaks in its head
        $options['sink'] = new DroppingStream(Utils::streamFor(''), self::LONGEST);
        try {
            $response = $http->request('POST', $url, $options);
            return new self($response, (string) $response->getBody(), true);
        } catch (\RuntimeException $error) { // all that a transfer throws
            $response = $error instanceof RequestException ? $error->getResponse() : null;
            return new self($response, null, self::wasSent($error), $error);
        }
    }

    private static function wasSent(\RuntimeException $error): bool
    {
        if (!$error instanceof RequestException && !$error instanceof ConnectException) {
            return true;
        }
        $size = $error->getHandlerContext()['request_size'] ?? null; // of curl, which calls a late answer a failed connection
        return is_int($size) ? $size > 0 : !$error instanceof ConnectException;
    }

    public function header(string $name): ?string
    {
        $values = $this->response?->getHeader($name) ?? [];
        return $values[0] ?? null;
    }

    public function isSuccess(): bool
    {
        return intdiv($this->status, 100) === 2;
    }

    public function isFault(): bool
    {
        return $this->status >= 500 || $this->status === 408;
    }

    /** A gateway may have lost or replaced the answer, and the provider may fail after its commit. */
    public function mayBeAccepted(): bool
    {
        return $this->status === 0 ? $this->wasSent : $this->isSuccess() || $this->isFault();
    }

    /** Nothing in the body of a success may contradict it (ADR-0001), as a page, a problem or another echo does. */
    public function confirms(string $requestId): bool
    {
        if (trim($this->body ?? '') === '') {
            return true;
        }
        $body = json_decode($this->body ?? '');
        if (!$body instanceof \stdClass) {
            return false;
        }
        $echo = $body->requestId ?? null;
        $status = $body->status ?? 0;
        $isFault = is_numeric($status) && $status > 399;
        if (is_string($body->title ?? null) && ($echo === null || $isFault)) {
            return false;
        }
        return $echo === null || is_string($echo) && strcasecmp($echo, $requestId) === 0;
    }

    /** Of an answer that is no success, or is not confirmed by its body. */
    public function failure(?string $requestId): CascadeException
    {
        if ($this->status === 0) {
            return $this->wasSent ? new NoAnswer($requestId, $this->error) : new NotSent($requestId, $this->error);
        }
        $text = $this->body ?? '';
        $problem = $this->isSuccess() ? null : json_decode($text, true);
        $title = is_array($problem) ? $problem['title'] ?? null : null;
        $detail = is_array($problem) ? $problem['detail'] ?? null : null;
        if (is_string($title) && $title !== '') {
            return new Refused($requestId, $this->status, $title, is_string($detail) ? $detail : null);
        }
        $beginning = substr($text, 0, 4096);
        return new Unreadable($requestId, $this->status, $beginning, $this->header('location'), $this->error);
    }
}
