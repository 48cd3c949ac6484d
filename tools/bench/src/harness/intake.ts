import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import {
  commitBatch,
  completeSettings,
  createIntake,
  createMessageIds,
  createScheduleMessage,
  createServer,
  firstStages,
  intakeItem,
  migrate,
  openStore,
  writeAccepted,
} from '@cascade/service/bench';
import { apiKey } from './accounts.ts';
import { type Bed, fillIn } from './bed.ts';
import { schedulePath } from './callers.ts';
import { saturate } from './fork.ts';
import { type HostedService, startRunningService } from './receivers.ts';
import type { Load } from './statistics.ts';

export type Pool = Awaited<ReturnType<typeof openStore>>['pool'];
type Intake = ReturnType<typeof createIntake>;

const stage = { channel: 'SMS', ttlSeconds: null, subjectId: 1, subject: 'codes', price: 5 } as const;

/** An account as the HTTP server knows it: one cascade of one stage, no leniency. */
export function accountOfServer(id: number) {
  const stages = [{ ...stage, uuid: '8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002', order: 1 }];
  return {
    id,
    name: 'bench',
    cascades: new Map([[2002, { id: 2002, name: 'codes', coverage: 'violations' as const, stages }]]),
    settings: completeSettings({}),
    senders: [],
    templates: [],
  };
}

/** What the server passes to the intake for a valid request with a new id. */
export function newItem(accountId: number) {
  const item = intakeItem(accountId);
  const stages = [{ ...stage, uuid: randomUUID() }];
  return { ...item, ...(item.message && { message: { ...item.message, cost: stage.price, stages } }) };
}

/** A store with all migrations, which ends with the bed. */
export async function openEmptyStore(bed: Bed, options: Partial<Parameters<typeof openStore>[0]> = {}) {
  const dataFolder = options.dataFolder ?? bed.dataFolder;
  bed.use(dataFolder, () => rm(dataFolder, { recursive: true, force: true, maxRetries: 10 }));
  const store = bed.closing(await openStore({ ...options, dataFolder }));
  await migrate(store.pool);
  return store;
}

/** What the intake of a replica is made of, without an engine that works on what it has accepted. */
export function openIntake(pool: Pool) {
  const enqueue: Parameters<typeof commitBatch>[0]['enqueue'] = (candidates) => ({
    written: {
      parts: writeAccepted(firstStages(candidates), () => null),
      committed() {},
      notCommitted() {},
    },
  });
  const takeIds = createMessageIds(pool);
  return {
    intake: createIntake({ pool, enqueue }),
    /** In one transaction. */
    commit: (items: Parameters<typeof commitBatch>[1]) => commitBatch({ pool, takeIds, enqueue }, items),
  };
}

/** Inserts accounts that can pay for everything; resolves to their ids. */
export async function insertAccounts(pool: Pool, count = 1): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into cascade.accounts (name, balance) select 'bench ' || n, 1000000000000 from generate_series(1, $1) as n
     returning id`,
    [count],
  );
  return rows.map(({ id }) => Number(id));
}

interface Filling {
  /** Numbers of messages, which are their ids. */
  readonly from?: number;
  readonly to: number;
  /** Ids of accounts, which take turns. */
  readonly owners: readonly number[];
  readonly addresses: number;
  /** SQL of the id of the message with the number `g`, as a UUID. */
  readonly id: string;
  /** Of the events of each message. */
  readonly statuses: readonly string[];
  readonly hasLedger: boolean;
  readonly say?: (line: string) => void;
}

/** Messages of one transaction. */
const portion = 200_000;

/** Writes messages that were delivered. */
export async function fillStore(pool: Pool, filling: Filling): Promise<void> {
  const { from = 1, to, owners, addresses, id, statuses, hasLedger, say } = filling;
  const template = await readFile(new URL('delivered-messages.sql', import.meta.url), 'utf8');
  const sql = fillIn(template, {
    series: 'generate_series($1::bigint, $2::bigint) as g',
    owner: `(array[${owners.join()}])[1 + g % ${owners.length}]::bigint`,
    at: `(timestamptz '2026-11-01' + g * interval '10 ms')`,
    statuses: statuses.map((status) => `'${status}'`).join(),
    id,
    addresses,
  });
  const statements = sql
    .split(/;\s*/)
    .filter((one) => one !== '' && (hasLedger || !one.includes('cascade.ledger')));
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('set synchronous_commit = off');
    for (let first = from; first <= to; first += portion) {
      const last = Math.min(to, first + portion - 1);
      for (const statement of statements) await client.query(statement, [first, last]);
      say?.(`filled ${last} of ${to}`);
    }
    await client.query(`select setval(pg_get_serial_sequence('cascade.messages', 'id'), $1)`, [to + 4_096]);
  } finally {
    await client.query('reset all');
    client.release();
  }
}

/** The HTTP server with all its checks before an intake, for any key. */
export async function serveIntake(intake: Pick<Intake, 'waiting' | 'submit' | 'drained'>, accountId: number) {
  const account = accountOfServer(accountId);
  const server = createServer({
    directory: { findByKey: () => account },
    operations: { [schedulePath]: createScheduleMessage(intake) },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  return { url: await server.listen({ host: '127.0.0.1', port: 0 }), close: () => server.close() };
}

/**
 * Measures how many requests a second are accepted over a number of connections, by a load from another
 * process.
 */
export type Measure = (connections: number, seconds: number) => Promise<Load>;

/** Opens a store, and a service with a store of its own. */
export async function openAcceptance(bed: Bed) {
  // The running service has the data folder of the bed.
  const { pool } = await openEmptyStore(bed, { dataFolder: `${bed.folder}-intake` });
  const { intake } = openIntake(pool);
  const [account = 0] = await insertAccounts(pool);
  const instantly = { waiting: 0, submit: async () => 'accepted' as const, drained: async () => {} };
  let running: HostedService | undefined;
  let sent = 0;

  const measure =
    (under: Parameters<typeof serveIntake>[0]): Measure =>
    async (connections, seconds) => {
      const { url, close } = await serveIntake(under, account);
      try {
        return await saturate({ url, key: apiKey, connections, seconds });
      } finally {
        await close();
      }
    };

  return {
    /** The server and its checks without a store. */
    floor: measure(instantly),
    /** The same with the intake behind it, and no engine that works on what is accepted. */
    withoutEngine: measure(intake),
    /** The running service, engine and callbacks included; resolves once its work has ended, too. */
    async withEngine(connections: number, seconds: number): Promise<Load> {
      running ??= await startRunningService(bed);
      const load = await saturate({ url: running.service.url, key: apiKey, connections, seconds });
      sent += load.calls;
      await running.drained(sent);
      return load;
    },
  };
}
