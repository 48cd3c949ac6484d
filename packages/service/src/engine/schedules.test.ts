import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { listen, type Received, type Receiver, seededRandom, startReceiver } from '@cascade/test-kit';
import type { Pool } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { completeSettings } from '../accounts/account-settings.ts';
import { applyAccounts } from '../accounts/apply/apply-accounts.ts';
import type { AccountsFile } from '../accounts/file/read-accounts-file.ts';
import { findAccountId } from '../accounts/find-account-id.ts';
import { createSetCallback } from '../api/set-callback.ts';
import { dispatcherSettings } from '../callbacks/dispatch/dispatcher.ts';
import { listCallbacks } from '../callbacks/registrations.ts';
import type { RetrySchedule } from '../callbacks/retry-schedule.ts';
import { startCallbacks } from '../callbacks/start-callbacks.ts';
import { askToResend } from '../callbacks/undelivered/selection.ts';
import { startResending } from '../callbacks/undelivered/start-resending.ts';
import type { Gateway, GatewayAttempt, GatewayResponse, SendLease } from '../gateways/gateway.ts';
import { GatewayLane, inLane } from '../gateways/gateway-lane.ts';
import { createReceiptMatcher, type ReceiptMatcher } from '../gateways/match-receipts.ts';
import { createSmppGateway, type SmppGateway } from '../gateways/smpp/create-smpp-gateway.ts';
import type { IntakeItem } from '../intake/commit-batch.ts';
import { createIntake, type Intake } from '../intake/create-intake.ts';
import { silent } from '../log.ts';
import { keyOfId, newKeyedId } from '../store/message-key.ts';
import { part } from '../store/prepared.ts';
import { booksOf } from '../testing/audit.ts';
import { anAccount, declare } from '../testing/declare.ts';
import { faultyPool } from '../testing/faulty-pool.ts';
import { createJobTable, type JobTable, parcelOf, type TestJob, written } from '../testing/job-table.ts';
import { freeWork, livingReplica } from '../testing/replicas.ts';
import { addWaitingAccounts } from '../testing/rows.ts';
import { cString, deliverBody, ids, readSubmit, serveWire, type WirePdu } from '../testing/smpp/smpp-wire.ts';
import { noOptOuts } from '../testing/smpp/use-smsc.ts';
import { type TestDatabase, withTestDatabase } from '../testing/test-database.ts';
import { intakeItem, stageOf } from '../testing/values.ts';
import { createBeginnings } from './begin-accepted.ts';
import { createApplier } from './create-applier.ts';
import type { EngineEvent } from './events.ts';
import { createGatewayLanes } from './gateway-lanes.ts';
import { createHandlers } from './handlers.ts';
import { createRemembered } from './remembered.ts';
import { createSends } from './sends.ts';
import { defaultSettings, recorderOf } from './start-engine.ts';

type Beginnings = ReturnType<typeof createBeginnings>;
type Handlers = ReturnType<typeof createHandlers>;

/**
 * Two replicas serve two accounts while `actions` and the servers outside injure them at random; `judge` has
 * what must hold. `SCHEDULES=10000 SEED=1 npm --prefix packages/service test -- src/engine/schedules.test.ts`
 * tries more.
 */
const count = Number(process.env.SCHEDULES ?? 20);
const firstSeed = Number(process.env.SEED ?? 1);

/** In each, schedules run one after the other. */
const databases = Array.from({ length: Math.min(5, Math.ceil(count / 8)) }, () => withTestDatabase());
/**
 * Accounts whose receiver is disabled, with an event that waits: more than resending looks at in one
 * transaction.
 */
const waitingAccounts = 1_100;
const stores: ReplicaStore[] = [];

beforeAll(async () => {
  await Promise.all(databases.map(async (database) => void stores.push(await prepare(database))));
});

async function prepare(database: TestDatabase): Promise<ReplicaStore> {
  const { pool } = database;
  const table = await createJobTable(pool);
  await pool.query('create table test_enqueued (message_id bigint)');
  await pool.query('create index on test_enqueued (message_id)');
  await addWaitingAccounts(pool, waitingAccounts);
  return { database, table };
}

/** One call of a gateway. */
interface Call {
  readonly replica: TestReplica;
  state: 'under way' | 'unknown' | 'answered';
}

/** An account and its callback URL. Times are of the monotonic clock. */
interface Owner {
  readonly id: number;
  readonly name: string;
  url: string;
  /** How many URLs it has registered. */
  urls: number;
  /** When it began the registration that it has. */
  registeredAt: number;
  /** When the latest callback arrived that was answered with 410. */
  goneAt: number;
  /** Its registrations, one after the other. */
  registering: Promise<void>;
}

