import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Received, type Receiver, seededRandom, startReceiver } from '@cascade/repository/test-kit';
import type { PlannedStage } from '@cascade/transition';
import { stageOf } from '@cascade/transition/testing';
import { beforeAll, expect, test } from 'vitest';
import type { AccountsFile } from '../accounts/file/read-accounts-file.ts';
import { findAccountId } from '../accounts/find-account-id.ts';
import { auditBooks } from '../audit/audit-books.ts';
import { auditMessages } from '../audit/audit-messages.ts';
import { listCallbacks } from '../callbacks/registrations.ts';
import { askToResend } from '../callbacks/undelivered/selection.ts';
import { startResending } from '../callbacks/undelivered/start-resending.ts';
import type {
  Gateway,
  GatewayAttempt,
  GatewayResponse,
  SendLease,
  Withdrawal,
  WithdrawalStatus,
} from '../gateways/gateway.ts';
import type { IntakeItem } from '../intake/commit-batch.ts';
import { silent } from '../log.ts';
import { keyOfId, newKeyedId } from '../store/message-key.ts';
import { booksOf } from '../testing/audit.ts';
import { anAccount, declare } from '../testing/declare.ts';
import { createJobTable, parcelOf, type TestJob } from '../testing/job-table.ts';
import { freeWork } from '../testing/replicas.ts';
import { addWaitingAccounts } from '../testing/rows.ts';
import {
  type Accepted,
  type CancelTreatment,
  type ForgetfulSmsc,
  type Link,
  startForgetfulSmsc,
  type Treatment,
} from '../testing/schedules/forgetful-smsc.ts';
import { type ReplicaStore, startReplica, type TestReplica } from '../testing/schedules/test-replica.ts';
import { type StageKey, TimerRuns } from '../testing/schedules/timer-runs.ts';
import { type TestDatabase, withTestDatabase } from '../testing/test-database.ts';
import { intakeItem } from '../testing/values.ts';

/**
 * Two replicas serve two accounts while `actions` and the servers outside injure them at random; `judge` has
 * what must hold, and `TimerRuns` what must hold of stages that end by their TTL.
 * `SCHEDULES=10000 SEED=1 npm --prefix packages/service test -- src/engine/schedules.test.ts` tries more.
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
  /** Stages of each address, and the address of each message that was sent, as SMPP writes it. */
  readonly plans: Map<string, readonly PlannedStage[]>;
  readonly addresses: Map<number, string>;
  /**
   * Channels and addresses of messages that were called delivered; of those whose receipt was acknowledged;
   * and of those of which that is committed, since the attempt was known.
   */
  readonly delivered: Set<string>;
  readonly acknowledged: Set<string>;
  readonly committed: Set<string>;
  /** Channels whose gateway offers withdrawal. */
  readonly withdrawable: readonly string[];
  /** Whether the gateway by HTTP fails with each withdrawal, until the end. */
  readonly neverWithdraws: boolean;
  readonly timers: TimerRuns;
  /** Jobs that the rounds do not wait for. */
  inBackground: number;
  /** Attempts of stages that were asked to begin after it was committed that their message was delivered. */
  readonly tooLate: Set<string>;
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
/** Later than a stage waits for a withdrawal. */
const lateMs = 1_100;

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
    treatCancel: (id, address) => treatCancel(schedule, id, address),
    onToldBefore: (accepted, link) => void tellReceipt(schedule, link, accepted, true),
    onAccepted(accepted) {
      schedule.byId.set(accepted.id, accepted);
      // Right behind the response, before anything of it is committed.
      if (schedule.phase === 'disturbed' && chance(4)) tellReceipt(schedule, accepted.link, accepted, false);
    },
  });
  const names = [randomUUID(), randomUUID()];
  const urlOf = (name: string) => `${receiver.url}/${name}/0`;
  const accounts = declare(
    ...names.map((name) => anAccount(name, { balance: 1_000, callback: { url: urlOf(name) } })),
  );
  const withdrawable = ['SMS', 'CHATONE'].filter(() => !chance(5));
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
    start: () => startOne(schedule, accounts, giveUpAfter),
    calls: new Map(),
    byId: new Map(),
    forgotten: new Set(),
    plans: new Map(),
    addresses: new Map(),
    delivered: new Set(),
    acknowledged: new Set(),
    committed: new Set(),
    withdrawable,
    neverWithdraws: chance(5),
    timers: timersOf(() => schedule),
    inBackground: 0,
    tooLate: new Set(),
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

