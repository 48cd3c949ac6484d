<?php

// Verdicts about callbacks, outcomes of messages, and codes.

declare(strict_types=1);

namespace Tests;

use Cascade\PdoClaims;
use Cascade\ProblemCode;
use Cascade\Receiver;
use Cascade\Rejected;
use Cascade\StatusEvent;
use Cascade\UndeliveredReason;

test_each('callbacks', 'verdict', static function (array $vector): void {
    Clock::$now = $vector['now'];
    $receiver = new Receiver($vector['secrets'], new PdoClaims(new \PDO('sqlite::memory:')));
    $body = (string) base64_decode($vector['bodyBase64'], true);
    // A server may have the names of headers in capitals.
    foreach ([CASE_LOWER, CASE_UPPER] as $case) {
        try {
            $receiver->read(array_change_key_case($vector['headers'], $case), $body);
            $verdict = 'valid';
        } catch (Rejected) {
            $verdict = 'invalid';
        }
        same($vector['verdict'], $verdict);
    }
});

test_each('outcomes', 'outcome', static function (array $vector): void {
    $events = array_map(StatusEvent::of(...), $vector['events']);
    same($vector['outcome'], StatusEvent::outcomeOf($events, $vector['stages']));
});

test('both spellings of a reason are one', static function (): void {
    foreach (['no-template-match', 'not-template-match'] as $error) {
        $event = StatusEvent::of(['status' => 'UNDELIVERED', 'error' => $error]);
        same(UndeliveredReason::NoTemplateMatch, $event->reason);
    }
});

test('a code or reason of a later version is none of ours', static function (): void {
    same(null, UndeliveredReason::of('of-a-later-version'));
    same(null, ProblemCode::of('of-a-later-version'));
});
