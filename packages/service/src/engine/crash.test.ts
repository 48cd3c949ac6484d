import { stageOf } from '@cascade/transition/testing';
import { beforeAll, expect, test } from 'vitest';
import type { Gateway } from '../gateways/gateway.ts';
import { booksOf } from '../testing/audit.ts';
import { watchedPool } from '../testing/faulty-pool.ts';
import { addAccount } from '../testing/rows.ts';
import { createTestBench, type TestBench } from '../testing/test-bench.ts';
import { withTestDatabase } from '../testing/test-database.ts';

/** Simulates the death of the process. */
class Crash extends Error {
  constructor(step: number) {
    super(`crash after step ${step}`);
    this.name = 'Crash';
  }
}

const database = withTestDatabase();
const breaker = createBreaker(() => bench.crash());
let bench: TestBench;

beforeAll(async () => {
  // Each statement is a step: after a crash at `commit` the caller does not know that it succeeded.
  const enginePool = watchedPool(database.pool, () => (_, run) => breaker.after(run()));
  bench = await createTestBench(database.pool, { enginePool, wrap: (gateway) => breaking(gateway, breaker) });
});

/** The gateway accepts the message, and the process dies before it gets the response. */
function breaking(gateway: Gateway, { after }: Breaker): Gateway {
  return { send: (attempt, lease) => after(gateway.send(attempt, lease)) };
}

/** Runs a message with a crash after that step: its outcome, the number of steps, and the attempts sent. */
async function livesThrough(address: string, step: number) {
  const accountId = await addAccount(database.pool, { balance: 10 });
  const plan = [
    stageOf({ channel: 'CHATONE', ttlSeconds: 40, price: 2 }),
    stageOf({ channel: 'CHATTWO', ttlSeconds: 40, price: 3 }),
    stageOf({ price: 5 }),
  ];
  const before = bench.sent.length;
  breaker.arm(step);
  const messageId = await bench.schedule({ accountId, address, plan });
  await bench.run();
  const { rows } = await database.pool.query(
    'select id, position, status from cascade.stage_attempts where message_id = $1 order by position',
    [messageId],
  );
  const sent = bench.sent.slice(before).map(({ attemptId }) => attemptId);
  return {
    steps: breaker.steps,
    outcome: { events: await bench.eventsOf(messageId), books: await booksOf(database.pool, accountId) },
    attempts: rows.map(({ id }) => id),
    sent: new Set(sent),
    sends: sent.length,
  };
}

/** No receipt is due at the same time as a retry: their order would change the reported statuses. */
test.each([
  ['delivers at once', '+12025550199'],
  ['is undelivered at every stage', '+12025550112'],
  ['gets no receipt and follows its TTLs', '+12025550123'],
  ['gets a receipt', '+12025550120'],
  ['gets a late receipt', '+12025550122'],
])(
  'a message that %s comes to the same end whichever step is the last before a crash',
  async (_, address) => {
    const never = await livesThrough(address, 0);
    expect(never.steps).toBeGreaterThan(10);
    expect(never.outcome.books.ledger).toEqual({
      balance: never.outcome.books.balance,
      reserved: 0,
      spent: 10 - never.outcome.books.balance,
    });
    for (let step = 1; step <= never.steps; step += 1) {
      const crashed = await livesThrough(address, step);
      expect(crashed.outcome, `crash after step ${step}`).toEqual(never.outcome);
      // One attempt per stage, and no others at the gateway: repeated sends had the same id.
      expect(crashed.sent).toEqual(new Set(crashed.attempts));
      expect(crashed.sends).toBeLessThanOrEqual(never.sends + 1);
    }
  },
  300_000,
);

test('a replica that was released while it was suspended with its clock sends nothing', async () => {
  const bench = await createTestBench(database.pool);
  await database.pool.query('delete from cascade.replicas');
  const accountId = await addAccount(database.pool, { balance: 10 });
  const messageId = await bench.schedule({
    accountId,
    address: '+12025550199',
    plan: [stageOf({ price: 1 })],
  });
  await bench.run(60);
  expect([bench.sent, await bench.eventsOf(messageId)]).toEqual([[], []]);
  // As its next beat finds out, it is another replica now.
  bench.crash();
  await bench.run(3_600);
  expect(bench.sent).toHaveLength(1);
});

/** Counts steps, and throws after one of them. */
interface Breaker {
  readonly steps: number;
  /** Restarts the count, and throws once, after that step; later steps work. */
  arm(step: number): void;
  after<Result>(work: Promise<Result>): Promise<Result>;
}

/** @param onCrash called when it throws. */
function createBreaker(onCrash = () => {}): Breaker {
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