function startOne(schedule: Schedule, accounts: AccountsFile, giveUpAfter: number): Promise<TestReplica> {
  const { store, smsc, timers, withdrawable, tooLate, chance } = schedule;
  return startReplica(store, {
    accounts,
    gatewaySeconds,
    smscPort: smsc.port,
    retries: { delays: [], thenEvery: everyMs, giveUpAfter, jitter: 0 },
    isLost: (statement) => schedule.phase === 'disturbed' && chance(statement === 'commit' ? 20 : 80),
    isUnsure: () => schedule.phase === 'disturbed' && chance(10),
    send: (...attempt) => send(schedule, ...attempt),
    withdrawable,
    withdraw: (...withdrawal) => withdraw(schedule, ...withdrawal),
    timers,
    onStageDue({ messageId, position, attemptId }) {
      const earlier = Array.from({ length: position - 1 }, (_, n) => ({ messageId, position: n + 1 }));
      if (earlier.some((stage) => isKnownDelivered(schedule, stage))) tooLate.add(attemptId);
    },
  });
}

function timersOf(schedule: () => Schedule): TimerRuns {
  return new TimerRuns({
    isCut: () => schedule().phase === 'disturbed' && schedule().chance(16),
    stageOf: (withdrawal) => askedStage(schedule(), withdrawal),
    isDelivered: (stage) => isKnownDelivered(schedule(), stage),
    onDelivered: ({ channel, address }) => void schedule().committed.add(`${channel} ${digitsOf(address)}`),
    violate: (what) => void schedule().violations.push(what),
  });
}

