<?php

// What is never sent, where nothing is sent to, how long a call lasts, what errors and logs say, and the other operations.

declare(strict_types=1);

namespace Tests;

use Cascade\Cascade;
use Cascade\InvalidArgument;
use Cascade\NotSent;
use Cascade\ProblemCode;
use Cascade\Refused;
use Cascade\UnknownOutcome;
use Cascade\Unreadable;
use GuzzleHttp\Exception\ConnectException;
use Psr\Log\AbstractLogger;

final class Lines extends AbstractLogger
{
    public string $text = '';

    public function log($level, $message, array $context = []): void
    {
        $this->text .= "{$level} {$message}\n";
    }
}

function serving(int $status, string $body, array $rest = []): Provider
{
    return Provider::$kept[] = (new Provider())->meets(['answer' => ['status' => $status, 'body' => $body] + $rest]);
}

test('an address that cannot be right makes no client', static function (): void {
    $urls = ['127.0.0.1:4010', 'ftp://a', 'https://', 'http://user:secret@a', 'http://a?b', 'http://a#b', 'http://a b', "http://a\n"];
    foreach ($urls as $url) {
        $error = thrown(InvalidArgument::class, static fn() => new Cascade($url, 'k'));
        contains('baseUrl: expected', $error->getMessage());
        same(false, str_contains($error->getMessage(), 'secret'));
    }
});

test('a key that no header can carry makes no client', static function (): void {
    foreach (['', ' ', "k\n", "k\r\nx: y", 'kľúč'] as $key) {
        $error = thrown(InvalidArgument::class, static fn() => new Cascade('http://a', $key));
        contains('apiKey: expected', $error->getMessage());
    }
});

test('attempts and a time-out are above 0', static function (): void {
    thrown(InvalidArgument::class, static fn() => new Cascade('http://a', 'k', attempts: 0));
    thrown(InvalidArgument::class, static fn() => new Cascade('http://a', 'k', timeout: 0.0));
});

test('a client does not show its key', static function (): void {
    $shown = print_r(new Cascade('http://a', 'secret-key'), true);
    contains('http://a', $shown);
    same(false, str_contains($shown, 'secret-key'), $shown);
});

test('what is no message is not sent', static function (): void {
    $provider = serving(200, '{}');
    $client = new Cascade($provider->url, 'k');
    foreach (['the request is not JSON' => ['comment' => NAN], 'message: expected a text as requestId' => ['requestId' => 5]] as $why => $message) {
        contains($why, thrown(InvalidArgument::class, static fn() => $client->schedule($message))->getMessage());
    }
    $late = thrown(InvalidArgument::class, static fn() => $client->schedule(MESSAGE, within: 0.0));
    contains('within: expected', $late->getMessage());
    same([], $provider->requests());
});

test('a time-out before there is a connection is not unknown', static function (): void {
    $provider = (new Provider('https'))->meets(['handshakes' => false]);
    $client = new Cascade($provider->url, 'k', attempts: 1, timeout: 0.3);
    $error = thrown(NotSent::class, static fn() => $client->schedule(MESSAGE));
    contains('not sent: ', $error->getMessage());
    contains("(request {$error->requestId})", $error->getMessage());
    same(ConnectException::class, $error->getPrevious()::class);
});

test('no redirect is followed', static function (): void {
    $other = serving(200, '{}');
    foreach ([301, 302, 303, 307, 308] as $status) {
        $location = "{$other->url}/login?token=abc";
        $client = new Cascade(serving($status, '', ['location' => $location])->url, 'k');
        $error = thrown(Unreadable::class, static fn() => $client->schedule(MESSAGE));
        same([$status, $location], [$error->status, $error->location]);
        contains("status {$status} without a body of the API", $error->getMessage());
        contains('/login and is not followed', $error->getMessage());
        same(false, str_contains($error->getMessage(), 'token'), $error->getMessage());
    }
    same([], $other->requests());
});

test('an answer that drips ends with its attempt', static function (): void {
    $provider = (new Provider())->meets(['answer' => ['status' => 500, 'length' => '999'], 'drips' => true]);
    $client = new Cascade($provider->url, 'k', attempts: 1, timeout: 0.5);
    $begin = hrtime(true);
    thrown(UnknownOutcome::class, static fn() => $client->schedule(MESSAGE));
    same(true, (hrtime(true) - $begin) / 1e9 < 20.0);
});

test('the time of the call ends an attempt', static function (): void {
    $provider = (new Provider())->meets(['silent' => true]);
    $begin = hrtime(true);
    $client = new Cascade($provider->url, 'k', timeout: 60.0);
    thrown(UnknownOutcome::class, static fn() => $client->schedule(MESSAGE, within: 0.5));
    same(true, (hrtime(true) - $begin) / 1e9 < 20.0);
    same(1, count($provider->requests()));
});

test('a title beside the echo is a problem if its status is one', static function (): void {
    $body = '{"requestId":"{{requestId}}","title":"system-error","status":500}';
    $error = thrown(UnknownOutcome::class, static fn() => (new Cascade(serving(200, $body)->url, 'k', 1))->schedule(MESSAGE));
    same(Unreadable::class, $error->getPrevious()::class);
    $named = '{"requestId":"{{requestId}}","title":"a campaign","status":200}';
    (new Cascade(serving(200, $named)->url, 'k', 1))->schedule(MESSAGE);
});

