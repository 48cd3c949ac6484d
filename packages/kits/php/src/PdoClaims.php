<?php

declare(strict_types=1);

namespace Cascade;

/** Ids in a table of SQLite or PostgreSQL, for handlers that write elsewhere than to this database. */
final class PdoClaims implements Ids
{
    /** The table, for your migrations. */
    public const TABLE = 'CREATE TABLE IF NOT EXISTS cascade_claims (
        id VARCHAR(255) PRIMARY KEY,
        owner VARCHAR(36) NOT NULL,
        until BIGINT NOT NULL, -- milliseconds since 1970
        handled INTEGER NOT NULL
    )';

    /** Longer than a provider repeats an event, which is a day (ADR-0018). */
    private const KEPT = 2 * 86_400.0;

    public function __construct(
        private readonly \PDO $database,
    ) {
        $database->setAttribute(\PDO::ATTR_ERRMODE, \PDO::ERRMODE_EXCEPTION);
    }

    public function claim(string $id, string $owner, float $seconds): Claim
    {
        // One statement, so that of several at once one succeeds.
        $claimed = $this->run('INSERT INTO cascade_claims (id, owner, until, handled) VALUES (?, ?, ?, 0)
            ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, until = excluded.until
            WHERE cascade_claims.handled = 0 AND cascade_claims.until <= ?', [
            $id,
            $owner,
            self::in($seconds),
            self::in(0.0),
        ]);
        if ($claimed->rowCount() === 1) {
            return Claim::New;
        }
        $handled = $this->run('SELECT handled FROM cascade_claims WHERE id = ?', [$id])->fetchColumn();
        return (int) $handled === 1 ? Claim::Seen : Claim::Busy;
    }

    public function commit(string $id, string $owner): void
    {
        $this->run('INSERT INTO cascade_claims (id, owner, until, handled) VALUES (?, ?, ?, 1)
            ON CONFLICT (id) DO UPDATE SET handled = 1', [$id, $owner, self::in(0.0)]);
    }

    public function release(string $id, string $owner): void
    {
        $this->run('DELETE FROM cascade_claims WHERE id = ? AND owner = ? AND handled = 0', [$id, $owner]);
    }

    /** Deletes the ids that no provider repeats any more; call it now and then, for example every hour. */
    public function prune(): void
    {
        $this->run('DELETE FROM cascade_claims WHERE until < ?', [self::in(-self::KEPT)]);
    }

    /** @param list<int|string> $values */
    private function run(string $statement, array $values): \PDOStatement
    {
        $prepared = $this->database->prepare($statement);
        if ($prepared === false || !$prepared->execute($values)) {
            throw new \PDOException('the statement failed'); // of a driver that throws nothing
        }
        return $prepared;
    }

    private static function in(float $seconds): int
    {
        return (int) ((microtime(true) + $seconds) * 1000);
    }
}
