import type { ServerResponse } from 'node:http';
import { startReceiver } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPool } from '../store/create-pool.ts';
import { heardLog } from '../testing/heard-log.ts';
import { freeWork, loneReplica } from '../testing/replicas.ts';
import { addAccount, addEvent, eventsOf, noEventPending } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { startCallbacks } from './start-callbacks.ts';

const database = withTestDatabase();
const patient = { timeout: 30_000, interval: 5 };

vi.setConfig({ testTimeout: 60_000 });

/** A transaction that locks events one after the other. */
async function openLocker() {
  const client = await database.pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('begin');
  let released: Promise<void> | undefined;
  async function end(): Promise<void> {
    try {
      await client.query('rollback');
    } finally {
      client.release(true);
    }
  }
  return {
    lock: (id = '') => client.query('select from cascade.status_events where id = $1 for update', [id]),
    /** Resolves once a session waits for its locks. */
    async isInTheWay() {
      const sql = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
      await vi.waitFor(
        async () => expect((await database.pool.query(sql, [rows[0]?.pid])).rowCount).toBeGreaterThan(0),
        patient,
      );
    },
    release: () => (released ??= end()),
  };
}

/** Answers three callbacks together. */
function startPatientReceiver() {
  const held: ServerResponse[] = [];
  return startReceiver((response) => {
    held.push(response);
    if (held.length >= 3) for (const one of held.splice(0)) one.writeHead(204).end();
  });
}

test.each(['locks one of them for seconds', 'deadlocks with them'])(
  'what was delivered is not sent again although another transaction %s while their outcomes are recorded',
  async (what) => {
    const log = heardLog();
    const receiver = await closedAfterTest(startPatientReceiver());
    const account = await addAccount(database.pool, { url: receiver.url });
    for (let n = 0; n < 3; n += 1) await addEvent(database.pool, account);
    const [first, second, third] = (await eventsOf(database.pool, account)).map(({ id }) => id);
    // With the limits of the service: a second for a lock.
    const pool = createPool({ connectionString: database.home, tables: database.tables });
    onTestFinished(() => pool.end());
    const pauseMs = { shortest: 5, longest: 20 };
    const callbacks = startCallbacks({ pool, replica: loneReplica(), log, allowLoopback: true, pauseMs });
    onTestFinished(() => callbacks.stop());
    const other = await openLocker();
    onTestFinished(other.release);
    await other.lock(third);
    await other.isInTheWay();
    // On a busy machine PostgreSQL may end the other transaction instead of ours.
    if (what.startsWith('deadlocks')) await other.lock(second).catch(isDeadlock);
    else for (const id of [first, second]) await isDelivered(id);
    await other.release();
    await vi.waitFor(() => expect(callbacks.underWay).toBe(0), patient);
    // Whatever was not completed is done again.
    await freeWork(database.pool);
    await noEventPending(database.pool, account);
    await vi.waitFor(
      async () =>
        expect((await database.pool.query('select from cascade.callback_parcels')).rowCount).toBe(0),
      patient,
    );
    expect(receiver.received).toHaveLength(3);
    expect(log.error).not.toHaveBeenCalled();
  },
);

function isDeadlock(error: unknown): void {
  expect(error).toMatchObject({ code: '40P01' });
}

async function isDelivered(id = ''): Promise<void> {
  const sql = "select from cascade.status_events where id = $1 and state = 'delivered'";
  await vi.waitFor(async () => expect((await database.pool.query(sql, [id])).rowCount).toBe(1), patient);
}
