<?php

// Sends the message of each line of a file through the kit, and prints what came of it.

declare(strict_types=1);

require $argv[1];

use Cascade\{Cascade, CascadeException, Refused, UnknownOutcome};

foreach (new SplFileObject($argv[2]) as $line) {
    if ($line === '') {
        continue;
    }
    $step = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    try {
        $done = (new Cascade($step['url'], $step['key'], ...$step['options']))->schedule($step['message']);
        $outcome = ['kind' => 'scheduled', 'replayed' => $done->replayed];
    } catch (Refused $refused) {
        $violations = array_map(fn ($one) => [$one->cascadeId, $one->channel, $one->stage ?? ''], $refused->violations());
        $outcome = [
            'kind' => 'problem',
            'code' => $refused->problem->value ?? $refused->title,
            'retry' => $refused->facts?->retry,
            'status' => $refused->status,
            'violations' => $violations,
        ];
    } catch (UnknownOutcome $unknown) {
        $cause = $unknown->getPrevious();
        $outcome = ['kind' => 'unknown', 'code' => $cause instanceof Refused ? $cause->problem?->value : null];
    } catch (CascadeException $other) {
        $outcome = ['kind' => $other::class];
    }
    echo json_encode($outcome, JSON_THROW_ON_ERROR), "\n";
}