/** A schedule, and what is known of it outside of the service. */
interface Schedule {
  readonly store: ReplicaStore;
  readonly random: () => number;
  readonly chance: (of: number) => boolean;
  readonly receiver: Receiver;
  readonly smsc: ForgetfulSmsc;
  readonly owners: Owner[];
  /** The two that work, and those that they replaced. */
  readonly replicas: TestReplica[];
  readonly replaced: TestReplica[];
  start(): Promise<TestReplica>;
  /** The calls of each attempt, in their order. */
  readonly calls: Map<string, Call[]>;
  /** The message that the SMSC means by an id: the last to get it. */
  readonly byId: Map<string, Accepted>;
  /** Ids whose messages get no receipt any more: they may be given again. */
  readonly forgotten: Set<string>;
  /** Addresses of messages that were called delivered, and of those whose receipt was acknowledged. */
  readonly delivered: Set<string>;
  readonly acknowledged: Set<string>;
  readonly receipts: Promise<void>[];
  /** When callbacks arrived in the calm, by event; and the events that were accepted. */
  readonly calm: Map<string, number[]>;
  readonly accepted: Set<string>;
  readonly violations: string[];
  /**
   * From `quiet` on, nothing fails but receivers; in the `calm`, their callbacks are counted; at the `end`,
   * all accept.
   */
  phase: 'disturbed' | 'quiet' | 'calm' | 'end';
  /** Whether the receiver of the first account refuses all callbacks until the end. */
  readonly isStubborn: boolean;
}

/** What may happen in a round, and in one of how many rounds it does. */
const actions: readonly (readonly [of: number, act: (schedule: Schedule) => Promise<void>])[] = [
  [1, runJobs],
  [2, tellReceipts],
  [6, (schedule) => register(schedule, anyOf(schedule, schedule.owners), schedule.chance(2))],
  [6, missHeartbeats],
  [12, resend],
  [12, replaceOne],
];
const rounds = 12;

/**
 * Milliseconds between the attempts of a callback; until it is given up; and of the phases without other
 * faults.
 */
const everyMs = 120;
const givenUpAfter = { late: 3_600_000, soon: 60 };
const quietMs = 80;
const calmMs = 4 * everyMs;
const endMs = 20_000;
const gatewaySeconds = 0.06;

async function runSchedule(store: ReplicaStore, seed: number): Promise<Schedule> {
  const schedule = await begin(store, seed);
  await disturb(schedule);
  await finish(schedule);
  await Promise.all([...schedule.replicas, ...schedule.replaced].map((replica) => replica.stop()));
  await schedule.smsc.close();
  await schedule.receiver.close();
  return schedule;
}

async function begin(store: ReplicaStore, seed: number): Promise<Schedule> {
  const random = seededRandom(seed);
  const chance = (of: number) => random() * of < 1;
  const receiver = await startReceiver((response, received) => void receive(schedule, response, received));
  const smsc = await startForgetfulSmsc({
    treat: (address, isLast) => treat(schedule, address, isLast),
    onAccepted(accepted) {
      schedule.byId.set(accepted.id, accepted);
      // Right behind the response, before anything of it is committed.
      if (schedule.phase === 'disturbed' && chance(4)) tellReceipt(schedule, accepted.link, accepted);
    },
  });
  const names = [randomUUID(), randomUUID()];
  const urlOf = (name: string) => `${receiver.url}/${name}/0`;
  const accounts = declare(
    ...names.map((name) => anAccount(name, { balance: 1_000, callback: { url: urlOf(name) } })),
  );
  const giveUpAfter = chance(3) ? givenUpAfter.soon : givenUpAfter.late;
  const schedule: Schedule = {
    store,
    random,
    chance,
    receiver,
    smsc,
    owners: [],
    replicas: [],
    replaced: [],
    start: () =>
      startReplica(store, {
        accounts,
        gatewaySeconds,
        smscPort: smsc.port,
        retries: { delays: [], thenEvery: everyMs, giveUpAfter, jitter: 0 },
        isLost: (statement) => schedule.phase === 'disturbed' && chance(statement === 'commit' ? 20 : 80),
        isUnsure: () => schedule.phase === 'disturbed' && chance(10),
        send: (...attempt) => send(schedule, ...attempt),
      }),
    calls: new Map(),
    byId: new Map(),
    forgotten: new Set(),
    delivered: new Set(),
    acknowledged: new Set(),
    receipts: [],
    calm: new Map(),
    accepted: new Set(),
    violations: [],
    phase: 'disturbed',
    isStubborn: chance(2),
  };
  for (let n = 0; n < 2; n += 1) schedule.replicas.push(await schedule.start());
  for (const name of names) {
    const id = await findAccountId(store.database.pool, name);
    const never = { registeredAt: 0, goneAt: -1, registering: Promise.resolve() };
    schedule.owners.push({ id, name, url: urlOf(name), urls: 1, ...never });
  }
  return schedule;
}

