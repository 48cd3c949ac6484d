import type { PoolClient } from 'pg';
import type { Db } from 'pg-boss';
import { type Prepared, prepared } from '../store/prepared.ts';

/** A statement on its way; boxed, since a promise of a promise is one promise. */
export interface Sent<Result> {
  readonly end: Promise<Result>;
}

/**
 * Lets pg-boss work inside a transaction of ours. Comes back when its statement is on its way: what is sent after that,
 * a commit for one, comes after it.
 */
export function sendThrough<Result>(
  client: PoolClient,
  work: (db: Db) => Promise<Result>,
): Promise<Sent<Result>> {
  return new Promise((resolve, reject) => {
    let end: Promise<Result>;
    const db: Db = {
      executeSql(text, values) {
        // pg-boss prepares a little before it gets here, so the work has been begun by then.
        queueMicrotask(() => resolve({ end }));
        return client.query(preparedFor(text)(values ?? []));
      },
    };
    end = work(db);
    end.then(() => resolve({ end }), reject);
  });
}

/** The few texts that pg-boss has for its statements: they differ by queue and options, values are parameters. */
const known = new Map<string, Prepared>();

function preparedFor(text: string): Prepared {
  const statement = known.get(text) ?? prepared(text);
  known.set(text, statement);
  return statement;
}
