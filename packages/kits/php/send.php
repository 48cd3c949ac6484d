<?php

// Schedules one SMS, and explains a refusal:
//
//     php send.php +12025550100 'Code 4821' [REQUEST_ID]

declare(strict_types=1);

require __DIR__ . '/vendor/autoload.php';

/** @var list<string> $argv */
$setting = static fn(string $name, string $otherwise): string => getenv()[$name] ?? $otherwise;
$message = [
    'cascadeId' => (int) $setting('CASCADE_ID', '2002'),
    'subscriberFilter' => ['address' => $argv[1] ?? '+12025550100', 'type' => 'PHONE'],
    'content' => ['smsContent' => ['contentType' => 'TEXT', 'text' => $argv[2] ?? 'Code 4821']],
];
if (array_key_exists(3, $argv)) {
    $message['requestId'] = $argv[3];
}
$cascade = new Cascade\Cascade(
    $setting('CASCADE_URL', 'http://127.0.0.1:4010'),
    $setting('CASCADE_API_KEY', 'demo-key'),
    timeout: floatval($setting('CASCADE_TIMEOUT', '10')),
);
try {
    echo "scheduled {$cascade->schedule($message)->requestId}\n";
} catch (Cascade\UnknownOutcome $error) {
    echo "unknown: {$error->getMessage()}; ask the history, or send it again with the request id {$error->requestId}\n";
    exit(2);
} catch (Cascade\CascadeException $error) {
    echo "not scheduled: {$error->getMessage()}\n";
    exit(1);
}
