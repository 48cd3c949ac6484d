<?php

declare(strict_types=1);

namespace Cascade;

/** What the catalogue of the contract says of a code or a reason. */
final class Facts
{
    /** @var array<string, array<string, Facts>> */
    private static array $bySpelling = [];

    /**
     * @param list<string> $names all spellings on the wire
     * @param string $page below the address of the documentation
     * @param string $retry after-fix, after-setup (of the account), later, used-before (never with this id) or never
     * @param int|null $status null for a reason
     * @param string|null $fix null for a reason
     */
    public function __construct(
        public readonly string $name,
        public readonly array $names,
        public readonly string $page,
        public readonly string $cause,
        public readonly string $retry,
        public readonly string $advice,
        public readonly ?int $status = null,
        public readonly ?string $fix = null,
    ) {}

    /** Null if the title of a problem is not listed. */
    public static function ofProblem(string $title): ?self
    {
        return self::all('problems')[$title] ?? null;
    }

    /** Null if the error of a callback is not listed. */
    public static function ofReason(string $error): ?self
    {
        return self::all('reasons')[$error] ?? null;
    }

    /** @return array<string, Facts> */
    private static function all(string $kind): array
    {
        if (self::$bySpelling === []) {
            $text = (string) file_get_contents(__DIR__ . '/catalogue.json');
            /** @var array<string, list<array{name: string, names: list<string>, page: string, cause: string, retry: string, advice: string}>> $catalogue */
            $catalogue = json_decode($text, true, flags: JSON_THROW_ON_ERROR);
            foreach ($catalogue as $of => $entries) {
                foreach ($entries as $entry) {
                    $facts = new self(...$entry);
                    self::$bySpelling[$of] = array_fill_keys($facts->names, $facts) + (self::$bySpelling[$of] ?? []);
                }
            }
        }
        return self::$bySpelling[$kind];
    }
}