function anyOf<Item>({ random }: Schedule, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

async function disturb(schedule: Schedule): Promise<void> {
  const { store, random, chance, owners } = schedule;
  const accept = async (n: number, plan: readonly PlannedStage[], withinMs: number) => {
    await pause(random() * withinMs);
    await anyOf(schedule, schedule.replicas).intake.submit(itemOf(schedule, n, plan));
  };
  const accepting = [
    ...Array.from({ length: 2 + Math.floor(random() * 5) }, (_, n) => accept(n, onePlan(schedule), 100)),
    // Early: a second stage is to begin before the end.
    ...Array.from({ length: 3 + Math.floor(random() * 4) }, (_, n) =>
      accept(50 + n, cascadePlan(schedule), 15),
    ),
  ];
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
  await happens(schedule, 'each run of a timer ends', async () => schedule.inBackground === 0);
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

const prices: Readonly<Record<string, number>> = { SMS: 2, CHATONE: 1 };
const contentMembers: Readonly<Record<string, string>> = { SMS: 'smsContent', CHATONE: 'chatoneContent' };

function stageBy(channel: string, ttlSeconds: number | null = null): PlannedStage {
  return stageOf({ channel, ttlSeconds, price: prices[channel] ?? 0 });
}

/** One stage, which waits for its gateway. */
function onePlan({ chance }: Schedule): readonly PlannedStage[] {
  return [stageBy(chance(3) ? 'CHATONE' : 'SMS')];
}

/** Mostly two stages, of which the first ends by its TTL: the test decides when. */
function cascadePlan({ chance }: Schedule): readonly PlannedStage[] {
  const channels = chance(2) ? ['SMS', 'CHATONE'] : ['CHATONE', 'SMS'];
  const [first = '', second = ''] = channels;
  const ttlSeconds = 3_600;
  if (chance(8)) return [stageBy(first, ttlSeconds)];
  if (chance(10)) return [stageBy(first), stageBy(second, ttlSeconds)];
  return [stageBy(first, ttlSeconds), stageBy(second, chance(3) ? ttlSeconds : null)];
}

/** A message to a phone of its own; half of them are sent in parts by SMPP. */
function itemOf(schedule: Schedule, n: number, stages: readonly PlannedStage[]): IntakeItem {
  const item = intakeItem(anyOf(schedule, schedule.owners).id);
  const { message, requestId } = item;
  if (message === undefined) throw new Error('an item has a message');
  const text = schedule.chance(2) ? requestId.repeat(8) : requestId;
  const content = Object.fromEntries(
    stages.map(({ channel }) => [contentMembers[channel], { contentType: 'TEXT', text }]),
  );
  const address = `+120255501${String(n).padStart(2, '0')}`;
  schedule.plans.set(digitsOf(address), stages);
  const cost = sumOf(stages);
  return { ...item, message: { ...message, address, content, cost, stages } };
}

function sumOf(stages: readonly PlannedStage[]): number {
  return stages.reduce((sum, { price }) => sum + price, 0);
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

/**
 * Each may run now, and at another replica as well: its heartbeat was missed. Timers, which may wait for a
 * gateway for a second, run beside what follows.
 */
async function runJobs(schedule: Schedule): Promise<void> {
  const jobs = await jobsOf(schedule);
  const running = jobs.flatMap((job) => [2, 3].flatMap((of) => (schedule.chance(of) ? [job] : [])));
  for (const job of running) if (job.queue === 'timer') void runInBackground(schedule, job);
  await Promise.all(running.filter(({ queue }) => queue === 'stage').map((job) => runJob(schedule, job)));
}

async function runInBackground(schedule: Schedule, job: TestJob): Promise<void> {
  schedule.inBackground += 1;
  await runJob(schedule, job);
  schedule.inBackground -= 1;
}

/** Whether none is left. */
async function endJobs(schedule: Schedule): Promise<boolean> {
  const jobs = await jobsOf(schedule);
  await Promise.all(jobs.map((job) => runJob(schedule, job)));
  return jobs.length === 0;
}

async function runJob(schedule: Schedule, job: TestJob): Promise<void> {
  const replica = anyOf(schedule, schedule.replicas);
  const { messageIds, position } = job.data;
  const work = () => replica.handlers.run(parcelOf(job));
  const [messageId = 0] = messageIds;
  const left = await (job.queue === 'timer' ? schedule.timers.run({ messageId, position }, work) : work());
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
  const { calls, violations, addresses } = schedule;
  const { attemptId, channel } = attempt;
  addresses.set(keyOfId(attemptId)?.messageId ?? 0, digitsOf(attempt.address));
  lease.check();
  const before = calls.get(attemptId) ?? [];
  for (const earlier of before)
    if (!earlier.replica.isReleased && earlier.state !== 'unknown')
      violations.push(`one sender: ${attemptId} is sent again, and the earlier send is ${earlier.state}`);
  const call: Call = { replica, state: 'under way' };
  calls.set(attemptId, [...before, call]);
  try {
    const result =
      channel === 'SMS' ? await smpp.send(attempt, lease) : await answer(schedule, attempt, lease);
    call.state = 'answered';
    // Right behind the answer, so that they often share a batch.
    if (schedule.phase === 'disturbed' && schedule.chance(3))
      setImmediate(() => void strangeReceipt(schedule, replica, attemptId));
    if (schedule.phase === 'disturbed' && channel === 'CHATONE' && schedule.chance(4))
      setImmediate(() => void tellByHttp(schedule, attempt));
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
  delivered.add(byChat(address));
  return { status: 'DELIVERED' };
}

/** The receipt of the gateway by HTTP, which repeats it until it has an answer. */
function tellByHttp(schedule: Schedule, attempt: Pick<Withdrawal, 'attemptId' | 'address'>): Promise<void> {
  const { attemptId, address } = attempt;
  const { delivered, acknowledged, committed, receipts, chance } = schedule;
  delivered.add(byChat(address));
  const tell = async () => {
    const receipt = { attemptId, status: 'DELIVERED' } as const;
    const { handlers } = anyOf(schedule, schedule.replicas);
    const isTold = await handlers.onReceipt(receipt).then(
      () => true,
      () => false,
    );
    if (!isTold || (schedule.phase === 'disturbed' && chance(4))) return tell();
    acknowledged.add(byChat(address));
    committed.add(byChat(address));
  };
  const told = tell();
  receipts.push(told);
  return told;
}

/** Withdrawals, by SMPP or of the gateway by HTTP. */
function withdraw(
  schedule: Schedule,
  smpp: Gateway,
  withdrawal: Withdrawal,
  signal: AbortSignal,
): Promise<WithdrawalStatus> {
  return schedule.timers.withdraw(withdrawal, async () => {
    if (withdrawal.channel !== 'SMS') return answerWithdrawal(schedule, withdrawal);
    if (smpp.withdraw === undefined) throw new Error('the gateway offers no withdrawal');
    return smpp.withdraw(withdrawal, signal);
  });
}

/** What the gateway by HTTP answers to a withdrawal, which may be nothing. */
async function answerWithdrawal(
  schedule: Schedule,
  withdrawal: Pick<Withdrawal, 'attemptId' | 'address'>,
): Promise<WithdrawalStatus> {
  const { phase, random, chance, delivered, neverWithdraws } = schedule;
  const key = byChat(withdrawal.address);
  if (neverWithdraws) throw new Error('the gateway fails');
  const luck = phase === 'disturbed' ? random() : 1;
  if (luck < 0.2) return new Promise(() => {});
  await pause(luck < 0.24 ? lateMs : luck * 8);
  if (luck > 0.24 && luck < 0.32) throw new Error('the gateway does not answer');
  if (luck < 0.45) delivered.add(key);
  else if (luck < 0.6) {
    const told = tellByHttp(schedule, withdrawal);
    if (chance(2)) await told;
  } else if (luck < 0.7) setImmediate(() => void tellByHttp(schedule, withdrawal));
  if (delivered.has(key)) return chance(2) ? 'DELIVERED' : 'READ';
  return anyOf(schedule, ['WITHDRAWN', 'SENT', 'DELAYED', 'UNDELIVERED']);
}

/** The stage that a withdrawal is about, and whether another one follows its TTL. */
function askedStage({ plans }: Schedule, { address, channel }: Withdrawal) {
  const plan = plans.get(digitsOf(address)) ?? [];
  const place = plan.findIndex((stage) => stage.channel === channel);
  const mayBeAsked = place < plan.length - 1 && typeof plan[place]?.ttlSeconds === 'number';
  return { position: place + 1, mayBeAsked };
}

/** The channel and address of a stage, if its message was sent. */
function keyOfStage({ addresses, plans }: Schedule, { messageId, position }: StageKey): string | undefined {
  const address = addresses.get(messageId);
  const channel = plans.get(address ?? '')?.[position - 1]?.channel;
  return channel && `${channel} ${address}`;
}

function isKnownDelivered(schedule: Schedule, stage: StageKey): boolean {
  const key = keyOfStage(schedule, stage);
  return key !== undefined && schedule.committed.has(key);
}

const bySms = (address: string) => `SMS ${digitsOf(address)}`;
const byChat = (address: string) => `CHATONE ${digitsOf(address)}`;

/** It is signed by a gateway, and names the message of the attempt by another account. */
async function strangeReceipt(
  { owners }: Schedule,
  { handlers }: TestReplica,
  attempt: string,
): Promise<void> {
  const key = keyOfId(attempt);
  const accountId = owners.find(({ id }) => id !== key?.accountId)?.id ?? 0;
  const attemptId = newKeyedId({ accountId, messageId: key?.messageId ?? 0 });
  await handlers.onReceipt({ attemptId, status: 'DELIVERED' }).catch(() => {});
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

/** What the SMSC does with a cancel_sm: it does not withdraw what it has delivered. */
async function treatCancel(schedule: Schedule, id: string, address: string): Promise<CancelTreatment> {
  const { phase, random, byId, forgotten, delivered } = schedule;
  const luck = phase === 'disturbed' ? random() : 1;
  if (luck < 0.06) return 'ignore';
  if (luck < 0.12) return 'drop';
  const accepted = byId.get(id);
  const isKnown = (await attemptsOf(schedule)).some((one) => isAttemptOf(one, id, address));
  const mayTell = accepted?.address === address && byId.get(id) === accepted && !forgotten.has(id);
  if (luck < 0.5 && isKnown && mayTell && !delivered.has(bySms(address)))
    return { is: 'told-before', accepted };
  const is = delivered.has(bySms(address)) ? 'too-late' : 'withdrawn';
  return { is, afterMs: luck < 0.6 && luck > 0.55 ? lateMs : (1 - luck) * 10 };
}

/** An id of a message that was sent before this one, and gets no receipt. */
async function forgottenId(schedule: Schedule, address: string): Promise<string | undefined> {
  const { forgotten, byId, chance, plans } = schedule;
  // A receipt counts for the older message with the id, if that alone is under way.
  const mayExpire = plans.get(address)?.some(({ ttlSeconds }) => ttlSeconds !== null) ?? false;
  if (forgotten.size === 0 || mayExpire || chance(4)) return undefined;
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
    const isCommitted = attempts.some((one) => isAttemptOf(one, id, address));
    // An SMSC does not forget an id while it still repeats the receipt.
    const isUnderWay = delivered.has(bySms(address)) && !acknowledged.has(bySms(address));
    if (!isCommitted || isUnderWay || forgotten.has(id)) continue;
    if (chance(2)) forgotten.add(id);
    else {
      const link = smsc.links.find((other) => other !== accepted.link) ?? accepted.link;
      tellReceipt(schedule, link, accepted, true);
    }
  }
}

function isAttemptOf(attempt: StoredAttempt, id: string, address: string): boolean {
  return attempt.address === address && attempt.reference === `smpp:SMS:${id}`;
}

/**
 * Once for each message.
 * @param isKnown whether the id is committed.
 */
function tellReceipt(schedule: Schedule, link: Link, { id, address }: Accepted, isKnown: boolean): void {
  const { delivered, acknowledged, committed, receipts } = schedule;
  const key = bySms(address);
  if (delivered.has(key)) return;
  delivered.add(key);
  receipts.push(
    link.deliver({ id, address }).then((isAcknowledged) => {
      if (isAcknowledged) acknowledged.add(key);
      if (isAcknowledged && isKnown) committed.add(key);
    }),
  );
}

interface StoredAttempt {
  readonly address: string;
  readonly position: number;
  readonly reference: string | null;
  readonly startedAt: Date;
}

/** Those by SMPP. */
async function attemptsOf(schedule: Schedule): Promise<readonly StoredAttempt[]> {
  const { store, owners, plans } = schedule;
  const { rows } = await store.database.pool.query<StoredAttempt>(
    `select m.address, a.position, a.gateway_reference as reference, a.started_at as "startedAt"
     from cascade.stage_attempts a
     join cascade.messages m on m.account_id = a.account_id and m.id = a.message_id
     where a.account_id = any($1)`,
    [owners.map(({ id }) => id)],
  );
  return rows
    .map((row) => ({ ...row, address: digitsOf(row.address) }))
    .filter(({ address, position }) => plans.get(address)?.[position - 1]?.channel === 'SMS');
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
  readonly position: number;
  readonly status: string;
  readonly at: Date;
}

async function eventsOf({ store: { database }, owners }: Schedule): Promise<readonly StoredEvent[]> {
  const { rows } = await database.pool.query<StoredEvent>(
    'select id, message_id as "messageId", position, status, at from cascade.status_events where account_id = any($1)',
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
  readonly attempts: readonly { readonly id: string; readonly position: number }[];
  readonly jobs: number;
}

/** What is known of a message at the end. */
interface MessageAtEnd extends StoredMessage {
  readonly plan: readonly PlannedStage[];
  readonly events: readonly StoredEvent[];
}

async function judgeAccount(schedule: Schedule, accountId: number): Promise<readonly string[]> {
  const { pool } = schedule.store.database;
  const { rows } = await pool.query<StoredMessage>(
    `select m.id, m.address,
       (select coalesce(json_agg(json_build_object('id', a.id, 'position', a.position) order by a.position), '[]')
        from cascade.stage_attempts a where a.account_id = $1 and a.message_id = m.id) as attempts,
       (select count(*) from test_enqueued j where j.message_id = m.id)::int as jobs
     from cascade.messages m where m.account_id = $1`,
    [accountId],
  );
  const events = await eventsOf(schedule);
  const messages = rows.map((row) => ({
    ...row,
    plan: schedule.plans.get(digitsOf(row.address)) ?? [],
    events: events.filter(({ messageId }) => messageId === row.id),
  }));
  const { balance, reserved, spent } = await booksOf(pool, accountId);
  const books = `${[1_000 - balance, reserved, spent]}`;
  const owed = messages.map(bookOf);
  const charged = owed.reduce((sum, one) => sum + one.charged, 0);
  const left = owed.reduce((sum, one) => sum + one.reserved, 0);
  const expected = `${[charged, left, charged]}`;
  return [
    ...messages.flatMap((message) => judgeMessage(schedule, message)),
    ...(books === expected ? [] : [`exact books: they are ${books}, and ${expected} is right`]),
  ];
}

/** Stages that began are charged, and while one is under way, what may follow is reserved. */
function bookOf({ plan, attempts, events }: MessageAtEnd) {
  const isOver = events.some(({ status }) => status === 'DELIVERED') || attempts.length === plan.length;
  return {
    charged: sumOf(plan.slice(0, attempts.length)),
    reserved: isOver ? 0 : sumOf(plan.slice(attempts.length)),
  };
}

function judgeMessage(schedule: Schedule, message: MessageAtEnd): readonly string[] {
  const { id, attempts, jobs, plan, events } = message;
  const places = attempts.map(({ position }) => position);
  const last = events.filter(({ position }) => position === attempts.length);
  const isDelivered = events.some(({ status }) => status === 'DELIVERED');
  const isExpired = last.some(({ status }) => status === 'EXPIRED');
  const isBroken: Readonly<Record<string, boolean>> = {
    [`one job: it had ${jobs}`]: jobs !== 1,
    [`one sender: it has attempts at ${places}`]: places.some((position, n) => position !== n + 1),
    'nothing lost: it never began': attempts.length === 0,
    'nothing hangs: its next stage never began': isExpired && !isDelivered && attempts.length < plan.length,
  };
  return [
    ...violatedOf(isBroken).map((what) => `message ${id}: ${what}`),
    ...attempts.flatMap((attempt) =>
      judgeStage(schedule, message, attempt).map(
        (what) => `message ${id}, stage ${attempt.position}: ${what}`,
      ),
    ),
  ];
}

function judgeStage(
  schedule: Schedule,
  { address, plan, attempts, events }: MessageAtEnd,
  { id, position }: StoredMessage['attempts'][number],
): readonly string[] {
  const { calls, delivered, acknowledged, committed, withdrawable, timers, tooLate } = schedule;
  const stage = plan[position - 1];
  if (stage === undefined) return ['it is not in the plan'];
  const own = events.filter((event) => event.position === position);
  const statuses = own.map(({ status }) => status);
  const isDelivered = statuses.includes('DELIVERED');
  const expired = own.find(({ status }) => status === 'EXPIRED');
  const isEnded = isDelivered || expired !== undefined;
  const hasTtl = stage.ttlSeconds !== null;
  const key = `${stage.channel} ${digitsOf(address)}`;
  // The id of a text whose stage ended before its response may never be known.
  const wasTold = acknowledged.has(key) && (!hasTtl || committed.has(key));
  const isFollowed = position < plan.length;
  const mustBeAsked = isFollowed && withdrawable.includes(stage.channel);
  const messageId = own[0]?.messageId ?? 0;
  const isBroken: Readonly<Record<string, boolean>> = {
    'nothing lost: it was never sent': !calls.has(id) && !isEnded,
    'nothing lost: its answer was dropped': !isEnded && !statuses.includes('SENT'),
    [`one report of each status: it has ${statuses}`]: new Set(statuses).size < statuses.length,
    'one receipt: it got that of another': isDelivered && !delivered.has(key),
    'one receipt: its own was not counted': !isDelivered && wasTold,
    'nothing hangs: its TTL did not end it': hasTtl && !isEnded,
    'it ends by a TTL that it does not have': !hasTtl && expired !== undefined,
    'the next stage: it begins after a commit that the message was delivered': tooLate.has(id),
    'the next stage: it begins before the end of this one':
      attempts.length > position && expired === undefined,
  };
  return [
    ...violatedOf(isBroken),
    ...(expired === undefined ? [] : timers.judgeEnd({ messageId, position }, expired.at, mustBeAsked)),
  ];
}

function violatedOf(isBroken: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.entries(isBroken).flatMap(([what, is]) => (is ? [what] : []));
}

test(`${count} schedules from seed ${firstSeed} on keep one of each, exact books, and lose nothing`, async () => {
  const seeds = Array.from({ length: count }, (_, place) => firstSeed + place);
  const broken: string[] = [];
  let tried = 0;
  let sends = 0;
  let withdrawals = 0;
  await Promise.all(
    stores.map(async (store) => {
      while (broken.length === 0) {
        const seed = seeds.shift();
        if (seed === undefined) return;
        const schedule = await runSchedule(store, seed);
        tried += 1;
        withdrawals += schedule.timers.asked;
        for (const calls of schedule.calls.values()) sends += calls.length;
        for (const violation of await judge(schedule)) broken.push(`seed ${seed}: ${violation}`);
      }
    }),
  );
  expect(broken, `of ${tried} schedules that were tried`).toEqual([]);
  // What operators ask, too: nothing is under way any more, so nothing may be without due work.
  for (const { database } of stores) {
    expect(await auditMessages(database.pool)).toMatchObject({ forgotten: [], unreleased: [] });
    expect(await auditBooks(database.pool)).toEqual([]);
  }
  expect(sends).toBeGreaterThan(count);
  expect(withdrawals).toBeGreaterThan(count / 2);
}, 3_600_000);
