<?php

// Checks that every callback of the test vectors gets its verdict and is handled once, and every message its outcome.

declare(strict_types=1);

namespace StandardWebhooks {
    // The library calls it: it rejects callbacks older than five minutes.
    function time(): int
    {
        return \Tests\Clock::$now;
    }
}

namespace Tests {
    use Cascade\PdoIds;
    use Cascade\ProblemCode;
    use Cascade\Receiver;
    use Cascade\StatusEvent;
    use Cascade\UndeliveredReason;

    require __DIR__ . '/../vendor/autoload.php';

    final class Clock
    {
        public static int $now = 0;
    }

    final class Checks
    {
        public int $passed = 0;
        public int $failed = 0;

        public function same(string $says, mixed $expected, mixed $found): void
        {
            $expected === $found ? $this->passed++ : $this->failed++;
            echo $expected === $found ? '' : "{$says}: expected " . json_encode($expected) . ', found ' . json_encode($found) . "\n";
        }
    }

    /** @return list<array<string, mixed>> */
    function vectors(string $name): array
    {
        $folder = getenv('CASCADE_VECTORS') ?: __DIR__ . '/../../../../spec/vectors/generated';
        return json_decode((string) file_get_contents("{$folder}/{$name}"), true, flags: JSON_THROW_ON_ERROR)['vectors'];
    }

    $checks = new Checks();
    $database = new \PDO('sqlite::memory:');
    $database->exec('CREATE TABLE cascade_callbacks (id VARCHAR(255) PRIMARY KEY)');
    $ids = new PdoIds($database);
    foreach (vectors('callbacks.json') as $vector) {
        Clock::$now = $vector['now'];
        $receiver = new Receiver($vector['secrets'], $ids);
        $body = (string) base64_decode($vector['bodyBase64'], true);
        $event = $receiver->read($vector['headers'], $body);
        $checks->same($vector['says'], $vector['verdict'], $event === null ? 'invalid' : 'valid');
        if ($event === null) {
            $checks->same('invalid', 401, $receiver->receive($vector['headers'], $body, static fn() => null));
            continue;
        }
        $shouted = array_change_key_case($vector['headers'], CASE_UPPER);
        $checks->same('names of headers in capitals', true, $receiver->read($shouted, $body) !== null);
        $handled = 0;
        $handle = static function () use (&$handled): void {
            if (++$handled === 1) {
                throw new \RuntimeException('the disk is full');
            }
        };
        try {
            $receiver->receive($vector['headers'], $body, $handle);
        } catch (\RuntimeException) {
            $handled = $handled === 1 ? 1 : -1;
        }
        $again = [$receiver->receive($vector['headers'], $body, $handle), $receiver->receive($vector['headers'], $body, $handle)];
        $checks->same('handled again after the failure alone', [[204, 204], 2], [$again, $handled]);
        $database->exec('DELETE FROM cascade_callbacks');
    }
    foreach (vectors('outcomes.json') as $vector) {
        $events = array_map(StatusEvent::of(...), $vector['events']);
        $checks->same($vector['says'], $vector['outcome'], StatusEvent::outcomeOf($events, $vector['stages']));
    }
    foreach (['no-template-match', 'not-template-match'] as $error) {
        $event = StatusEvent::of(['status' => 'UNDELIVERED', 'error' => $error]);
        $checks->same($error, UndeliveredReason::NoTemplateMatch, $event->reason);
    }
    $checks->same('a reason of a later version', null, UndeliveredReason::of('of-a-later-version'));
    $checks->same('a code of a later version', null, ProblemCode::of('of-a-later-version'));
    echo "{$checks->passed} passed, {$checks->failed} failed\n";
    exit($checks->failed === 0 && $checks->passed > 100 ? 0 : 1);
}
