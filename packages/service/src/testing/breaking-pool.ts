import type { Pool, PoolClient } from 'pg';

/** What a process that dies leaves undone. */
class Crash extends Error {
  constructor(step: number) {
    super(`crash after step ${step}`);
    this.name = 'Crash';
  }
}

/** Counts steps, and breaks after one of them. */
export interface Breaker {
  readonly steps: number;
  /** Counts anew, and breaks once, after that step; those that follow work. */
  arm(step: number): void;
  after<Result>(work: Promise<Result>): Promise<Result>;
}

export function createBreaker(): Breaker {
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
      if (steps === fatal) throw new Crash(steps);
      return result;
    },
  };
}

/**
 * A view of a pool in which each statement is a step, `begin` and `commit` among them: a crash after `commit` is one
 * that nobody was told of. Rolling back is none, since that is what the database does by itself.
 */
export function breakingPool(pool: Pool, breaker: Breaker): Pool {
  return new Proxy(pool, {
    get(target, name) {
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
