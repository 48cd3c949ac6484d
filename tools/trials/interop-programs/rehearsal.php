<?php

// receive.php of the current folder, which tells what it handled, and waits and fails as `cascade-verify receiver` asks. Its handler
// writes elsewhere than to the database, so ids are claimed: in a transaction of SQLite, one that waits would keep all others waiting.

declare(strict_types=1);

require 'receive.php';

/** By the comment: `verify waits fails`, a word for each run. Requests share no memory, so the runs are in a file. */
function rehearse(Cascade\StatusEvent $event): void
{
    $handled = (string) getenv('CASCADE_HANDLED');
    file_put_contents("{$handled}.runs", "{$event->requestId}\n", FILE_APPEND | LOCK_EX);
    $run = count(array_keys((array) file("{$handled}.runs", FILE_IGNORE_NEW_LINES), $event->requestId, true));
    $words = explode(' ', $event->comment ?? '');
    $word = $words[0] === 'verify' ? $words[$run] ?? '' : '';
    if (str_contains($word, 'waits')) {
        sleep(2);
    }
    if (str_contains($word, 'fails')) {
        throw new RuntimeException('as the comment says');
    }
    if (str_contains($word, 'panics')) {
        exit(1);
    }
    handle($event);
    file_put_contents($handled, "{$event->requestId}\n", FILE_APPEND | LOCK_EX);
}

$database = new PDO('sqlite:claims.db', options: [PDO::ATTR_TIMEOUT => 10]);
$database->exec(Cascade\PdoClaims::TABLE);
http_response_code(receive(new Cascade\PdoClaims($database), rehearse(...)));
