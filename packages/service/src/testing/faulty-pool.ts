import type { Pool, PoolClient } from 'pg';

/**
 * A pool that loses answers: the server has executed the statement, and the caller is told that the connection broke.
 *
 * @param isLost Asked for each statement.
 */
export function faultyPool(pool: Pool, isLost: (statement: string) => boolean): Pool {
  return new Proxy(pool, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name === 'connect') return async () => faultyClient(await target.connect(), isLost);
      if (name === 'query')
        return async (...statement: readonly unknown[]) => {
          const client = await target.connect();
          try {
            const query: unknown = Reflect.get(faultyClient(client, isLost), 'query');
            return typeof query === 'function' ? await query(...statement) : undefined;
          } finally {
            client.release();
          }
        };
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

function faultyClient(client: PoolClient, isLost: (statement: string) => boolean): PoolClient {
  let isBroken = false;
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== 'query') return member.bind(target);
      return async (...statement: readonly unknown[]) => {
        const text = textOf(statement[0]);
        if (text === 'rollback') return member.apply(target, statement);
        if (isBroken) throw broken();
        const lost = isLost(text);
        isBroken ||= lost;
        const answer = await member.apply(target, statement);
        if (lost) throw broken();
        return answer;
      };
    },
  });
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : '';
}

function broken(): Error {
  return Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' });
}
