import { stageOf } from '@cascade/transition/testing';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noReceiver } from '../callbacks/outcome.ts';
import { parcelsOfChanges, type StatusChange, writeEvents } from '../callbacks/status-change.ts';
import { callbackRows } from '../due/callback-parcels.ts';
import type { GatewayAttempt } from '../gateways/gateway.ts';
import {
  type CheckedMessage,
  commitBatch,
  createMessageIds,
  type EnqueueFirstStages,
  type IntakeItem,
} from '../intake/commit-batch.ts';
import { silent } from '../log.ts';
import { keyOfId } from '../store/message-key.ts';
import { booksOf } from '../testing/audit.ts';
import { faultyPool } from '../testing/faulty-pool.ts';
import { type LivingReplica, livingReplica } from '../testing/replicas.ts';
import { addAccount } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { intakeItem } from '../testing/values.ts';
import { startEngine } from './start-engine.ts';

const database = withTestDatabase();
const answering: (() => void)[] = [];
let sent: GatewayAttempt[] = [];
let engine: ReturnType<typeof startEngine>;
let replica: LivingReplica;
let account: number;
/** How many stages the last batch had to begin, and whether they have begun. */
let begun: { readonly count: number; hasBegun: boolean } | undefined;

/** The gateway answers when the test says so. */
const gateway = {
  send(attempt: GatewayAttempt) {
    // What another test has left is done, too.
    if (keyOfId(attempt.attemptId)?.accountId === account) sent.push(attempt);
    return new Promise<{ status: 'SENT' }>((resolve) => answering.push(() => resolve({ status: 'SENT' })));
  },
};

beforeEach(async () => {
  const { pool } = database;
  sent = [];
  replica = await livingReplica(pool);
  const callbacks = {
    report(changes: readonly StatusChange[]) {
      const parcels = callbackRows.write(parcelsOfChanges(changes), () => null);
      return { parts: [...writeEvents(changes), ...parcels], committed() {}, notCommitted() {} };
    },
  };
  engine = startEngine({ pool, callbacks, gateways: () => gateway, replica, log: silent });
  account = await addAccount(pool, { balance: 1_000 });
  await pool.query(
    "insert into cascade.senders (account_id, channel, subject, activated_at) values ($1, 'SMS', 'codes', now())",
    [account],
  );
});

afterEach(async () => {
  const answers = setInterval(() => {
    for (const answer of answering.splice(0)) answer();
  }, 5);
  await engine.stop();
  clearInterval(answers);
});

const plan = [
  stageOf({ ttlSeconds: 300, price: 3, subject: 'codes', subjectId: 1 }),
  stageOf({ channel: 'CHATONE', price: 4 }),
];

function itemOf(changed: Partial<CheckedMessage> = {}, accountId = account): IntakeItem {
  const { message, ...item } = intakeItem(accountId);
  return message === undefined
    ? item
    : { ...item, message: { ...message, cost: 7, stages: plan, kept: { comment: 'late' }, ...changed } };
}

function accept(...items: readonly IntakeItem[]) {
  return commitBatch({ pool: database.pool, takeIds: createMessageIds(database.pool), enqueue }, items);
}

const enqueue: EnqueueFirstStages = (candidates) => {
  const first = engine.enqueue(candidates);
  const asked = first.begun && { count: first.begun.records.size, hasBegun: false };
  begun = asked;
  return {
    ...first,
    begun: first.begun && {
      ...first.begun,
      committed() {
        first.begun?.committed();
        if (asked) asked.hasBegun = true;
      },
    },
  };
};

/** A first message, whose stage the replica begins afterwards, and reads its account for. */
async function learn(): Promise<void> {
  await accept(itemOf());
  await happens(() => expect(sent).toHaveLength(1));
}

