<?php

// Kills a receiver 100 times by SIGKILL while it handles events, for each store: none is lost, and none is handled twice but
// what was under way; with the id in the transaction of the event, none at all.
//
//     php tests/crash.php

declare(strict_types=1);

namespace Tests;

use Cascade\Claim;
use Cascade\Ids;
use Cascade\PdoClaims;
use Cascade\PdoIds;
use Cascade\Receiver;
use Cascade\StatusEvent;
use Cascade\TransactionIds;
use StandardWebhooks\Webhook;

require __DIR__ . '/../vendor/autoload.php';

const SECRET = 'whsec_a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=';
const KILLS = 100;
const AT_ONCE = 4;
const CLAIM_SECONDS = 0.05;
const POINTS = ['before the claim', 'after the claim', 'in the handler', 'after the handler', 'after the commit'];

/** Ids whose process dies at a point of the event with the id `last`. */
class Dying implements Ids
{
    public function __construct(
        private readonly Ids $ids,
        private readonly string $point,
        private readonly string $last,
    ) {}

    public function reach(string $point, string $id): void
    {
        if ($point === $this->point && $id === $this->last) {
            posix_kill(posix_getpid(), SIGKILL);
        }
    }

    public function claim(string $id, string $owner, float $seconds): Claim
    {
        $this->reach('before the claim', $id);
        $claim = $this->ids->claim($id, $owner, $seconds);
        $this->reach('after the claim', $id);
        return $claim;
    }

    public function commit(string $id, string $owner): void
    {
        $this->reach('after the handler', $id);
        $this->ids->commit($id, $owner);
        $this->reach('after the commit', $id);
    }

    public function release(string $id, string $owner): void
    {
        $this->ids->release($id, $owner);
    }
}

final class DyingTransaction extends Dying implements TransactionIds {}

/** A folder with a database; what its receivers answered and, without a transaction, handled is in files. */
final class Crash
{
    public readonly string $folder;

    public function __construct(
        private readonly bool $isTransaction,
    ) {
        $this->folder = sys_get_temp_dir() . '/cascade-crash-' . bin2hex(random_bytes(8));
        mkdir($this->folder);
        $database = $this->connect();
        $database->exec('PRAGMA journal_mode = WAL; CREATE TABLE events (id VARCHAR(255))');
        $database->exec('CREATE TABLE cascade_callbacks (id VARCHAR(255) PRIMARY KEY)');
        $database->exec(PdoClaims::TABLE);
    }

    private function connect(): \PDO
    {
        return new \PDO("sqlite:{$this->folder}/database", options: [\PDO::ATTR_TIMEOUT => 10]);
    }

    /** @return list<string> */
    public function lines(string $name): array
    {
        $lines = @file("{$this->folder}/{$name}", FILE_IGNORE_NEW_LINES);
        return $lines === false ? [] : $lines;
    }

    /** Takes events in turn. */
    public function take(array $events, string $point, string $last): void
    {
        $database = $this->connect();
        $ids = $this->isTransaction
            ? new DyingTransaction(new PdoIds($database), $point, $last)
            : new Dying(new PdoClaims($database), $point, $last);
        $handle = function (StatusEvent $event) use ($database, $ids): void {
            $id = (string) $event->requestId;
            $this->isTransaction
                ? $database->prepare('INSERT INTO events VALUES (?)')->execute([$id])
                : file_put_contents("{$this->folder}/handled", "{$id}\n", FILE_APPEND);
            $ids->reach('in the handler', $id);
        };
        $receiver = new Receiver([SECRET], $ids, CLAIM_SECONDS);
        foreach ($events as $id) {
            $body = "{\"requestId\":\"{$id}\",\"status\":\"SENT\"}";
            $signature = (new Webhook(SECRET))->sign($id, time(), $body);
            $headers = ['webhook-id' => $id, 'webhook-timestamp' => (string) time(), 'webhook-signature' => $signature];
            if ($receiver->receive($headers, $body, $handle) === 200) {
                file_put_contents("{$this->folder}/answered", "{$id}\n", FILE_APPEND);
            }
        }
    }

    /** Takes events in processes, a few at once; returns how many of these were killed. */
    public function takeAll(array $events, string $point): int
    {
        $processes = [];
        for ($first = 0; $first < AT_ONCE; ++$first) {
            $processes[] = $process = pcntl_fork();
            if ($process === 0) {
                $mine = array_filter($events, static fn(int $place): bool => $place % AT_ONCE === $first, ARRAY_FILTER_USE_KEY);
                $this->take($mine, $point, $events[intdiv(count($events), 2)]);
                exit(0);
            }
        }
        $killed = 0;
        foreach ($processes as $process) {
            pcntl_waitpid($process, $status);
            $killed += (int) (pcntl_wifsignaled($status) && pcntl_wtermsig($status) === SIGKILL);
        }
        return $killed;
    }

    /** @return list<string> */
    public function committed(): array
    {
        $table = $this->isTransaction ? 'cascade_callbacks' : 'cascade_claims WHERE handled = 1';
        return $this->connect()->query("SELECT id FROM {$table}")->fetchAll(\PDO::FETCH_COLUMN);
    }

    /** @return list<string> */
    public function handled(): array
    {
        $query = $this->connect()->query('SELECT id FROM events');
        return $this->isTransaction ? $query->fetchAll(\PDO::FETCH_COLUMN) : $this->lines('handled');
    }

    public function remove(): void
    {
        array_map(unlink(...), (array) glob("{$this->folder}/*"));
        rmdir($this->folder);
    }
}

/** @return list<string> what is wrong */
function kill_often(bool $isTransaction): array
{
    $crash = new Crash($isTransaction);
    [$events, $underWay, $killed] = [[], [], 0];
    while ($killed < KILLS) {
        // The provider sends what has no answer, the oldest first, and then new events.
        $open = array_values(array_diff($events, $crash->lines('answered')));
        while (count($open) < 2 * AT_ONCE) {
            $events[] = $open[] = 'event-' . count($events);
        }
        $killed += $crash->takeAll($open, POINTS[$killed % count(POINTS)]);
        $underWay = [...$underWay, ...array_diff($open, $crash->committed())];
        usleep((int) (CLAIM_SECONDS * 1e6)); // the claims of the dead expire
    }
    $crash->takeAll($events, 'none');
    $times = array_count_values($crash->handled());
    $twice = array_keys(array_filter($times, static fn(int $count): bool => $count > 1));
    $wrong = array_filter([
        'lost' => array_diff($events, array_keys($times)),
        'not answered 200' => array_diff($events, $crash->lines('answered')),
        'not committed' => array_diff($events, $crash->committed()),
        'handled twice' => array_diff($twice, $isTransaction ? [] : $underWay),
    ]);
    $store = $isTransaction ? 'PdoIds' : 'PdoClaims';
    $count = count($events);
    $lost = count($wrong['lost'] ?? []);
    $again = count($twice);
    echo "{$store}: {$killed} kills, {$count} events: {$lost} lost, {$again} handled twice, of what was under way at a kill\n";
    $crash->remove();
    return array_keys($wrong);
}

$wrong = [...kill_often(true), ...kill_often(false)];
echo implode("\n", $wrong), "\n";
exit($wrong === [] ? 0 : 1);
