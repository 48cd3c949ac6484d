<?php

// Checks that every callback of the test vectors gets its verdict, and every message its outcome.

declare(strict_types=1);

require __DIR__ . '/callback.php';

$folder = getenv('CASCADE_VECTORS') ?: __DIR__ . '/../../spec/vectors/generated';
$read = fn (string $name): array => json_decode(file_get_contents("$folder/$name"), flags: JSON_THROW_ON_ERROR)->vectors;

$passed = 0;
$failed = 0;
$compare = function (string $says, string $expected, string $found) use (&$passed, &$failed): void {
    if ($expected === $found) {
        $passed++;
        return;
    }
    $failed++;
    echo "$says: expected $expected, found $found\n";
};
foreach ($read('callbacks.json') as $vector) {
    $body = base64_decode($vector->bodyBase64);
    $event = readCallback((array) $vector->headers, $body, $vector->secrets, $vector->now);
    $compare($vector->says, $vector->verdict, $event === null ? 'invalid' : 'valid');
}
foreach ($read('outcomes.json') as $vector) {
    $events = array_map(fn (object $event): array => (array) $event, $vector->events);
    $compare($vector->says, $vector->outcome, outcomeOf($events, $vector->stages));
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 && $passed > 40 ? 0 : 1);