/** Everything that is stored of the messages of an account, but for ids and times. */
async function storedOf(pool: Pool, accountId: number) {
  const { rows } = await pool.query<Readonly<Record<string, unknown>>>(
    `select m.state, m.reserved, m.duplicate, m.comment, m.ended_at,
       (select jsonb_agg(to_jsonb(a) - '{id,message_id,started_at,changed_at,holder_turn}'::text[] order by position)
        from cascade.stage_attempts a where a.account_id = m.account_id and a.message_id = m.id) as attempts,
       (select jsonb_agg(jsonb_build_array(debit, credit, amount) order by id)
        from cascade.ledger l where l.account_id = m.account_id and l.message_id = m.id) as ledger,
       (select jsonb_agg(to_jsonb(e) - '{id,message_id,at}'::text[] order by at)
        from cascade.status_events e where e.account_id = m.account_id and e.message_id = m.id) as events,
       (select jsonb_agg(jsonb_build_array(queue, position, owner is null, is_heavy, tries) order by queue)
        from cascade.stage_parcels where account_id = m.account_id and m.id = any(message_ids)) as due
     from cascade.messages m where m.account_id = $1 order by m.id`,
    [accountId],
  );
  return rows;
}

/** On a busy machine it takes longer. */
const happens = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

test('a stage that begins with its acceptance leaves what one leaves that begins afterwards', async () => {
  await learn();
  expect(begun).toBeUndefined();
  expect(await accept(itemOf())).toEqual(['accepted']);
  expect(begun).toEqual({ count: 1, hasBegun: true });
  const [afterwards, at_once] = await storedOf(database.pool, account);
  expect(at_once).toEqual(afterwards);
  expect(at_once).toMatchObject({ state: 'running', reserved: 4, comment: 'late' });
  expect(sent[1]).toEqual({
    ...sent[0],
    attemptId: sent[1]?.attemptId,
    content: expect.anything(),
    expiresAt: expect.any(String),
  });
  expect(await booksOf(database.pool, account)).toMatchObject({ balance: 994, reserved: 8, spent: 6 });
});

test('its gateway gets it once, and a report of it is known', async () => {
  await learn();
  await accept(itemOf());
  for (const answer of answering.splice(0)) answer();
  const statuses = async () => {
    const { rows } = await database.pool.query(
      'select status from cascade.stage_attempts where account_id = $1',
      [account],
    );
    return rows.map(({ status }) => status);
  };
  await happens(async () => expect(await statuses()).toEqual(['SENT', 'SENT']));
  expect(new Set(sent.map(({ attemptId }) => attemptId)).size).toBe(2);
  expect(sent).toHaveLength(2);
});

test('many begin in one statement', async () => {
  await learn();
  expect(await accept(...Array.from({ length: 50 }, () => itemOf()))).toEqual(Array(50).fill('accepted'));
  expect(begun).toEqual({ count: 50, hasBegun: true });
  await happens(() => expect(sent).toHaveLength(51));
  expect(await booksOf(database.pool, account)).toMatchObject({ balance: 1_000 - 51 * 3, spent: 51 * 3 });
});

const changes: readonly (readonly [what: string, sql: string, event: object])[] = [
  [
    'has a template',
    "insert into cascade.templates (account_id, channel, name, text) values ($1, 'SMS', 'code', '{code} is it')",
    { status: 'UNDELIVERED', reason: 'no-template-match' },
  ],
  [
    'has lost its sender',
    'update cascade.senders set activated_at = null where account_id = $1',
    { status: 'UNDELIVERED', reason: 'error-subject-unknown' },
  ],
  [
    'receives other statuses',
    `update cascade.accounts set settings = '{"callbacks":{"statuses":["DELIVERED"]}}' where id = $1`,
    { status: 'ENQUEUED', state: noReceiver },
  ],
];

test.each(changes)('an account that %s meanwhile is read again', async (_, sql, event) => {
  await learn();
  await database.pool.query(sql, [account]);
  expect(await accept(itemOf())).toEqual(['accepted']);
  expect(begun).toEqual({ count: 1, hasBegun: false });
  await happens(async () => {
    const [, second] = await storedOf(database.pool, account);
    expect(second?.events).toMatchObject({ 0: event });
  });
});

