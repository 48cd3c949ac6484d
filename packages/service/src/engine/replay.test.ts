import { randomUUID } from 'node:crypto';
import { seededRandom, startReceiver } from '@cascade/repository/test-kit';
import { accepted, type CascadeEvent, type Change, type PlannedStage, transition } from '@cascade/transition';
import { stageOf } from '@cascade/transition/testing';
import { demoNumbers, sceneOf } from '@cascade/types/demo-numbers';
import { expect, onTestFinished, test } from 'vitest';
import { anAccount, callbackSecret } from '../testing/declare.ts';
import { send } from '../testing/requests.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { reportsOfReceipt, reportsOfResult } from './gateway-reports.ts';

/**
 * Paths through the graph of the engine that the simulator can take, in the whole service: its callbacks are
 * those that `transition` alone foretells. `PATHS=2000 npm --prefix packages/service test --
 * src/engine/replay.test.ts` takes more.
 */
const count = Number(process.env.PATHS ?? 60);
const seed = Number(process.env.SEED ?? 1);

/** Between the times of receipts (1, 2, 5 and 60 seconds), so that a slow machine changes no order. */
const ttl = 8;
const channels = ['CHATONE', 'CHATTWO', 'SMS'] as const;
const subject = { id: 1, subject: 'codes' };
const database = withTestDatabase();

/** Each order of one to three channels, each stage but the last with a TTL or without. */
const orders = channels.flatMap((one) => {
  const others = channels.filter((channel) => channel !== one);
  const pairs = others.map((two) => [one, two]);
  const triples = others.map((two) => [one, two, ...others.filter((three) => three !== two)]);
  return [[one], ...pairs, ...triples];
});
const plans = orders.flatMap((order) =>
  Array.from({ length: 2 ** (order.length - 1) }, (_, mask) =>
    order.map((channel, at) => {
      const uuid = randomUUID();
      return stageOf({ uuid, channel, ttlSeconds: (mask >> at) % 2 === 0 ? null : ttl });
    }),
  ),
);

/** Without those whose attempts are repeated: the time of a repeat is that of its job. */
const addresses = Object.keys(demoNumbers).filter((address) => {
  const isLong = demoNumbers[address]?.receipts.some(({ afterSeconds }) => afterSeconds > ttl) === true;
  return demoNumbers[address]?.failures === 0 && (count > 60 || !isLong);
});

interface Path {
  readonly requestId: string;
  readonly address: string;
  /** Of the plan, from 0. */
  readonly cascade: number;
}

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21) + seconds * 1_000);

/** The changes in the order of their time, as the engine makes them of what the simulator says. */
function foretell(address: string, plan: readonly PlannedStage[]): readonly Change[] {
  const accountId = 1;
  const messageId = 1;
  const holder = { replica: 1, turn: 1 };
  const verdict = { refusal: null, template: null };
  const due = (position: number) =>
    ({
      kind: 'stage-due',
      accountId,
      messageId,
      position,
      attemptId: `${position}`,
      holder,
      verdict,
      isLate: false,
    }) as const;
  const left: { seconds: number; event: (now: Date) => readonly CascadeEvent[] }[] = [
    { seconds: 0, event: (now) => [{ ...due(1), at: now }] },
  ];
  const changes: Change[] = [];
  let state = accepted(1, plan);
  const begin = (seconds: number, position: number) => {
    const { response, receipts } = sceneOf(address, plan[position - 1]?.channel ?? '');
    const attemptId = `${position}`;
    left.push({ seconds, event: (now) => reportsOfResult(attemptId, response, now).reports });
    for (const { afterSeconds, ...receipt } of receipts)
      left.push({
        seconds: seconds + afterSeconds,
        event: (now) => reportsOfReceipt({ ...receipt, attemptId }, now).reports,
      });
  };
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const { seconds, event } = next;
    for (const one of event(at(seconds))) {
      const step = transition(state, one);
      state = step.state;
      changes.push(...step.changes);
      for (const change of step.changes) if (change.status === 'ENQUEUED') begin(seconds, change.position);
      for (const { queue, position, delaySeconds } of step.followups)
        left.push({
          seconds: seconds + delaySeconds,
          event: (now) =>
            queue === 'stage'
              ? [{ ...due(position), at: now }]
              : [{ kind: 'timer', accountId, messageId, position, at: now }],
        });
    }
    left.sort((one, other) => one.seconds - other.seconds);
  }
  return changes;
}

