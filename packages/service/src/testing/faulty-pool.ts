import type { Pool, PoolClient } from 'pg';

/** What becomes of a statement of a client: `run` executes it. */
type OnStatement = (text: string, run: () => Promise<unknown>) => Promise<unknown>;

/**
 * A pool of which each statement is done as `ofClient` says, which is called for each client that is taken.
 * `rollback` is not asked about, since after a crash the database rolls back by itself.
 */
export function watchedPool(pool: Pool, ofClient: () => OnStatement): Pool {
  const connect = async () => watchedClient(await pool.connect(), ofClient());
  const query = async (...statement: readonly unknown[]) => {
    const client = await connect();
    try {
      return await Reflect.apply(client.query, client, statement);
    } finally {
      client.release();
    }
  };
  return proxyOf(pool, { connect, query });
}

function watchedClient(client: PoolClient, onStatement: OnStatement): PoolClient {
  const query = (...statement: readonly unknown[]) => {
    const text = textOf(statement[0]);
    const run = (): Promise<unknown> => Reflect.apply(client.query, client, statement);
    return text === 'rollback' ? run() : onStatement(text, run);
  };
  return proxyOf(client, { query });
}

/** The target with these members in place of its own. */
function proxyOf<Target extends object>(target: Target, members: Readonly<Record<string, unknown>>): Target {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && Object.hasOwn(members, name)) return members[name];
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : '';
}

/**
 * A pool that loses answers: the server has executed the statement, and the caller is told that the
 * connection broke.
 *
 * @param isLost Asked for each statement.
 */
export function faultyPool(pool: Pool, isLost: (statement: string) => boolean): Pool {
  return watchedPool(pool, () => {
    let isBroken = false;
    return async (text, run) => {
      if (isBroken) throw broken();
      const lost = isLost(text);
      isBroken ||= lost;
      const answer = await run();
      if (lost) throw broken();
      return answer;
    };
  });
}

function broken(): Error {
  return Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' });
}
