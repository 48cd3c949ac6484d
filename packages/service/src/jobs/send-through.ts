import type { PoolClient } from 'pg';
import type { Db } from 'pg-boss';
import { type Prepared, prepared } from '../store/prepared.ts';

/** A statement under way; boxed, because `await` would unwrap a promise of a promise. */
export interface Sent<Result> {
  readonly end: Promise<Result>;
}

/**
 * Lets pg-boss work in the caller's transaction. Resolves when its statement is queued on the client, so that
 * later statements, such as the commit, follow it without a round trip in between.
 */
export async function sendThrough<Result>(
  client: PoolClient,
  work: (db: Db) => Promise<Result>,
): Promise<Sent<Result>> {
  const queued = Promise.withResolvers<void>();
  const db: Db = {
    executeSql(text, values) {
      const statement = client.query(preparedFor(text)(values ?? []));
      queued.resolve();
      return statement;
    },
  };
  const end = work(db);
  // Work that fails before its statement rejects here; work without a statement is at its end.
  await Promise.race([queued.promise, end]);
  return { end };
}

/** pg-boss has few statement texts: they differ by queue and options, values are parameters. */
const known = new Map<string, Prepared>();

function preparedFor(text: string): Prepared {
  const statement = known.get(text) ?? prepared(text);
  known.set(text, statement);
  return statement;
}
