<?php

// The laws of the stores, and what the receiver logs.

declare(strict_types=1);

namespace Tests;

use Cascade\Claim;
use Cascade\PdoClaims;
use Cascade\PdoIds;
use Cascade\Receiver;
use StandardWebhooks\Webhook;

const SECRET = 'whsec_a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=';
const EVENT = '{"requestId":"r","status":"SENT"}';

/** @return array<string, string> the headers of an event */
function signed(string $id): array
{
    $now = time();
    $signature = (new Webhook(SECRET))->sign($id, $now, EVENT);
    return ['Webhook-Id' => $id, 'Webhook-Timestamp' => (string) $now, 'Webhook-Signature' => $signature];
}

function database(string $table): \PDO
{
    $database = new \PDO('sqlite::memory:');
    $database->exec($table);
    return $database;
}

test('a claim expires, is committed and released', static function (): void {
    $database = database(PdoClaims::TABLE);
    $ids = new PdoClaims($database);
    same(Claim::New, $ids->claim('a', 'one', 0.0));
    same(Claim::New, $ids->claim('a', 'two', 20.0));
    $ids->release('a', 'one'); // of another owner by now
    same(Claim::Busy, $ids->claim('a', 'three', 20.0));
    $ids->release('a', 'two');
    same(Claim::New, $ids->claim('a', 'four', 20.0));
    $ids->commit('a', 'one'); // it is handled, though the claim had expired
    $ids->release('a', 'four');
    same(Claim::Seen, $ids->claim('a', 'five', 0.0));
    same(Claim::New, $ids->claim('b', 'one', 0.0));
    $ids->commit('b', 'one');
    same(Claim::Seen, $ids->claim('b', 'two', 0.0));
    $ids->prune();
    same(Claim::Seen, $ids->claim('a', 'six', 20.0));
    $database->exec('UPDATE cascade_claims SET until = 0');
    $ids->prune();
    same(Claim::New, $ids->claim('a', 'seven', 20.0));
});

test('an event is written with its id, or not at all', static function (): void {
    $database = database('CREATE TABLE cascade_callbacks (id VARCHAR(255) PRIMARY KEY); CREATE TABLE events (id VARCHAR(255))');
    $receiver = new Receiver([SECRET], new PdoIds($database));
    $fails = true;
    $handle = static function () use ($database, &$fails): void {
        $database->exec("INSERT INTO events VALUES ('a')");
        if ($fails) {
            throw new \RuntimeException('the disk is full');
        }
    };
    $count = static fn(string $table): int => (int) $database->query("SELECT count(*) FROM {$table}")->fetchColumn();
    same(500, $receiver->receive(signed('a'), EVENT, $handle));
    same([0, 0], [$count('events'), $count('cascade_callbacks')]);
    $fails = false;
    foreach ([1, 2, 3] as $_) {
        same(200, $receiver->receive(signed('a'), EVENT, $handle));
        same([1, 1], [$count('events'), $count('cascade_callbacks')]);
    }
});

test('a handler that ends the program leaves the answer 500', static function (): void {
    http_response_code(200);
    $handle = static fn() => same(500, http_response_code());
    $claims = new PdoClaims(database(PdoClaims::TABLE));
    same(200, (new Receiver([SECRET], $claims))->receive(signed('a'), EVENT, $handle));
});

test('a time that is not a number is refused, though it begins with the signed one', static function (): void {
    $receiver = new Receiver([SECRET], new PdoClaims(database(PdoClaims::TABLE)));
    foreach (['x', '.0', ' '] as $more) {
        $headers = signed('a');
        $headers['Webhook-Timestamp'] .= $more;
        same(401, $receiver->receive($headers, EVENT, static fn(): int => 0));
    }
});

test('the log says why a callback is refused or fails', static function (): void {
    $log = new Lines();
    $receiver = new Receiver([SECRET], new PdoIds(new \PDO('sqlite::memory:')), log: $log);
    $handle = static fn(): int => 0;
    same(401, $receiver->receive([], EVENT, $handle));
    same(401, $receiver->receive(['Webhook-Id' => 'b'] + signed('a'), EVENT, $handle));
    same(503, $receiver->receive(signed('a'), EVENT, $handle));
    $failing = static fn() => throw new \RuntimeException('the disk is full');
    $claims = new PdoClaims(database(PdoClaims::TABLE));
    same(500, (new Receiver([SECRET], $claims, log: $log))->receive(signed('a'), EVENT, $failing));
    foreach ([
        'warning a callback is answered 401: malformed webhook-timestamp or webhook-signature',
        'warning a callback is answered 401: No matching signature found',
        'error callback a: its id cannot be claimed, answered 503: ',
        'error callback a: its handler failed, answered 500: the disk is full',
    ] as $line) {
        contains($line, $log->text);
    }
});