function anyOf<Item>({ random }: Schedule, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

async function disturb(schedule: Schedule): Promise<void> {
  const { store, random, chance, owners } = schedule;
  const accepting = Array.from({ length: 2 + Math.floor(random() * 5) }, async (_, n) => {
    await pause(random() * 100);
    await anyOf(schedule, schedule.replicas).intake.submit(itemOf(schedule, n));
  });
  const locking = owners.map(({ id }) => (chance(2) ? lock(store, id, random() * 30) : undefined));
  for (let round = 0; round < rounds; round += 1) {
    await pause(random() * 4);
    for (const [of, act] of actions) if (chance(of)) await act(schedule);
    await judgeWaiting(schedule);
  }
  await Promise.all([...accepting, ...locking]);
}

/** Faults end one after the other, and so must what is left. */
async function finish(schedule: Schedule): Promise<void> {
  const { isStubborn, owners, receipts } = schedule;
  schedule.phase = 'quiet';
  await replaceOne(schedule);
  await happens(schedule, 'each job ends', () => endJobs(schedule));
  await tellReceipts(schedule);
  await Promise.all([...receipts, ...owners.map(({ registering }) => registering)]);
  if (isStubborn) {
    await pause(quietMs);
    schedule.phase = 'calm';
    await pause(calmMs);
  }
  schedule.phase = 'end';
  let tries = 0;
  await happens(schedule, 'each callback is accepted', async () => {
    tries += 1;
    await judgeWaiting(schedule);
    if (tries % 10 === 1) {
      await judgeRegistrations(schedule);
      await resend(schedule);
      await missHeartbeats(schedule);
    }
    return (await eventsOf(schedule)).every(({ id }) => schedule.accepted.has(id));
  });
}

async function happens(
  { violations }: Schedule,
  what: string,
  hasHappened: () => Promise<boolean>,
): Promise<void> {
  const until = performance.now() + endMs;
  while (!(await hasHappened())) {
    if (performance.now() > until) {
      violations.push(`nothing lost: it does not happen that ${what}`);
      return;
    }
    await pause(10);
  }
}

/** A message to a phone of its own, by SMPP or by HTTP; half of them are sent in parts. */
function itemOf(schedule: Schedule, n: number): IntakeItem {
  const item = intakeItem(anyOf(schedule, schedule.owners).id);
  const { message, requestId } = item;
  if (message === undefined) throw new Error('an item has a message');
  const channel = schedule.chance(3) ? 'CHATONE' : 'SMS';
  const text = schedule.chance(2) ? requestId.repeat(8) : requestId;
  const content = { [channel === 'SMS' ? 'smsContent' : 'chatoneContent']: { contentType: 'TEXT', text } };
  const address = `+120255501${String(n).padStart(2, '0')}`;
  return { ...item, message: { ...message, address, content, stages: [stageOf({ channel, price: 1 })] } };
}

async function lock({ database }: ReplicaStore, accountId: number, ms: number): Promise<void> {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select from cascade.accounts where id = $1 for no key update', [accountId]);
  await pause(ms);
  await client.query('commit');
  client.release();
}

/** One is silent: its work is given away, and goes on. */
async function replaceOne(schedule: Schedule): Promise<void> {
  const { random, replicas, replaced } = schedule;
  const place = Math.floor(random() * replicas.length);
  const [silentOne] = replicas.splice(place, 1, await schedule.start());
  if (silentOne === undefined) return;
  replaced.push(silentOne);
  await silentOne.release();
  await missHeartbeats(schedule);
}

/** Callbacks that a replica holds are given to any. */
async function missHeartbeats({ store: { database } }: Schedule): Promise<void> {
  await freeWork(database.pool);
}

/** An operator asks for what was given up, and resending looks for it once. */
async function resend({ store: { database }, owners }: Schedule): Promise<void> {
  const { pool } = database;
  for (const { id: accountId } of owners)
    await askToResend(pool, { registration: { accountId, subjectId: null } }, 1_000);
  await startResending({ pool, log: silent }).stop();
}

async function jobsOf({ store: { database }, owners }: Schedule): Promise<readonly TestJob[]> {
  const sql = "select * from test_jobs where (data ->> 'accountId')::bigint = any($1)";
  return (await database.pool.query<TestJob>(sql, [owners.map(({ id }) => id)])).rows;
}

/** Each may run now, and at another replica as well: its heartbeat was missed. */
async function runJobs(schedule: Schedule): Promise<void> {
  const jobs = await jobsOf(schedule);
  await Promise.all(
    jobs.flatMap((job) => [2, 3].flatMap((of) => (schedule.chance(of) ? [runJob(schedule, job)] : []))),
  );
}

/** Whether none is left. */
async function endJobs(schedule: Schedule): Promise<boolean> {
  const jobs = await jobsOf(schedule);
  await Promise.all(jobs.map((job) => runJob(schedule, job)));
  return jobs.length === 0;
}

async function runJob(schedule: Schedule, job: TestJob): Promise<void> {
  const replica = anyOf(schedule, schedule.replicas);
  const left = await replica.handlers.run(parcelOf(job));
  if (left.length === 0 && !replica.isReleased)
    await schedule.store.database.pool.query('delete from test_jobs where id = $1', [job.id]);
}

/**
 * The gateways, which judge: a second call must not overlap the first, and needs an outcome that is unknown.
 */
async function send(
  schedule: Schedule,
  replica: TestReplica,
  smpp: Gateway,
  attempt: GatewayAttempt,
  lease: SendLease,
): Promise<GatewayResponse> {
  const { calls, violations } = schedule;
  const { attemptId } = attempt;
  lease.check();
  const before = calls.get(attemptId) ?? [];
  for (const earlier of before)
    if (!earlier.replica.isReleased && earlier.state !== 'unknown')
      violations.push(`one sender: ${attemptId} is sent again, and the earlier send is ${earlier.state}`);
  const call: Call = { replica, state: 'under way' };
  calls.set(attemptId, [...before, call]);
  try {
    const result =
      attempt.channel === 'SMS' ? await smpp.send(attempt, lease) : await answer(schedule, attempt, lease);
    call.state = 'answered';
    // Right behind the answer, so that they often share a batch.
    if (schedule.phase === 'disturbed' && schedule.chance(3))
      setImmediate(() => void strangeReceipt(schedule, replica, attemptId));
    return result;
  } finally {
    if (call.state !== 'answered') call.state = 'unknown';
  }
}

/** The gateway by HTTP. */
async function answer(
  { phase, random, delivered }: Schedule,
  { address }: GatewayAttempt,
  { signal }: SendLease,
): Promise<GatewayResponse> {
  const luck = phase === 'disturbed' ? random() : 1;
  await pause(luck * 8, undefined, { signal });
  if (luck < 0.25) throw new Error('the gateway does not answer');
  if (luck > 0.5) return { status: 'SENT' };
  delivered.add(digitsOf(address));
  return { status: 'DELIVERED' };
}

/** It is signed by a gateway, and names the message of the attempt by another account. */
async function strangeReceipt(
  { owners }: Schedule,
  { handlers }: TestReplica,
  attempt: string,
): Promise<void> {
  const key = keyOfId(attempt);
  const accountId = owners.find(({ id }) => id !== key?.accountId)?.id ?? 0;
  const attemptId = newKeyedId({ accountId, messageId: key?.messageId ?? 0 });
  await handlers.receipt({ attemptId, status: 'DELIVERED' }).catch(() => {});
}

/** As SMPP writes it. */
function digitsOf(address: string): string {
  return address.replace('+', '');
}

/** What the SMSC does with a part of a text. */
async function treat(schedule: Schedule, address: string, isLast: boolean): Promise<Treatment> {
  const { phase, random } = schedule;
  const luck = phase === 'disturbed' ? random() : 1;
  if (luck < 0.04) return 'drop';
  if (luck < 0.05) return 'ignore';
  if (luck < 0.1) return 'refuse';
  const id = (isLast ? await forgottenId(schedule, address) : undefined) ?? randomUUID();
  // May outlast its call.
  return { id, afterMs: luck < 0.25 ? 100 * random() : 0 };
}

/** An id of a message that was sent before this one, and gets no receipt. */
async function forgottenId(schedule: Schedule, address: string): Promise<string | undefined> {
  const { forgotten, byId, chance } = schedule;
  if (forgotten.size === 0 || chance(4)) return undefined;
  const attempts = await attemptsOf(schedule);
  const startOf = (to: string | undefined) => attempts.find((attempt) => attempt.address === to)?.startedAt;
  for (const id of forgotten) {
    const earlier = startOf(byId.get(id)?.address);
    const own = startOf(address);
    if (earlier === undefined || own === undefined || earlier >= own) continue;
    forgotten.delete(id);
    byId.delete(id);
    return id;
  }
  return undefined;
}

/** Receipts of messages whose reference is committed come by another connection, or never. */
async function tellReceipts(schedule: Schedule): Promise<void> {
  const { byId, forgotten, delivered, acknowledged, chance, smsc } = schedule;
  const attempts = await attemptsOf(schedule);
  for (const accepted of byId.values()) {
    const { id, address } = accepted;
    const isCommitted = attempts.some((one) => one.address === address && one.reference === `smpp:SMS:${id}`);
    // An SMSC does not forget an id while it still repeats the receipt.
    const isUnderWay = delivered.has(address) && !acknowledged.has(address);
    if (!isCommitted || isUnderWay || forgotten.has(id)) continue;
    if (chance(2)) forgotten.add(id);
    else tellReceipt(schedule, smsc.links.find((link) => link !== accepted.link) ?? accepted.link, accepted);
  }
}

/** Once for each message. */
function tellReceipt(schedule: Schedule, link: Link, { id, address }: Accepted): void {
  const { delivered, acknowledged, receipts } = schedule;
  if (delivered.has(address)) return;
  delivered.add(address);
  receipts.push(
    link.deliver({ id, address }).then((isAcknowledged) => {
      if (isAcknowledged) acknowledged.add(address);
    }),
  );
}

interface StoredAttempt {
  readonly address: string;
  readonly reference: string | null;
  readonly startedAt: Date;
}

async function attemptsOf({ store: { database }, owners }: Schedule): Promise<readonly StoredAttempt[]> {
  const { rows } = await database.pool.query<StoredAttempt>(
    `select m.address, a.gateway_reference as reference, a.started_at as "startedAt"
     from cascade.stage_attempts a
     join cascade.messages m on m.account_id = a.account_id and m.id = a.message_id
     where a.account_id = any($1)`,
    [owners.map(({ id }) => id)],
  );
  return rows.map((row) => ({ ...row, address: digitsOf(row.address) }));
}

/** The receivers of both accounts. */
async function receive(
  schedule: Schedule,
  response: ServerResponse,
  { method, path, headers }: Received,
): Promise<void> {
  const { random, chance, owners, calm, accepted, isStubborn } = schedule;
  const reply = (status: number) => void response.writeHead(status).end();
  if (method === 'HEAD') return reply(200);
  const arrivedAt = performance.now();
  const eventId = String(headers['webhook-id']);
  if (schedule.phase === 'calm') calm.set(eventId, [...(calm.get(eventId) ?? []), arrivedAt]);
  const owner = owners.find(({ name }) => path?.includes(name));
  if (owner === undefined) throw new Error(`no account has ${path}`);
  const luck = schedule.phase === 'disturbed' ? random() : 1;
  if (luck < 0.1) {
    owner.goneAt = Math.max(owner.goneAt, arrivedAt);
    // Registered while the answer is under way.
    await (chance(2) ? register(schedule, owner, false) : pause(random() * 30));
    return reply(410);
  }
  if (luck < 0.4) await pause(random() * 60);
  const { phase } = schedule;
  const isStubbornOne = isStubborn && owner === owners[0];
  const isRefused = phase !== 'end' && (isStubbornOne || (phase === 'disturbed' && chance(2)));
  if (!isRefused) accepted.add(eventId);
  reply(isRefused ? 500 : 200);
}

/** The account registers a new URL, or the same one again, until it has its 200. */
function register(schedule: Schedule, owner: Owner, isNew: boolean): Promise<void> {
  owner.registering = owner.registering.then(async () => {
    const url = isNew ? `${schedule.receiver.url}/${owner.name}/${owner.urls}` : owner.url;
    owner.urls += 1;
    for (let isRegistered = false; !isRegistered; ) {
      const registeredAt = performance.now();
      const replica = anyOf(schedule, schedule.replicas);
      isRegistered = await replica.register(owner.id, url).catch(() => false);
      if (isRegistered) Object.assign(owner, { url, registeredAt });
    }
  });
  return owner.registering;
}

/**
 * The last registration counts, and only a 410 to a later callback disables it. Then it is registered again.
 */
async function judgeRegistrations(schedule: Schedule): Promise<void> {
  const { store, owners, violations } = schedule;
  for (const owner of owners) {
    const { name, url, registeredAt, goneAt } = owner;
    for (const { statusUrl, disabledAt } of await listCallbacks(store.database.pool, name)) {
      if (statusUrl !== url) violations.push(`one version: ${url} was registered last, and ${statusUrl} is`);
      if (disabledAt === null) continue;
      if (goneAt < registeredAt)
        violations.push(`one version: ${url} is disabled by a 410 from before its registration`);
      await register(schedule, owner, false);
    }
  }
}

interface StoredEvent {
  readonly id: string;
  readonly messageId: number;
  readonly status: string;
}

async function eventsOf({ store: { database }, owners }: Schedule): Promise<readonly StoredEvent[]> {
  const { rows } = await database.pool.query<StoredEvent>(
    'select id, message_id as "messageId", status from cascade.status_events where account_id = any($1)',
    [owners.map(({ id }) => id)],
  );
  return rows;
}

/** What the servers outside have seen, and what the store says at the end. */
async function judge(schedule: Schedule): Promise<readonly string[]> {
  const { violations, smsc, calm, owners } = schedule;
  const ofAccounts = await Promise.all(owners.map(({ id }) => judgeAccount(schedule, id)));
  return [
    ...violations,
    ...smsc.submittedAgain.map((address) => `one sender: a part to ${address} is submitted again`),
    ...[...calm].flatMap(([eventId, times]) => judgeChain(eventId, times)),
    ...ofAccounts.flat(),
  ];
}

/**
 * An event waits for one attempt: who takes the entry of a turn ends this turn before another entry is
 * written.
 */
async function judgeWaiting({ store: { database }, owners, violations }: Schedule): Promise<void> {
  const { rows } = await database.pool.query<{ readonly id: string; readonly entries: number }>(
    `select event.id, count(*)::int as entries
     from cascade.waiting waiting
     join cascade.status_events event on event.account_id = waiting.account_id and event.id = waiting.event_id
     where waiting.account_id = any($1) and event.state = 'pending'
     group by event.id having count(*) > 1`,
    [owners.map(({ id }) => id)],
  );
  for (const { id, entries } of rows) violations.push(`one chain: ${id} waits for ${entries} attempts`);
}

/**
 * An attempt from before the calm may come between two others; those of a second chain come between each two.
 */
function judgeChain(eventId: string, times: readonly number[]): readonly string[] {
  const early = times.filter((at, n) => at - (times[n - 1] ?? Number.NEGATIVE_INFINITY) < 0.9 * everyMs);
  return early.length > 2 ? [`one chain: ${eventId} has ${times.length} attempts in the calm`] : [];
}

interface StoredMessage {
  readonly id: number;
  readonly address: string;
  readonly attempts: readonly string[];
  readonly jobs: number;
}

async function judgeAccount(schedule: Schedule, accountId: number): Promise<readonly string[]> {
  const { pool } = schedule.store.database;
  const { rows } = await pool.query<StoredMessage>(
    `select m.id, m.address,
       array(select a.id::text from cascade.stage_attempts a where a.account_id = $1 and a.message_id = m.id) as attempts,
       (select count(*) from test_enqueued j where j.message_id = m.id)::int as jobs
     from cascade.messages m where m.account_id = $1`,
    [accountId],
  );
  const events = await eventsOf(schedule);
  const found = rows.flatMap((message) => judgeMessage(schedule, message, events));
  const { balance, reserved, spent } = await booksOf(pool, accountId);
  const isExact = balance === 1_000 - rows.length && reserved === 0 && spent === rows.length;
  return isExact
    ? found
    : [...found, `exact books: of ${rows.length} messages they are ${balance}, ${reserved}, ${spent}`];
}

function judgeMessage(
  { calls, delivered, acknowledged }: Schedule,
  { id, address, attempts, jobs }: StoredMessage,
  events: readonly StoredEvent[],
): readonly string[] {
  const statuses = events.flatMap(({ messageId, status }) => (messageId === id ? [status] : []));
  const isDelivered = statuses.includes('DELIVERED');
  const to = digitsOf(address);
  const isBroken: Readonly<Record<string, boolean>> = {
    [`one job: it had ${jobs}`]: jobs !== 1,
    [`one sender: it has ${attempts.length} attempts`]: attempts.length !== 1,
    'nothing lost: it was never sent': !calls.has(attempts[0] ?? ''),
    'nothing lost: its answer was dropped': !isDelivered && !statuses.includes('SENT'),
    [`one report of each status: it has ${statuses}`]: new Set(statuses).size < statuses.length,
    'one receipt: it got that of another': isDelivered && !delivered.has(to),
    'one receipt: its own was not counted': !isDelivered && acknowledged.has(to),
  };
  return Object.entries(isBroken).flatMap(([what, is]) => (is ? [`message ${id}: ${what}`] : []));
}

test(`${count} schedules from seed ${firstSeed} on keep one of each, exact books, and lose nothing`, async () => {
  const seeds = Array.from({ length: count }, (_, place) => firstSeed + place);
  const broken: string[] = [];
  let tried = 0;
  let sends = 0;
  await Promise.all(
    stores.map(async (store) => {
      while (broken.length === 0) {
        const seed = seeds.shift();
        if (seed === undefined) return;
        const schedule = await runSchedule(store, seed);
        tried += 1;
        for (const calls of schedule.calls.values()) sends += calls.length;
        for (const violation of await judge(schedule)) broken.push(`seed ${seed}: ${violation}`);
      }
    }),
  );
  expect(broken, `of ${tried} schedules that were tried`).toEqual([]);
  expect(sends).toBeGreaterThan(count);
}, 3_600_000);

/** The store of a replica, and what it works with. */
interface ReplicaStore {
  readonly database: TestDatabase;
  /** Of stages: the test decides when they run. */
  readonly table: JobTable;
}

interface ReplicaOptions {
  readonly accounts: AccountsFile;
  readonly smscPort: number;
  readonly gatewaySeconds: number;
  readonly retries: RetrySchedule;
  /** Whether the answer to a statement is lost, with its connection. */
  isLost(statement: string): boolean;
  /** Whether the replica stops insisting on a stage or a receipt before it knows that it was committed. */
  isUnsure(): boolean;
  /** Sends an attempt, of the channel SMS by the gateway. */
  send(
    replica: TestReplica,
    smpp: Gateway,
    attempt: GatewayAttempt,
    lease: SendLease,
  ): Promise<GatewayResponse>;
}

/** A replica of the service: all that it does, but for HTTP and for the times at which stages run. */
interface TestReplica {
  /** It was silent for too long, and the others do its work. */
  readonly isReleased: boolean;
  /** Status events that it holds. */
  readonly callbacksUnderWay: number;
  readonly intake: Intake;
  readonly handlers: Handlers;
  /**
   * Registers a callback URL by the API; rejects, or resolves to false, if it is not registered or its answer
   * was lost.
   */
  register(accountId: number, url: string): Promise<boolean>;
  /** Its calls go on. */
  release(): Promise<void>;
  stop(): Promise<void>;
}

const now = () => new Date();
/** Pauses would hide how often an attempt is sent. */
const neverOpen = { failures: 1e9, shortestPause: 1, longestPause: 1 };

/** Milliseconds for a response of the SMSC, and between two looks for callbacks. */
const responseMs = 150;
const pauseMs = { shortest: 10, longest: 30 };

async function startReplica(store: ReplicaStore, options: ReplicaOptions): Promise<TestReplica> {
  const { database } = store;
  const replica = await livingReplica(database.pool);
  let breaks = 0;
  const pool = faultyPool(database.pool, (statement) => {
    const isLost = options.isLost(statement);
    breaks += isLost ? 1 : 0;
    return isLost;
  });
  await applyAccounts(database.pool, options.accounts);
  const callbacks = startCallbacks({
    pool,
    announcements: database.pool,
    log: silent,
    allowLoopback: true,
    schedule: options.retries,
    replica,
    breaks: () => breaks,
    dispatcher: { ...dispatcherSettings, circuit: neverOpen },
    pauseMs,
  });
  const engineStore = { ...store.table.storeOf(pool, now), recordChanges: recorderOf(callbacks) };
  const shared = { ...defaultSettings, now, remembered: createRemembered() };
  const applier = createApplier(engineStore, {
    ...shared,
    isUnderWay: (holder) => sends.isUnderWay(holder),
  });
  const apply = async (event: EngineEvent) => {
    const applied = await applier.apply(event);
    if (event.kind === 'stage-due') mayBeUnsure(options);
    return applied;
  };
  const receipts = unsureReceipts(pool, () => handlers, options);
  const smpp = gatewayTo(options.smscPort, receipts);
  let isReleased = false;
  const sends = createSends({
    apply,
    replica,
    log: silent,
    now,
    lanes: createGatewayLanes(),
    gateways: () =>
      inLane(
        new GatewayLane({ circuit: neverOpen }),
        { send: (attempt, lease) => options.send(self, smpp, attempt, lease) },
        options.gatewaySeconds,
      ),
  });
  const beginnings = unsureBeginnings({ ...shared, store: engineStore, sends, known }, options);
  const handlers = createHandlers({ apply, sends, takeBegun: beginnings.take, log: silent, now });
  const setCallback = createSetCallback({ pool, allowLoopback: true });
  const stopMatching = receipts.start();
  const self: TestReplica = {
    handlers,
    get isReleased() {
      return isReleased;
    },
    get callbacksUnderWay() {
      return callbacks.underWay;
    },
    intake: intakeOf({ pool, idPool: database.pool, beginnings, run: handlers.run }),
    async register(accountId, statusCallbackUrl) {
      const account = { id: accountId, name: '', cascades: new Map(), settings: completeSettings({}) };
      return 'body' in (await setCallback(account, { statusCallbackUrl }));
    },
    async release() {
      isReleased = true;
      await replica.die();
    },
    async stop() {
      await callbacks.stop();
      sends.abort();
      await stopMatching();
      await smpp.stop();
      await applier.drained();
    },
  };
  return self;
}

/** The statement that accepts a message compares this with the account. */
const known = { get: () => ({ reportedStatuses: null }), set() {} };

function unsureBeginnings(
  given: Parameters<typeof createBeginnings>[0],
  { isUnsure }: ReplicaOptions,
): Beginnings {
  const beginnings = createBeginnings(given);
  return {
    ...beginnings,
    take(message) {
      const begun = beginnings.take(message);
      if (begun === undefined || !isUnsure()) return begun;
      begun.release();
      return undefined;
    },
  };
}

function mayBeUnsure({ isUnsure }: ReplicaOptions): void {
  if (isUnsure()) throw new Error('Connection terminated');
}

/** The SMSC repeats a receipt if its commit is not certain. */
function unsureReceipts(pool: Pool, handlers: () => Handlers, options: ReplicaOptions): ReceiptMatcher {
  return createReceiptMatcher({
    pools: () => [pool],
    onReceipt: (receipt) =>
      handlers()
        .receipt(receipt)
        .then(() => mayBeUnsure(options)),
    async onHeard(receipt, reference) {
      const isApplied = await handlers().heardReceipt(receipt, reference);
      if (isApplied) mayBeUnsure(options);
      return isApplied;
    },
    log: silent,
  });
}

function gatewayTo(port: number, receipts: ReceiptMatcher): SmppGateway {
  const timeoutSeconds = responseMs / 1_000;
  return createSmppGateway({
    lane: new GatewayLane({ places: 10, hasLink: true, circuit: neverOpen }),
    optOuts: noOptOuts,
    name: 'SMS',
    settings: {
      host: '127.0.0.1',
      port,
      systemId: 'cascade',
      password: 'secret',
      longTexts: 'parts',
      timeoutSeconds,
      reconnectSeconds: 0.01,
    },
    receipts,
    log: silent,
  });
}

interface IntakeContext extends Pick<Handlers, 'run'> {
  readonly pool: Pool;
  readonly idPool: Pool;
  readonly beginnings: Beginnings;
}

/**
 * Notes the message of each job, to count them. What has begun is done at once, and its job finds that done.
 */
function intakeOf({ pool, idPool, beginnings, run }: IntakeContext): Intake {
  return createIntake({
    pool,
    idPool,
    enqueue(candidates) {
      const ids = candidates.map(({ messageId }) => messageId);
      const jobs = written(jobsPart([ids, candidates.map(({ accountId }) => accountId)]), notesPart([ids]));
      const begun = beginnings.begin(candidates);
      return {
        ...jobs,
        begun: begun && {
          ...begun,
          committed(read) {
            begun.committed(read);
            for (const { accountId, messageId } of candidates)
              if (begun.records.has(messageId)) void run(parcelOf(firstJob(accountId, messageId)));
          },
        },
      };
    },
  });
}

const firstJob = (accountId: number, messageId: number): TestJob => ({
  id: '',
  queue: 'stage',
  run_at: now(),
  data: { messageIds: [messageId], accountId, position: 1 },
});

const jobsPart = part`insert into test_jobs (queue, data, run_at)
   select 'stage', jsonb_build_object('messageIds', array[accepted.id], 'accountId', one.account_id, 'position', 1), now()
   from unnest($1::bigint[], $2::bigint[]) as one (id, account_id) join accepted on accepted.id = one.id`;
const notesPart = part`insert into test_enqueued select id from accepted where id = any($1::bigint[])`;

/** What the SMSC does with a submit. */
type Treatment =
  /** Responds with the id after that many milliseconds. */
  | { readonly id: string; readonly afterMs: number }
  /** `refuse`: for a while; `drop`: closes the connection; `ignore`: never responds. */
  | 'refuse'
  | 'drop'
  | 'ignore';

/** A message that the SMSC has accepted, by its id. */
interface Accepted {
  readonly id: string;
  readonly address: string;
  /** Where it came from. */
  readonly link: Link;
}

/** A bound connection. */
interface Link {
  /**
   * Sends the receipt `DELIVERED` until it is accepted; resolves to false if the connection is lost before.
   */
  deliver(message: Pick<Accepted, 'id' | 'address'>): Promise<boolean>;
}

interface ForgetfulSmscOptions {
  /** @param isLast whether a receipt was requested, as for the last part of a text. */
  treat(address: string, isLast: boolean): Promise<Treatment>;
  /** Called right after the response to the last part of a text. */
  onAccepted(accepted: Accepted): void;
}

/** An SMSC in this process, which may give an id again, as its treatment says. */
type ForgetfulSmsc = Awaited<ReturnType<typeof startForgetfulSmsc>>;

async function startForgetfulSmsc(options: ForgetfulSmscOptions) {
  const sockets = new Set<Socket>();
  const links = new Set<Link>();
  const submittedAgain: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    const link = serve(socket, options, {
      onBound: () => void links.add(link),
      onSubmittedAgain: (address) => void submittedAgain.push(address),
    });
    socket.on('close', () => {
      sockets.delete(socket);
      links.delete(link);
    });
  });
  const port = await listen(server);
  return {
    port,
    /** Addresses of which one connection submitted a part again that was not refused. */
    submittedAgain,
    get links(): readonly Link[] {
      return [...links];
    },
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** ESME_RTHROTTLED. */
const throttled = 0x58;
/** Milliseconds before a receipt that was refused is sent again. */
const againMs = 5;

interface Listener {
  onBound(): void;
  onSubmittedAgain(address: string): void;
}

function serve(socket: Socket, { treat, onAccepted }: ForgetfulSmscOptions, listener: Listener): Link {
  const parts = new Set<string>();
  /** The receipts without a response, by sequence number; undefined if the connection is lost. */
  const receipts = new Map<number, (status: number | undefined) => void>();
  let lastSequence = 0;
  const write = serveWire(socket, handle);
  socket.on('close', () => {
    for (const settle of receipts.values()) settle(undefined);
  });

  function handle({ id, status, sequence, body }: WirePdu): void {
    if (id === ids.submitSm) void submit(sequence, body);
    else if (id === ids.deliverSmResp) receipts.get(sequence)?.(status);
    else if (id === ids.enquireLink) write(ids.enquireLinkResp, sequence);
    else if (id === ids.unbind) {
      write(ids.unbindResp, sequence);
      socket.end();
    } else if (id === ids.bindTransceiver) {
      write(ids.bindTransceiverResp, sequence, cString('smsc'));
      listener.onBound();
    }
  }

  async function submit(sequence: number, body: Buffer): Promise<void> {
    const { destination, registeredDelivery, shortMessage } = readSubmit(body);
    const [, , address] = destination;
    const isLast = registeredDelivery === 1;
    const part = `${address} ${shortMessage}`;
    if (parts.has(part)) listener.onSubmittedAgain(address);
    parts.add(part);
    const treatment = await treat(address, isLast);
    if (treatment === 'drop') socket.destroy();
    if (treatment === 'refuse') {
      parts.delete(part);
      write(ids.submitSmResp, sequence, undefined, throttled);
    }
    if (typeof treatment === 'string') return;
    if (treatment.afterMs > 0) await pause(treatment.afterMs);
    // What follows at once comes in the same segment.
    socket.cork();
    write(ids.submitSmResp, sequence, cString(treatment.id));
    if (isLast) onAccepted({ id: treatment.id, address, link });
    socket.uncork();
  }

  const link: Link = {
    async deliver({ id, address }) {
      const body = deliverBody({ from: address, id, receipt: 'stat:DELIVRD err:000' });
      while (!socket.destroyed) {
        lastSequence += 1;
        const response = Promise.withResolvers<number | undefined>();
        receipts.set(lastSequence, response.resolve);
        write(ids.deliverSm, lastSequence, body);
        if ((await response.promise) === 0) return true;
        await pause(againMs);
      }
      return false;
    },
  };
  return link;
}
