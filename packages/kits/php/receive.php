<?php

// Receives callbacks, and handles each once:
//
//     CASCADE_SECRETS='whsec_…' php -S 127.0.0.1:8080 receive.php

declare(strict_types=1);

require __DIR__ . '/vendor/autoload.php';

// An address can be registered only if it answers HEAD with 200 (ADR-0014).
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    return;
}
$database = new PDO('sqlite:callbacks.db');
$database->exec('CREATE TABLE IF NOT EXISTS cascade_callbacks (id VARCHAR(255) PRIMARY KEY)');
// Two secrets are current while one is replaced.
$receiver = new Cascade\Receiver(explode(' ', (string) getenv('CASCADE_SECRETS')), new Cascade\PdoIds($database));
// Store the event and return: the provider waits some seconds only.
$handle = static function (Cascade\StatusEvent $event): void {
    error_log("{$event->requestId} {$event->status} {$event->error}");
};
$headers = getallheaders();
$body = (string) file_get_contents('php://input');
http_response_code($headers === false ? 400 : $receiver->receive($headers, $body, $handle));
