<?php

declare(strict_types=1);

namespace Cascade;

/**
 * Ids in a table. What your handler writes through the same connection is committed with the id, or not at all. A copy that
 * comes meanwhile waits for the transaction as long as the database lets it, and is busy then; in SQLite, which has one
 * writer, another event as well.
 */
final class PdoIds implements TransactionIds
{
    /** Of SQLite, MySQL and PostgreSQL: what a row or the file is locked for too long. */
    private const BUSY = ['5', '6', '1205', '1213', '55P03', '40001', '40P01'];

    /** @param string $table with one column, `id VARCHAR(255) PRIMARY KEY` */
    public function __construct(
        private readonly \PDO $database,
        private readonly string $table = 'cascade_callbacks',
    ) {
        $database->setAttribute(\PDO::ATTR_ERRMODE, \PDO::ERRMODE_EXCEPTION);
    }

    public function claim(string $id, string $owner, float $seconds): Claim
    {
        $this->database->beginTransaction();
        try {
            $insert = $this->database->prepare("INSERT INTO {$this->table} (id) VALUES (?)");
            return $insert !== false && $insert->execute([$id]) ? Claim::New : Claim::Busy;
        } catch (\PDOException $error) {
            $this->database->rollBack();
            [$state, $code] = ($error->errorInfo ?? []) + ['', ''];
            return match (true) {
                str_starts_with((string) $state, '23') => Claim::Seen,
                in_array((string) $state, self::BUSY, true), in_array((string) $code, self::BUSY, true) => Claim::Busy,
                default => throw $error,
            };
        }
    }

    public function commit(string $id, string $owner): void
    {
        try {
            $this->database->commit();
        } catch (\PDOException $failure) {
            $this->release($id, $owner);
            throw $failure;
        }
    }

    public function release(string $id, string $owner): void
    {
        if ($this->database->inTransaction()) {
            $this->database->rollBack();
        }
    }
}
