<?php

// Receives callbacks, and handles each once:
//
//     CASCADE_SECRETS='whsec_…' php -S 127.0.0.1:8080 receive.php

declare(strict_types=1);

require __DIR__ . '/vendor/autoload.php';

/** Store the event in the database of the ids and return: the provider waits some seconds only. */
function handle(Cascade\StatusEvent $event): void
{
    error_log("{$event->requestId} {$event->status} {$event->error}");
}

/** @param callable(Cascade\StatusEvent): void $handle */
function receive(Cascade\Ids $ids, callable $handle): int
{
    // Says why a callback is refused.
    $log = new class extends Psr\Log\AbstractLogger {
        public function log(mixed $level, mixed $message, array $context = []): void
        {
            error_log("{$level}: {$message}");
        }
    };
    // Two secrets are current while one is replaced.
    $secrets = explode(' ', (string) getenv('CASCADE_SECRETS'));
    $receiver = new Cascade\Receiver($secrets, $ids, log: $log);
    $headers = getallheaders();
    $body = (string) file_get_contents('php://input');
    // Also a HEAD: an address can be registered only if it answers with 200 (ADR-0014).
    return $headers === false ? 400 : $receiver->receive($headers, $body, $handle, $_SERVER['REQUEST_METHOD']);
}

if (get_included_files()[0] === __FILE__) { // not a part of another program
    // A copy of an event that is being handled waits for a second, and is answered 409.
    $database = new PDO(getenv()['CASCADE_IDS'] ?? 'sqlite:callbacks.db', options: [PDO::ATTR_TIMEOUT => 1]);
    $database->exec('CREATE TABLE IF NOT EXISTS cascade_callbacks (id VARCHAR(255) PRIMARY KEY)');
    http_response_code(receive(new Cascade\PdoIds($database), handle(...)));
}