test('a success whose body breaks before it begins is unknown', static function (): void {
    $client = new Cascade(serving(200, '', ['length' => '9'])->url, 'k', attempts: 1);
    thrown(UnknownOutcome::class, static fn() => $client->schedule(MESSAGE));
});

test('a body without end is not kept', static function (): void {
    $client = new Cascade(serving(200, str_repeat(' ', 9 << 20) . '{}')->url, 'k', attempts: 1);
    $error = thrown(UnknownOutcome::class, static fn() => $client->schedule(MESSAGE));
    same(Unreadable::class, $error->getPrevious()::class);
});

/** @return list<float> how long a call of two attempts waits */
function waits(string $retryAfter, ?float $within = null): array
{
    Clock::$waits = [];
    $provider = serving(429, '{"title":"too-many-requests","status":429}', ['retryAfter' => $retryAfter]);
    $client = new Cascade($provider->url, 'k', attempts: 2, timeout: 60.0);
    $error = thrown(Refused::class, static fn() => $client->schedule(MESSAGE, $within));
    same(ProblemCode::TooManyRequests, $error->problem);
    return Clock::$waits;
}

test('Retry-After in seconds', static function (): void {
    same([7.0], waits('7'));
    same([], waits('31'));
    same([], waits('7', within: 5.0));
});

test('Retry-After as a date', static function (): void {
    foreach (['D, d M Y H:i:s \G\M\T', 'l, d-M-y H:i:s \G\M\T', 'D M j H:i:s Y'] as $format) {
        [$waited] = waits(gmdate($format, time() + 25));
        same(true, $waited > 1.0 && $waited <= 25.0, "{$format}, {$waited}:");
        same([], waits(gmdate($format, time() + 3600)));
    }
});

test('Retry-After of nothing', static function (): void {
    foreach (['soon', 'tomorrow', '-1', '+20', '²', 'Sat, 21 Nov 2020 12:00:00 GMT'] as $odd) {
        [$waited] = waits($odd);
        same(true, $waited > 0.0 && $waited < 0.3, "{$odd}, {$waited}:");
    }
});

test('an error says code, detail, status and request', static function (): void {
    $body = '{"title":"matched-template-not-found","status":400,"detail":"/cascadeId: must be integer"}';
    $client = new Cascade(serving(400, $body)->url, 'k');
    $error = thrown(Refused::class, static fn() => $client->schedule(MESSAGE));
    contains('matched-template-not-found: /cascadeId: must be integer. ', $error->getMessage());
    contains("(status 400, request {$error->requestId})", $error->getMessage());
});

test('an error keeps its cause', static function (): void {
    $client = new Cascade(serving(500, '{"title":"system-error","status":500}')->url, 'k', attempts: 1);
    $cause = thrown(UnknownOutcome::class, static fn() => $client->schedule(MESSAGE))->getPrevious();
    same([Refused::class, 500], [$cause::class, $cause->status]);
});

test('the log has each attempt, and neither key nor number', static function (): void {
    $log = new Lines();
    $client = new Cascade(serving(400, '{"title":"out-of-balance"}')->url, 'secret-key', log: $log);
    $error = thrown(Refused::class, static fn() => $client->schedule(MESSAGE));
    contains("debug /api/cascade/schedule of {$error->requestId}, attempt 1: status 400", $log->text);
    same(0, preg_match('/secret-key|2025550100|4821/', $log->text), $log->text);
});

test('the cascades are listed', static function (): void {
    $provider = serving(200, '[{"id":2002}]');
    same([['id' => 2002]], (new Cascade($provider->url, 'k'))->cascades());
    same(['/api/cascade/get-all', '{}'], [$provider->requests()[0]['path'], $provider->requests()[0]['text']]);
    foreach (['<html>', '{"id":2002}', '[1]'] as $body) {
        thrown(Unreadable::class, (new Cascade(serving(200, $body)->url, 'k'))->cascades(...));
    }
});

test('a callback is registered, and a made secret is returned', static function (): void {
    $provider = serving(200, '{"secret":"whsec_made"}');
    $made = (new Cascade($provider->url, 'k'))->setCallback('https://shop.example/status', subjectId: 2);
    $sent = ['statusCallbackUrl' => 'https://shop.example/status', 'subjectId' => 2];
    same(['secret' => 'whsec_made'] + $sent, $made);
    same(['/api/callback/set', $sent], [$provider->requests()[0]['path'], $provider->requests()[0]['body']]);
});

test('the history has the entries of the request only', static function (): void {
    $body = '{"hasNext":false,"content":[{"requestId":"b"},{"requestId":"A","messageId":1}]}';
    same([['requestId' => 'A', 'messageId' => 1]], (new Cascade(serving(200, $body)->url, 'k'))->history('a'));
    $absent = new Cascade(serving(404, '{"title":"not-found","status":404}')->url, 'k');
    same(ProblemCode::NotFound, thrown(Refused::class, static fn() => $absent->history('a'))->problem);
});
