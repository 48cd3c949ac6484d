import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { retarget } from '@cascade/embedded-postgres/testing';
import { outputOf, type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readBooks } from '../src/accounts/money.ts';
import type { RunningService } from '../src/service-options.ts';
import { openStore, type Store } from '../src/store/open-store.ts';
import { audit } from '../src/testing/audit.ts';
import { aCascade, anAccount } from '../src/testing/declare.ts';
import { freeWork } from '../src/testing/replicas.ts';
import { scheduling, send } from '../src/testing/requests.ts';
import { startTestService } from '../src/testing/start-test-service.ts';
import { type FreshPostgres, systemPostgres, systemPrograms } from '../src/testing/system-postgres.ts';

const dumps = existsSync(join(systemPrograms ?? '/nowhere', 'pg_dump'));
const reason = dumps ? '' : ' (skipped: no pg_dump in /usr/lib/postgresql)';
const patience = { timeout: 120_000, interval: 50 };
const price = 5;
const balance = 1_000;

let postgres: FreshPostgres | undefined;
let receiver: Receiver;
/** Whether the receiver accepts callbacks. */
let accepting = false;

beforeAll(async () => {
  if (!dumps) return;
  postgres = await systemPostgres();
  receiver = await startReceiver((response) => response.writeHead(accepting ? 204 : 500).end());
});

afterAll(async () => {
  await receiver?.close();
  await postgres?.remove();
});

const source = () => postgres?.store.databaseUrl ?? '';
const restored = () => retarget(source(), { user: 'operator', database: 'restored' });

/** A service that repeats failed callbacks soon, with the accounts if they are declared there. */
function serviceOn(databaseUrl: string, declared: boolean): Promise<RunningService> {
  const account = anAccount('a', {
    balance,
    prices: { SMS: price },
    cascades: [aCascade(2002)],
    callback: { url: receiver.url },
  });
  const schedule = { delays: [], thenEvery: 200, giveUpAfter: 86_400_000, jitter: 0 };
  return startTestService({
    database: databaseUrl,
    ...(declared && { accounts: [account] }),
    config: { callbacks: { schedule } },
  });
}

/** The first command of RUNBOOK.md. */
const dump = (file: string) =>
  run('pg_dump', '--format=custom', '--no-owner', `--file=${file}`, `--dbname=${source()}`);

/** The second, into a database that it creates. */
async function restore(file: string): Promise<void> {
  const administrator = new Client({ connectionString: source() });
  await administrator.connect();
  await administrator.query('create database restored').finally(() => administrator.end());
  await run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${restored()}`, file);
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  await outputOf(join(systemPrograms ?? '', program), args);
}

const later = { startTime: new Date(Date.now() + 300 * 86_400_000).toISOString() };
const request = (part: object = {}) => scheduling({ requestId: randomUUID(), ...part }, 'a-key');
const idOf = (headers: Record<string, unknown>) => String(headers['webhook-id']);

test.skipIf(!dumps)(
  `after dump and restore, what was accepted before the dump goes on exactly once${reason}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cascade-backup-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'cascade.dump');
    const kept = [request(), request(), request(), request(later)];
    const lost = request();

    const first = await serviceOn(source(), true);
    for (const one of kept) expect(await send(first.url, one)).toMatchObject({ status: 200 });
    // Callbacks are under way: the receiver has refused some.
    await receiver.got(2);
    // What is reported after the dump has an id that the restored database does not know.
    const refused = new Set(receiver.received.map(({ headers }) => idOf(headers)));
    await dump(file);
    expect(await send(first.url, lost)).toMatchObject({ status: 200 });
    await first.close();

    await restore(file);
    accepting = true;
    const before = receiver.received.length;
    const second = await serviceOn(restored(), false);
    onTestFinished(() => second.close());
    const store = await openStore({ databaseUrl: restored() });
    onTestFinished(store.close);
    await releaseJobs(store);

    // A request id is known, unless it was accepted after the dump.
    for (const one of kept)
      expect(await send(second.url, one)).toMatchObject({
        status: 400,
        body: { title: 'requestId-is-not-unique' },
      });
    expect(await send(second.url, lost)).toMatchObject({ status: 200 });

    // All but the message for later end, and every status is reported, under the ids that the first service
    // used.
    await vi.waitFor(
      async () => expect(await audit(store.pool)).toMatchObject({ notEnded: 1, notReported: 0 }),
      patience,
    );
    const reported = receiver.received.slice(before).map(({ headers }) => idOf(headers));
    expect(reported).toEqual(expect.arrayContaining([...refused]));

    // No money is lost, spent twice, or left aside.
    const wrong = { doubleMessages: 0, doubleDebits: 0, wrongBooks: 0, notReleased: 0 };
    expect(await audit(store.pool)).toMatchObject({ messages: 5, ...wrong });
    const spent = 4 * price;
    expect(await readBooks(store.pool, 'a')).toEqual({
      available: balance - spent - price,
      reserved: price,
      spent,
      deposited: balance,
      agree: true,
    });
  },
);

/** Work that the first service held at the dump is done after ten seconds without a beat; here at once. */
async function releaseJobs({ pool }: Store): Promise<void> {
  await freeWork(pool);
}
