<?php

declare(strict_types=1);

namespace Cascade;

/** Ids in a table. What your handler writes through the same connection is committed with the id, or not at all. */
final class PdoIds implements Ids
{
    /** @param string $table with one column, `id VARCHAR(255) PRIMARY KEY` */
    public function __construct(
        private readonly \PDO $database,
        private readonly string $table = 'cascade_callbacks',
    ) {
        $database->setAttribute(\PDO::ATTR_ERRMODE, \PDO::ERRMODE_EXCEPTION);
    }

    public function once(string $id, callable $handle): void
    {
        $this->database->beginTransaction();
        try {
            if ($this->add($id)) {
                $handle();
            }
            $this->database->commit();
        } catch (\Throwable $failure) {
            $this->database->rollBack();
            throw $failure;
        }
    }

    private function add(string $id): bool
    {
        try {
            $insert = $this->database->prepare("INSERT INTO {$this->table} (id) VALUES (?)");
            return $insert !== false && $insert->execute([$id]);
        } catch (\PDOException $error) {
            // Of PostgreSQL, the transaction has failed then, and its commit is a rollback: there is nothing to keep.
            return str_starts_with((string) $error->getCode(), '23') ? false : throw $error;
        }
    }
}
