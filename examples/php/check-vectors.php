<?php

// Checks that every callback of the test vectors gets its verdict.

declare(strict_types=1);

require __DIR__ . '/callback.php';

$file = getenv('CASCADE_VECTORS') ?: __DIR__ . '/../../spec/vectors/generated/callbacks.json';
$vectors = json_decode(file_get_contents($file), flags: JSON_THROW_ON_ERROR)->vectors;

$failed = 0;
foreach ($vectors as $vector) {
    $body = base64_decode($vector->bodyBase64);
    $event = readCallback((array) $vector->headers, $body, $vector->secrets, $vector->now);
    $verdict = $event === null ? 'invalid' : 'valid';
    if ($verdict !== $vector->verdict) {
        $failed++;
        echo "$vector->says: expected $vector->verdict, found $verdict\n";
    }
}
echo count($vectors) - $failed, " passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
