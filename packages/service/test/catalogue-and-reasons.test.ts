import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, killServer, serverPid, temporaryDataFolder } from '@cascade/embedded-postgres/testing';
import { type RequestProblem, serviceUnavailable, systemError } from '@cascade/validator';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openStore } from '../src/store/open-store.ts';
import { narrow, testCatalogue, testReasons } from '../src/testing/contract.ts';
import { signedAccounts } from '../src/testing/declare.ts';
import { type Answer, scheduling, send } from '../src/testing/requests.ts';
import { type ServiceProcess, startTestService } from '../src/testing/start-test-service.ts';
import { type StatusReceiver, startStatusReceiver } from '../src/testing/status-receiver.ts';
import { type FreshPostgres, systemPostgres, systemPrograms } from '../src/testing/system-postgres.ts';

const problemType = 'application/problem+json';
/** A server that was killed has to recover first. */
const patience = { timeout: 120_000, interval: 50 };

describe('cascade-service start, on a PostgreSQL of its own', () => testService(ownPostgres));

describe.skipIf(systemPrograms === undefined)(
  `cascade-service start, on the DATABASE_URL of ${systemPrograms ?? 'nothing: no PostgreSQL in /usr/lib/postgresql'}`,
  () => testService(systemPostgres),
);

function testService(makePostgres: () => Promise<FreshPostgres>): void {
  let postgres: FreshPostgres;
  let service: ServiceProcess;
  let receiver: StatusReceiver;

  beforeAll(async () => {
    [postgres, receiver] = await Promise.all([makePostgres(), startStatusReceiver()]);
    const { database } = postgres;
    service = await startTestService({
      where: 'process',
      database,
      accounts: await signedAccounts([narrow]),
    });
    for (const key of ['demo-key', 'narrow-key']) await receiver.register(service.url, key);
  });

  afterAll(async () => {
    const exitCode = await service?.stop();
    const isLeft = await postgres?.remove();
    await receiver?.close();
    expect({ exitCode, isLeft }).toEqual({ exitCode: 0, isLeft: false });
  });

  describe('answers as the catalogue has it', () => testCatalogue(() => service.url));

  test('too-many-requests when an account asks more often than it may', async () => {
    const request = () => send(service.url, scheduling({}, 'strict-key'));
    const answers = await Promise.all(Array.from({ length: 60 }, request));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const answer of refused) expect(answer).toMatchObject(problem(429, 'too-many-requests', '1'));
  });

  testReasons(() => ({ service, receiver }));

  test('system-error when the database refuses what it should take', async () => {
    const request = scheduling();
    await alter('request_ids rename to lost');
    const answer = await send(service.url, request);
    await alter('lost rename to request_ids');
    expect(answer).toEqual(failure(500, systemError(), null));
    expect(await send(service.url, request)).toMatchObject({ status: 200 });
  });

  test('service-unavailable while the database is away; afterwards the same request gets through', async () => {
    const request = scheduling();
    await postgres.takeAway();
    const answer = await send(service.url, request);
    // A server that is silent may have carried it out; without a connection it was not.
    expect(answer).toBeOneOf(
      (['undone', 'unfinished'] as const).map((said) => failure(503, serviceUnavailable(said), '1')),
    );
    expect((await fetch(`${service.operationsUrl}/readyz`)).status).toBe(503);
    expect((await fetch(`${service.operationsUrl}/healthz`)).status).toBe(200);
    await postgres.bringBack();
    await vi.waitFor(
      async () => expect(await send(service.url, request)).toMatchObject({ status: 200 }),
      patience,
    );
    const { requestId } = request.body as { requestId: string };
    await receiver.eventWhere((event) => event.requestId === requestId && event.status === 'DELIVERED');
  });

  test('stops in good order although the database is away', async () => {
    await postgres.takeAway();
    expect((await send(service.url, scheduling())).status).toBe(503);
    expect(await service.stop()).toBe(0);
    await postgres.bringBack();
  });

  async function alter(change: string): Promise<void> {
    const { pool, close } = await openStore(postgres.store);
    await pool.query(`alter table cascade.${change}`).finally(close);
  }
}

function problem(status: number, title: string, retryAfter: string | null): Answer {
  return { status, type: problemType, retryAfter, body: { title, status } };
}

/** With the detail that tells whether the request may have been carried out (ADR-0036). */
function failure(status: number, { title, detail }: RequestProblem, retryAfter: string | null): Answer {
  return { status, type: problemType, retryAfter, body: { title, status, detail } };
}

/** The embedded PostgreSQL. The service restarts it at once, so `takeAway` hides its programs, too. */
async function ownPostgres(): Promise<FreshPostgres> {
  let cleanUp = async (): Promise<void> => {};
  const dataFolder = temporaryDataFolder((work) => {
    cleanUp = work;
  });
  let programs = '';
  const hidden = join(dataFolder, 'hidden');
  return {
    database: { dataFolder },
    store: { dataFolder },
    async takeAway() {
      const name = (await readdir(dataFolder)).find((each) => /^postgres-\d/.test(each));
      programs = join(dataFolder, name ?? '');
      await rename(programs, hidden);
      await killServer(dataFolder);
    },
    bringBack: () => rename(hidden, programs),
    async remove() {
      const isLeft = await serverPid(dataFolder).then(isAlive, () => false);
      await cleanUp();
      return isLeft;
    },
  };
}
