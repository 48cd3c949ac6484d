<?php

// How a call ends.

declare(strict_types=1);

namespace Tests;

use Cascade\Cascade;
use Cascade\CascadeException;
use Cascade\UnknownOutcome;

require __DIR__ . '/provider.php';

const MESSAGE = [
    'cascadeId' => 2002,
    'subscriberFilter' => ['address' => '+12025550100', 'type' => 'PHONE'],
    'content' => ['smsContent' => ['contentType' => 'TEXT', 'text' => 'Code 4821']],
];

test_each('calls', 'call', static function (array $row): void {
    $provider = new Provider();
    $http = new InTurn($provider, $row['attempts']);
    $client = new Cascade($provider->url, 'k', $row['most'], 60.0, $row['keepsUsed'], $http);
    $own = $row['requestId'] === 'caller' ? ['requestId' => '0b1d6c3e-5f5a-4f0e-9a55-000000000001'] : [];
    $error = null;
    try {
        $client->schedule(MESSAGE + $own);
        $outcome = 'scheduled';
    } catch (UnknownOutcome $error) {
        $outcome = 'unknown';
    } catch (CascadeException $error) {
        $outcome = 'not-scheduled';
    }
    same($row['outcome'], $outcome, $error?->getMessage() ?? '');
    same(count($row['attempts']), $http->attempts, 'attempts:');
    $reached = array_filter($row['attempts'], static fn(array $met): bool => !($met['refuses'] ?? false));
    same(count($reached), count($provider->requests()), 'requests:');
    if ($error !== null) {
        same($outcome === 'unknown', str_contains($error->getMessage(), 'it may be scheduled'), $error->getMessage());
        contains("request {$error->requestId}", $error->getMessage());
    }
});
