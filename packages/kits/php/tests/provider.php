<?php

// A provider in a process of its own, which does to each attempt what it is told, byte by byte.

declare(strict_types=1);

namespace Tests;

use GuzzleHttp\Client;
use Psr\Http\Message\ResponseInterface;

final class Provider
{
    /** @var list<Provider> those of the test that runs */
    public static array $kept = [];

    public readonly string $url;
    private readonly int $port;
    private readonly string $requests;
    private ?int $process = null;

    public function __construct(string $scheme = 'http')
    {
        $free = $this->listen(0);
        $this->port = (int) substr((string) strrchr((string) stream_socket_get_name($free, false), ':'), 1);
        fclose($free);
        $this->url = "{$scheme}://127.0.0.1:{$this->port}";
        $this->requests = (string) tempnam(sys_get_temp_dir(), 'cascade');
    }

    public function __destruct()
    {
        $this->close();
        unlink($this->requests);
    }

    /** @return resource */
    private function listen(int $port): mixed
    {
        $socket = stream_socket_server("tcp://127.0.0.1:{$port}");
        return $socket === false ? throw new \AssertionError("port {$port}") : $socket;
    }

    /** @param array<string, mixed> $met what the next attempts meet */
    public function meets(array $met): self
    {
        $this->close();
        if ($met['refuses'] ?? false) {
            return $this;
        }
        $socket = $this->listen($this->port);
        $process = pcntl_fork();
        if ($process === 0) {
            $this->serve($socket, $met);
        }
        fclose($socket);
        $this->process = $process;
        return $this;
    }

    /** @param resource $socket */
    private function serve(mixed $socket, array $met): never
    {
        while (($stream = @stream_socket_accept($socket, 60)) !== false) {
            $this->answer($stream, $met);
            fclose($stream);
        }
        posix_kill(posix_getpid(), SIGKILL); // so that nothing of the parent is destructed
        exit();
    }

    /** @param resource $stream */
    private function answer(mixed $stream, array $met): void
    {
        if ($met['handshakes'] ?? true) {
            $request = $this->read($stream);
            file_put_contents($this->requests, json_encode($request) . "\n", FILE_APPEND);
            $sent = self::response($met['answer'] ?? null, (string) ($request['body']['requestId'] ?? ''));
            $cut = match ($met['breaks'] ?? null) {
                'before the answer' => 0,
                'in its head' => strpos($sent, "\r\n\r\n") - 5,
                'in its body' => strlen($sent) - 5,
                null => strlen($sent),
            };
            if (!($met['silent'] ?? false)) {
                fwrite($stream, substr($sent, 0, $cut));
                $this->drip($stream, $met['drips'] ?? false);
                return;
            }
        }
        while (!feof($stream)) { // until the client closes
            fread($stream, 8192);
        }
    }

    /** @param resource $stream */
    private function drip(mixed $stream, bool $drips): void
    {
        while ($drips && @fwrite($stream, ' ') !== false) {
            usleep(20_000);
        }
    }

    /** @param resource $stream */
    private function read(mixed $stream): array
    {
        $path = explode(' ', (string) fgets($stream))[1] ?? '';
        $length = 0;
        while (($line = rtrim((string) fgets($stream))) !== '') {
            [$name, $value] = explode(': ', $line) + ['', ''];
            $length = strtolower($name) === 'content-length' ? (int) $value : $length;
        }
        $body = (string) stream_get_contents($stream, $length);
        return ['path' => $path, 'body' => json_decode($body, true), 'text' => $body];
    }

    private static function response(?array $answer, string $id): string
    {
        if ($answer === null) {
            return "          \r\n\r\n          ";
        }
        $body = strtr($answer['body'] ?? '', ['{{requestId}}' => $id, '{{REQUESTID}}' => strtoupper($id)]);
        $headers = [
            'connection' => 'close',
            'content-length' => in_array($answer['status'], [204, 304], true) ? null : (string) strlen($body),
            'content-type' => $answer['type'] ?? null,
            'content-encoding' => $answer['encoding'] ?? null,
            'location' => $answer['location'] ?? null,
            'retry-after' => $answer['retryAfter'] ?? null,
        ];
        $head = "HTTP/1.1 {$answer['status']} X\r\n";
        foreach (array_filter(['content-length' => $answer['length'] ?? null] + $headers, is_string(...)) as $name => $value) {
            $head .= "{$name}: {$value}\r\n";
        }
        return "{$head}\r\n{$body}";
    }

    /** @return list<array{path: string, body: mixed, text: string}> */
    public function requests(): array
    {
        $lines = file($this->requests, FILE_IGNORE_NEW_LINES);
        return array_map(static fn(string $line): mixed => json_decode($line, true), $lines === false ? [] : $lines);
    }

    public function close(): void
    {
        if ($this->process !== null) {
            posix_kill($this->process, SIGKILL);
            pcntl_waitpid($this->process, $status);
            $this->process = null;
        }
    }
}

/** A client whose attempts meet one after the other. Only one that has no answer may run out of time. */
final class InTurn extends Client
{
    public int $attempts = 0;

    /** @param list<array<string, mixed>> $coming */
    public function __construct(
        private readonly Provider $provider,
        private readonly array $coming,
    ) {
        parent::__construct();
    }

    public function request(string $method, $uri = '', array $options = []): ResponseInterface
    {
        $met = $this->coming[$this->attempts++] ?? ['refuses' => true];
        $this->provider->meets($met);
        return parent::request($method, $uri, ['timeout' => $met['silent'] ?? false ? 0.3 : 60.0] + $options);
    }
}
