import type { Pool, PoolClient } from 'pg';

/** Simulates the death of the process. */
class Crash extends Error {
  constructor(step: number) {
    super(`crash after step ${step}`);
    this.name = 'Crash';
  }
}

/** Counts steps, and throws after one of them. */
export interface Breaker {
  readonly steps: number;
  /** Restarts the count, and throws once, after that step; later steps work. */
  arm(step: number): void;
  after<Result>(work: Promise<Result>): Promise<Result>;
}

/** @param onCrash called when it throws. */
export function createBreaker(onCrash = () => {}): Breaker {
  let steps = 0;
  let fatal = 0;
  return {
    get steps() {
      return steps;
    },
    arm(step) {
      steps = 0;
      fatal = step;
    },
    async after(work) {
      const result = await work;
      steps += 1;
      if (steps !== fatal) return result;
      onCrash();
      throw new Crash(steps);
    },
  };
}

/**
 * A pool in which each statement is a step, `begin` and `commit` included: after a crash at `commit` the caller does
 * not know that it succeeded. `rollback` is not a step, since after a crash the database rolls back by itself.
 */
export function breakingPool(pool: Pool, breaker: Breaker): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'query')
        return async (...statement: readonly unknown[]) => {
          const client = await target.connect();
          try {
            return await Reflect.apply(breakingClient(client, breaker).query, client, statement);
          } finally {
            client.release();
          }
        };
      if (name !== 'connect') return Reflect.get(target, name);
      return async () => breakingClient(await target.connect(), breaker);
    },
  });
}

function breakingClient(client: PoolClient, breaker: Breaker): PoolClient {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== 'query') return member.bind(target);
      return (...statement: readonly unknown[]) => {
        const work: Promise<unknown> = member.apply(target, statement);
        return statement[0] === 'rollback' ? work : breaker.after(work);
      };
    },
  });
}