/** The callbacks of a path by stage, in their order. */
function expectedOf({ address, cascade, requestId }: Path): readonly string[] {
  const plan = plans[cascade] ?? [];
  return foretell(address, plan)
    .toSorted((one, other) => one.position - other.position)
    .map(({ position, status, reason }) => {
      const stage = plan[position - 1];
      return JSON.stringify({
        requestId,
        messageId: 0,
        cascadeId: cascade + 1,
        cascadeStageUUID: stage?.uuid,
        subject: subject.subject,
        subjectId: subject.id,
        channelType: stage?.channel,
        status,
        statusAt: '',
        error: reason,
        comment: null,
      });
    });
}

/** The same of what came: once each, by stage and time, without message ids and times. */
function cameOf({ cascade, requestId }: Path, bodies: readonly string[]): readonly string[] {
  const uuids = plans[cascade]?.map(({ uuid }) => uuid) ?? [];
  const read = bodies
    .filter((body) => body.includes(requestId))
    .map((body) => ({ body, ...JSON.parse(body) }))
    .map(({ body, cascadeStageUUID, statusAt }) => ({
      body,
      stage: uuids.indexOf(cascadeStageUUID),
      statusAt,
    }));
  return read
    .toSorted(
      (one, other) => one.stage - other.stage || Date.parse(one.statusAt) - Date.parse(other.statusAt),
    )
    .map(({ body }) =>
      body.replace(/"messageId":\d+/, '"messageId":0').replace(/"statusAt":"[^"]+"/, '"statusAt":""'),
    );
}

async function startAll() {
  const receiver = await startReceiver((response) => response.writeHead(200).end());
  onTestFinished(receiver.close);
  const cascades = plans.map((plan, place) => ({
    id: place + 1,
    name: `Plan ${place + 1}`,
    stages: plan.map(({ uuid, channel, ttlSeconds }) => ({
      uuid,
      channel: channel as (typeof channels)[number],
      subject,
      ...(ttlSeconds !== null && { ttl: `00:00:0${ttlSeconds}` }),
    })),
  }));
  const prices = { SMS: 3, CHATONE: 5, CHATTWO: 7 };
  const senders = channels.map((channel) => ({ channel, subject: 'codes', activated: true }));
  const callback = { secrets: [callbackSecret] };
  const service = await startTestService({
    database: database.connectionString,
    accounts: [anAccount('paths', { balance: 100_000, prices, cascades, senders, callback })],
    config: { lagSeconds: 3_600 },
  });
  onTestFinished(() => service.close());
  const post = (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': 'paths-key' };
    return send(service.url, { method: 'POST', path, headers, body });
  };
  expect(await post('/api/callback/set', { statusCallbackUrl: receiver.url })).toMatchObject({ status: 200 });
  return { receiver, post };
}

test(`${count} paths from seed ${seed} have the callbacks that the engine foretells`, async () => {
  const { receiver, post } = await startAll();
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const paths = Array.from({ length: count }, (): Path => {
    const address = addresses[below(addresses.length)] ?? '';
    return { requestId: randomUUID(), address, cascade: below(plans.length) };
  });
  const left = paths.values();
  const schedule = async () => {
    for (const { requestId, address, cascade } of left) {
      const text = `Code ${requestId}`;
      const contents = (plans[cascade] ?? []).map(({ channel }) => [
        `${channel.toLowerCase()}Content`,
        { contentType: 'TEXT', text },
      ]);
      const subscriberFilter = { address, type: 'PHONE' };
      const content = Object.fromEntries(contents);
      const body = { requestId, cascadeId: cascade + 1, subscriberFilter, content };
      expect(await post('/api/cascade/schedule', body)).toMatchObject({ status: 200 });
    }
  };
  await Promise.all(Array.from({ length: 16 }, schedule));
  const expected = paths.map(expectedOf);
  const bodies = () => [
    ...new Map(
      receiver.received.flatMap(({ headers, body }) =>
        body === '' ? [] : [[headers['webhook-id'], body] as const],
      ),
    ).values(),
  ];
  const all = expected.flat().length;
  await receiver.until(() => bodies().length >= all || undefined, 150).catch(() => {});
  const came = Map.groupBy(bodies(), (body) => String(JSON.parse(body).requestId));
  expect(paths.map((path) => cameOf(path, came.get(path.requestId) ?? []))).toEqual(expected);
  process.stdout.write(`${count} paths, ${all} callbacks\n`);
}, 600_000);
