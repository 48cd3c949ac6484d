<?php

declare(strict_types=1);

namespace Cascade;

/**
 * How long to wait between two attempts.
 *
 * @internal
 */
final class Pause
{
    private const LONGEST = 30.0;

    /** How a date is written (RFC 9110 §5.6.7). */
    private const DATES = ['D, d M Y H:i:s \G\M\T', 'l, d-M-y H:i:s \G\M\T', 'D M j H:i:s Y'];

    /** Seconds until the next attempt; null if another would fail in the same way, or the provider asks for long. */
    public static function after(Answer $answer, int $attempt): ?float
    {
        $backoff = (min(self::LONGEST, 0.25 * (2 ** ($attempt - 1))) * random_int(500, 1000)) / 1000;
        if ($answer->status === 0) {
            return $backoff;
        }
        $wait = max($backoff, self::asked($answer->header('retry-after') ?? ''));
        $isTransient = $answer->isSuccess() || $answer->isFault() || $answer->status === 429;
        return $isTransient && $wait <= self::LONGEST ? $wait : null;
    }

    public static function take(float $seconds): void
    {
        usleep(max(0, (int) ($seconds * 1e6)));
    }

    /** Seconds from now, of a number or a date (RFC 9110 §10.2.3). */
    private static function asked(string $retryAfter): float
    {
        if (ctype_digit($retryAfter)) {
            return (float) $retryAfter;
        }
        foreach (self::DATES as $format) {
            $date = \DateTimeImmutable::createFromFormat($format, $retryAfter, new \DateTimeZone('UTC'));
            if ($date !== false) {
                return (float) ($date->getTimestamp() - time());
            }
        }
        return 0.0;
    }
}