test('a replica that the others have released begins nothing', async () => {
  await learn();
  await database.pool.query('delete from cascade.replicas where id = $1', [replica.id]);
  await accept(itemOf());
  expect(begun).toEqual({ count: 1, hasBegun: false });
});

test('none begins if one is not accepted, or repeats a message', async () => {
  await learn();
  expect(await accept(itemOf(), itemOf({ cost: 10_000 }))).toEqual(['accepted', 'unaffordable']);
  expect(begun).toEqual({ count: 2, hasBegun: false });
  await happens(() => expect(sent).toHaveLength(2));
  const one = itemOf();
  const like = itemOf();
  const repeating = { ...like, message: { ...like.message, ...pickFingerprint(one) } } as IntakeItem;
  await accept(one);
  expect(begun).toEqual({ count: 1, hasBegun: true });
  await accept(repeating);
  expect(begun).toEqual({ count: 1, hasBegun: false });
  await happens(async () =>
    expect((await storedOf(database.pool, account)).at(-1)?.events).toMatchObject([
      { reason: 'duplicated' },
      {},
    ]),
  );
});

test('of two alike in one batch the second is a duplicate', async () => {
  await learn();
  const one = itemOf();
  const like = itemOf();
  await accept(one, { ...like, message: { ...like.message, ...pickFingerprint(one) } } as IntakeItem);
  expect(begun).toEqual({ count: 1, hasBegun: true });
  const stored = await storedOf(database.pool, account);
  expect(stored.map(({ duplicate }) => duplicate)).toEqual([false, false, true]);
});

const pickFingerprint = ({ message }: IntakeItem) => ({ fingerprint: message?.fingerprint });

test('what has a start time, or fails a rule of its own, begins in its turn', async () => {
  await learn();
  await accept(itemOf({ startAt: new Date(Date.now() + 3_600_000) }), itemOf({ address: 'call me' }));
  expect(begun).toBeUndefined();
  await happens(async () =>
    expect((await storedOf(database.pool, account)).at(-1)?.events).toMatchObject([
      { reason: 'error-address-format' },
      {},
    ]),
  );
});

test('a batch that is committed again, because its answer was lost, begins once', async () => {
  await learn();
  const takeIds = createMessageIds(database.pool);
  const ids = [await takeIds(1)];
  const item = itemOf();
  const store = { pool: database.pool, takeIds, enqueue };
  expect(await commitBatch(store, [item], { ids })).toEqual(['accepted']);
  expect(begun?.hasBegun).toBe(true);
  expect(await commitBatch(store, [item], { ids })).toEqual(['accepted']);
  expect(begun?.hasBegun).toBe(false);
  await happens(() => expect(sent).toHaveLength(2));
  expect(await booksOf(database.pool, account)).toMatchObject({ balance: 994, reserved: 8, spent: 6 });
});

test('what is heavy begins in its turn: few such contents are in memory at once', async () => {
  await learn();
  await accept(itemOf({ content: { smsContent: { contentType: 'TEXT', text: 'x'.repeat(20_000) } } }));
  expect(begun).toBeUndefined();
});

test('a stage whose commit was not answered is sent once by the replica that gets its work', async () => {
  await learn();
  const takeIds = createMessageIds(database.pool);
  const pool = faultyPool(database.pool, () => true);
  await expect(commitBatch({ pool, takeIds, enqueue }, [itemOf()])).rejects.toThrow('reset');
  expect(begun).toEqual({ count: 1, hasBegun: false });
  await database.pool.query('update cascade.stage_parcels set owner = null where account_id = $1', [account]);
  await happens(() => expect(sent).toHaveLength(2));
  expect(await booksOf(database.pool, account)).toMatchObject({ balance: 994, reserved: 8, spent: 6 });
});
