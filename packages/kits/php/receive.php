<?php

// Receives callbacks, and handles each once:
//
//     CASCADE_SECRETS='whsec_…' php -S 127.0.0.1:8080 receive.php

declare(strict_types=1);

require __DIR__ . '/vendor/autoload.php';

/** Says why a callback is refused. */
$log = new class extends Psr\Log\AbstractLogger {
    public function log(mixed $level, mixed $message, array $context = []): void
    {
        error_log("{$level}: {$message}");
    }
};
// A copy of an event that is being handled waits for a second, and is answered 409.
$database = new PDO(getenv()['CASCADE_IDS'] ?? 'sqlite:callbacks.db', options: [PDO::ATTR_TIMEOUT => 1]);
$database->exec('CREATE TABLE IF NOT EXISTS cascade_callbacks (id VARCHAR(255) PRIMARY KEY)');
// Two secrets are current while one is replaced.
$secrets = explode(' ', (string) getenv('CASCADE_SECRETS'));
$receiver = new Cascade\Receiver($secrets, new Cascade\PdoIds($database), log: $log);
// Store the event in the same database and return: the provider waits some seconds only.
$handle = static function (Cascade\StatusEvent $event): void {
    error_log("{$event->requestId} {$event->status} {$event->error}");
};
$headers = getallheaders();
$body = (string) file_get_contents('php://input');
// Also a HEAD: an address can be registered only if it answers with 200 (ADR-0014).
$status = $headers === false ? 400 : $receiver->receive($headers, $body, $handle, $_SERVER['REQUEST_METHOD']);
http_response_code($status);
