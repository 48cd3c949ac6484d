<?php

// What the receiver answers, and how often its handler runs. PHP has no threads: a request meanwhile is sent while the handler
// of the first one waits, within it, through another connection to the database.

declare(strict_types=1);

namespace Tests;

use Cascade\Claim;
use Cascade\Ids;
use Cascade\PdoClaims;
use Cascade\PdoIds;
use Cascade\Receiver;
use Cascade\StatusEvent;
use Cascade\TransactionIds;

/** Ids of which one function fails. */
class Failing implements Ids
{
    public function __construct(
        private readonly Ids $ids,
        private readonly ?string $name,
    ) {}

    private function check(string $name): void
    {
        if ($name === $this->name) {
            throw new \RuntimeException('the store is away');
        }
    }

    public function claim(string $id, string $owner, float $seconds): Claim
    {
        $this->check('claim');
        return $this->ids->claim($id, $owner, $seconds);
    }

    public function commit(string $id, string $owner): void
    {
        $this->check('commit');
        $this->ids->commit($id, $owner);
    }

    public function release(string $id, string $owner): void
    {
        $this->check('release');
        $this->ids->release($id, $owner);
    }
}

final class FailingTransaction extends Failing implements TransactionIds {}

/** The requests of a row, and what became of them. */
final class Reception
{
    /** @var list<int> */
    public array $answers = [];

    /** @var list<StatusEvent> */
    public array $events = [];

    /** @param \Closure(): Ids $connect */
    public function __construct(
        private readonly array $row,
        private readonly \Closure $connect,
    ) {}

    public function run(): void
    {
        foreach ($this->row['requests'] as $number => $request) {
            if (!$request['meanwhile']) {
                $this->send($number);
            }
        }
        ksort($this->answers);
    }

    private function send(int $number): void
    {
        $request = $this->row['requests'][$number];
        $limits = isset($this->row['longest']) ? ['longestBody' => $this->row['longest']] : [];
        $receiver = new Receiver($this->row['secrets'], ($this->connect)(), ...$limits);
        $handle = function (StatusEvent $event) use ($number): void {
            $run = $this->row['handler'][count($this->events)] ?? 'returns';
            $this->events[] = $event;
            while (str_starts_with($run, 'waits') && ($this->row['requests'][++$number]['meanwhile'] ?? false)) {
                $this->send($number);
            }
            if (str_ends_with($run, 'fails')) {
                throw new \RuntimeException('the disk is full');
            }
            if ($run === 'panics') {
                throw new \TypeError('null');
            }
        };
        $body = (string) base64_decode($request['bodyBase64'], true);
        $this->answers[$number] = $receiver->receive($request['headers'], $body, $handle, $request['method']);
    }
}

/** @param \Closure(?string): Ids $connect to a store of which a function fails */
function judge(array $row, \Closure $connect): void
{
    Clock::$now = $row['now'];
    if (!$row['starts']) {
        $refused = thrown(\InvalidArgumentException::class, static fn() => new Receiver($row['secrets'], $connect(null)));
        same(1, preg_match('/^secrets(\[\d\])?: expected/', $refused->getMessage()), $refused->getMessage());
        return;
    }
    $reception = new Reception($row, static fn(): Ids => $connect($row['store'] ?? null));
    $reception->run();
    same($row['answers'] ?? array_column($row['requests'], 'answer'), $reception->answers);
    same($row['handled'], count($reception->events), 'events:');
    if (isset($row['event'])) {
        same($row['event'], seen($reception->events[0], array_keys($row['event'])));
        same(base64_decode($row['requests'][0]['bodyBase64'], true), $reception->events[0]->raw);
    }
}

/** The fields of an event by the names of the wire. */
function seen(StatusEvent $event, array $names): array
{
    $all = ['reason' => $event->reason->value ?? $event->error, 'cascadeStageUUID' => $event->stage] + get_object_vars($event);
    return array_combine($names, array_map(static fn(string $name): mixed => $all[$name], $names));
}

test_each('receptions', 'reception with claims', static function (array $row): void {
    $database = new \PDO('sqlite::memory:');
    $database->exec(PdoClaims::TABLE);
    judge($row, static fn(?string $fails): Ids => new Failing(new PdoClaims($database), $fails));
});

/** Where one transaction of id and event answers otherwise than the table, and loses nothing either. */
const OF_A_TRANSACTION = [
    // SQLite has one writer: the provider sends the other event again.
    'another event while the first is handled' => ['answers' => [200, 409], 'handled' => 1],
    // What the handler wrote is lost with the id.
    'the store cannot commit an id, though the event is handled' => ['answers' => [500]],
    // The database rolls back by itself, without a claim that lasts.
    'the store cannot release an id, so the claim lasts until it expires' => ['answers' => [500, 200], 'handled' => 2],
];

test_each('receptions', 'reception in a transaction', static function (array $row): void {
    $file = (string) tempnam(sys_get_temp_dir(), 'cascade');
    (new \PDO("sqlite:{$file}"))->exec('CREATE TABLE cascade_callbacks (id VARCHAR(255) PRIMARY KEY)');
    try {
        judge((OF_A_TRANSACTION[$row['says']] ?? []) + $row, static function (?string $fails) use ($file): Ids {
            $database = new \PDO("sqlite:{$file}", options: [\PDO::ATTR_TIMEOUT => 0]);
            return new FailingTransaction(new PdoIds($database), $fails);
        });
    } finally {
        unlink($file);
    }
});

test('each difference of a transaction is of a row', static function (): void {
    $names = implode("\n", array_keys(Tests::$all));
    foreach (array_keys(OF_A_TRANSACTION) as $says) {
        contains("reception in a transaction: {$says}", $names);
    }
});
