<?php

// Runs the tests: one for each row of the vectors, and those of the files beside it.
//
//     php tests/run.php [TEXT]      only those with the text in their names

declare(strict_types=1);

namespace StandardWebhooks {
    // The library calls it: it rejects callbacks older than five minutes.
    function time(): int
    {
        return \Tests\Clock::$now ?? \time();
    }
}

namespace Cascade {
    // What the client calls between two attempts.
    function usleep(int $microseconds): void
    {
        \Tests\Clock::$waits[] = $microseconds / 1e6;
    }
}

namespace Tests {
    require __DIR__ . '/../vendor/autoload.php';

    final class Clock
    {
        public static ?int $now = null;

        /** @var list<float> seconds */
        public static array $waits = [];
    }

    final class Tests
    {
        /** @var array<string, \Closure(): void> */
        public static array $all = [];
    }

    function test(string $name, \Closure $run): void
    {
        Tests::$all[$name] = $run;
    }

    /** Registers a test for each row. */
    function test_each(string $file, string $name, \Closure $judge): void
    {
        $folder = getenv('CASCADE_VECTORS') ?: __DIR__ . '/../../../../spec/vectors/generated';
        $text = (string) file_get_contents("{$folder}/{$file}.json");
        foreach (json_decode($text, true, flags: JSON_THROW_ON_ERROR)['vectors'] as $row) {
            test("{$name}: {$row['says']}", static fn() => $judge($row));
        }
    }

    function same(mixed $expected, mixed $found, string $about = ''): void
    {
        if ($expected !== $found) {
            $shown = array_map(static fn(mixed $one): string => var_export($one, true), [$expected, $found]);
            throw new \AssertionError("{$about} expected {$shown[0]}, found {$shown[1]}");
        }
    }

    function contains(string $part, string $all): void
    {
        same(true, str_contains($all, $part), "'{$part}' in '{$all}':");
    }

    /**
     * @template E of \Throwable
     *
     * @param class-string<E> $class
     *
     * @return E
     */
    function thrown(string $class, \Closure $run): \Throwable
    {
        try {
            $run();
        } catch (\Throwable $error) {
            same($class, $error::class, $error->getMessage());
            return $error;
        }
        throw new \AssertionError("expected {$class}");
    }

    foreach (['callbacks', 'calls', 'client', 'receptions', 'ids'] as $file) {
        require __DIR__ . "/{$file}.php";
    }
    [$passed, $failed] = [0, 0];
    foreach (Tests::$all as $name => $run) {
        if (!str_contains($name, $argv[1] ?? '')) {
            continue;
        }
        Clock::$now = null;
        Clock::$waits = [];
        Provider::$kept = [];
        try {
            $run();
            ++$passed;
        } catch (\Throwable $error) {
            ++$failed;
            echo "{$name}: {$error->getMessage()}\n";
        }
    }
    echo "{$passed} passed, {$failed} failed\n";
    exit($failed === 0 && $passed > 0 ? 0 : 1);
}
