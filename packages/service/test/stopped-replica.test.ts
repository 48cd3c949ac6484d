import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aCascade, anAccount, signedAccounts } from '../src/testing/declare.ts';
import { type Answer, scheduling, send } from '../src/testing/requests.ts';
import { type ServiceProcess, startTestService } from '../src/testing/start-test-service.ts';
import { named, withTestDatabase } from '../src/testing/test-database.ts';

const database = withTestDatabase();
const patience = { timeout: 120_000, interval: 50 };
let healthy: ServiceProcess;
let victim: ServiceProcess;

beforeAll(async () => {
  // With templates, a stage begins after its acceptance: the engine locks the account, and reads facts before
  // it commits.
  const templates = [{ channel: 'CHATTWO', name: 'any', text: '{text}' } as const];
  const account = {
    balance: 1_000_000_000,
    prices: { CHATTWO: 3 },
    templates,
    cascades: [aCascade(3, ['CHATTWO'])],
  };
  const accounts = await signedAccounts([anAccount('loaded', account)]);
  const start = () =>
    startTestService({
      where: 'process',
      database: database.connectionString,
      accounts,
      hasBackPressure: true,
    });
  [healthy, victim] = await Promise.all([start(), start()]);
});

afterAll(async () => {
  await victim?.kill();
  await healthy?.kill();
});

/** Callers that send to a replica until they are told to stop: one after the other, or more slowly. */
function load(url: string, callers: number) {
  const answers: Answer[] = [];
  let isOver = false;
  let pauseMs = 0;
  const call = async () => {
    while (!isOver) {
      const content = { chattwoContent: { contentType: 'TEXT', text: crypto.randomUUID() } };
      const answer = await send(url, scheduling({ cascadeId: 3, content }, 'loaded-key')).catch(
        () => undefined,
      );
      if (answer !== undefined) answers.push(answer);
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  const calls = Promise.all(Array.from({ length: callers }, call));
  return {
    answers,
    slowDown() {
      pauseMs = 50;
    },
    async stop() {
      isOver = true;
      await calls;
    },
  };
}

/** The transactions that wait for their client, with a row of an account locked. */
async function holders(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ transaction: string }>(
    named(`select concat(pid, ' ', xact_start) as transaction from pg_stat_activity session
     where datname = current_database() and state = 'idle in transaction'
       and exists (
         select from pg_locks held
         where held.pid = session.pid and held.relation = 'cascade.accounts'::regclass and held.mode = 'RowShareLock'
       )`),
  );
  return rows.map(({ transaction }) => transaction);
}

/**
 * Stops the replica (SIGSTOP) while it holds the row of an account; resolves with its transactions that do.
 */
async function stopHolding(replica: ServiceProcess): Promise<readonly string[]> {
  for (;;) {
    process.kill(replica.pid, 'SIGSTOP');
    const before = await holders();
    // The transactions of the other replica end meanwhile.
    for (const _ of Array(3)) await send(healthy.url, scheduling({}, 'demo-key'));
    const still = new Set(await holders());
    const held = before.filter((transaction) => still.has(transaction));
    if (held.length > 0) return held;
    process.kill(replica.pid, 'SIGCONT');
    await send(replica.url, scheduling({}, 'demo-key'));
  }
}

test('while one replica is stopped with the row of an account locked, the other refuses nothing', {
  timeout: 300_000,
}, async () => {
  const both = [load(healthy.url, 4), load(victim.url, 4)];
  await vi.waitFor(() => expect(both.every(({ answers }) => answers.length > 20)).toBe(true), patience);
  const held = await stopHolding(victim);
  const [atHealthy] = both;
  // What follows waits for seconds, and needs no more than some requests meanwhile.
  atHealthy?.slowDown();
  const before = atHealthy?.answers.length ?? 0;
  await vi.waitFor(async () => {
    const left = await holders();
    expect(held.filter((transaction) => left.includes(transaction))).toEqual([]);
  }, patience);
  const released = atHealthy?.answers.length ?? 0;
  await vi.waitFor(() => expect(atHealthy?.answers.length).toBeGreaterThan(released + 100), patience);
  process.kill(victim.pid, 'SIGCONT');
  await Promise.all(both.map(({ stop }) => stop()));
  const statuses = (atHealthy?.answers ?? []).slice(before).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});
