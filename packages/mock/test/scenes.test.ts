import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerWith } from '@cascade/repository/test-kit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMock } from '../src/index.ts';
import { openAccount, startLaboratory, to } from './support/laboratory.ts';
import { send } from './support/send.ts';
import { startForTest } from './support/start.ts';

const hour = 3_600;

test('an event is overtaken by the next if its callback is delayed, and its time tells the order', async () => {
  const { control, account, schedule, forward, came } = await startLaboratory();
  await control.createScene({ account, callbacks: [{ status: 'SENT', delaySeconds: 10 }] });
  await schedule('SMS');
  await forward(9);
  expect(came()).toEqual(['0 SMS ENQUEUED', '0 SMS DELIVERED']);
  await forward(1);
  expect(came()).toEqual(['0 SMS ENQUEUED', '0 SMS DELIVERED', '0 SMS SENT']);
});

test('a callback is repeated with the same webhook-id, and another is dropped', async () => {
  const { control, account, schedule, forward, receiver } = await startLaboratory();
  const callbacks = [
    { status: 'DELIVERED', repeat: 2 },
    { status: 'SENT', drop: true },
  ];
  await control.createScene({ account, callbacks });
  await schedule('SMS');
  await forward(0);
  const [first, ...rest] = receiver.received;
  expect(first?.event.status).toBe('ENQUEUED');
  expect(rest.map(({ event }) => event.status)).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
  expect(new Set(rest.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(rest[0]?.headers['webhook-id']).not.toBe(first?.headers['webhook-id']);
});

test('what a receiver refuses is sent again by ADR-0018, with the time of the machine in each signature', async () => {
  const { schedule, forward, receiver } = await startLaboratory(answerWith(500));
  await schedule('SMS');
  const counts: number[] = [];
  for (const seconds of [0, 3, 1, 128, 2_048, hour]) {
    await forward(seconds);
    counts.push(receiver.received.length / 3);
  }
  expect(counts).toEqual([1, 1, 2, 3, 4, 5]);
  expect((await forward(48 * hour)).next).toBeNull();
  // At once, after 4, 132 and 2,180 seconds, and each hour until a day has passed.
  expect(receiver.received.length / 3).toBe(27);
  const last = receiver.received.at(-1)?.headers;
  expect(Math.abs(Number(last?.['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
});

test('Retry-After puts the next attempt off', async () => {
  const { schedule, forward, receiver, control, account, begin } = await startLaboratory(
    answerWith(503, { 'retry-after': '60' }),
  );
  await schedule('SMS');
  await forward(59);
  expect(receiver.received).toHaveLength(3);
  const nextAt = new Date(begin.getTime() + 60_000).toISOString();
  expect((await control.listCallbacks({ account })).map((one) => one.nextAt)).toEqual([
    nextAt,
    nextAt,
    nextAt,
  ]);
  await forward(1);
  expect(receiver.received).toHaveLength(6);
});

test('after 410 nothing more is sent, until the address is registered again', async () => {
  const statuses = [410, 204];
  const { schedule, forward, receiver, register, came } = await startLaboratory(
    (response, _, index) => void response.writeHead(statuses[index] ?? 204).end(),
  );
  await schedule('SMS');
  await forward(48 * hour);
  await schedule('SMS');
  await forward(0);
  expect(receiver.received).toHaveLength(1);
  await register();
  await schedule('CHATTWO');
  await forward(0);
  expect(came().slice(1)).toHaveLength(3);
});

test('a scene applies to the messages of its account and address, from the nth on, and so often', async () => {
  const mock = await startForTest({ control: true });
  const one = await openAccount(mock);
  const other = await openAccount(mock);
  const wanted = { account: one.account, address: '+12025550100', nth: 2, times: 1 };
  await one.control.createScene({ ...wanted, stages: [{ response: 'UNDELIVERED', reason: 'a-new-reason' }] });
  for (const { schedule, forward } of [one, other])
    for (const address of ['+12025550177', '+12025550100', '+12025550100', '+12025550100']) {
      await schedule('SMS', to(address));
      await forward(301);
    }
  const failures = ({ came }: typeof one) => came().filter((line) => / UNDELIVERED /.test(line));
  expect(failures(one)).toEqual(['602 SMS UNDELIVERED a-new-reason']);
  expect(failures(other)).toEqual([]);
  expect(await one.control.listScenes()).toEqual([]);
});

test('scenes are listed, and removed by id or all; a reset of an account removes its own', async () => {
  const { control, account, mock } = await startLaboratory();
  const stages = [{ response: 'SENT' as const }];
  const first = await control.createScene({ account, stages });
  expect(first).toEqual({ id: 1, applied: 0, scene: { account, stages } });
  await control.createScene({ stages });
  await control.reset({ account });
  expect((await control.listScenes()).map(({ id }) => id)).toEqual([2]);
  await expect(control.removeScenes(1)).rejects.toThrow('/id: expected the id of a scene, found 1');
  await control.removeScenes(2);
  await control.createScene({ stages });
  await control.removeScenes();
  expect((await send(mock.url, { method: 'GET', path: '/control/scenes' })).body).toEqual({ scenes: [] });
});

test.each([
  ['scenes', {}, 'expected stages or callbacks, found neither'],
  ['scenes', { stages: [{ response: 'LOST' }] }, '/stages/0/response: '],
  ['scenes', { stages: [{ reason: 'duplicated' }] }, '/stages/0/reason: expected only beside UNDELIVERED'],
  [
    'scenes',
    { stages: [{ receipts: [{ status: 'SENT', afterSeconds: 1, reason: 'x' }] }] },
    '/stages/0/receipts/0/reason: expected only beside UNDELIVERED',
  ],
  [
    'scenes',
    { stages: [{ receipts: [{ status: 'READ', afterSeconds: -1 }] }] },
    '/stages/0/receipts/0/afterSeconds: ',
  ],
  ['scenes', { callbacks: [{ repeat: 101 }] }, '/callbacks/0/repeat: '],
  [
    'scenes',
    { account: 'dmo', stages: [] },
    '/account: expected the name of an account, found "dmo"; did you mean',
  ],
  ['clock', {}, 'expected speed or forwardSeconds, found neither'],
  ['clock', { speed: -1 }, '/speed: '],
  ['clock', { forwardSeconds: 1e9 }, '/forwardSeconds: '],
  ['clock', { forward: 1 }, ''],
  ['clock', { account: 'none', speed: 0 }, '/account: expected the name of an account, found "none"'],
])('bad input: /control/%s %j', async (path, body, detail) => {
  const mock = await startForTest({ control: true });
  const { status, body: problem } = await send(mock.url, { path: `/control/${path}`, body });
  expect(status).toBe(detail.startsWith('/account') ? 404 : 400);
  expect(Object(problem).detail).toMatch(/^(?:\/|[a-z])/);
  expect(Object(problem).detail).toContain(detail);
});

function sceneFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cascade-scenes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'scenes.yaml');
  writeFileSync(file, text);
  return file;
}

test('a file of scenes applies from the start, also without control, and after a reset', async () => {
  const scenes = sceneFile('- stages: [{ response: UNDELIVERED, reason: chat-window-closed }]\n');
  const mock = await startForTest({ control: true, scenes });
  const { control, account, schedule, forward, came } = await openAccount(mock);
  await control.createScene({ account, stages: [] });
  await schedule('CHATTWO');
  await forward(0);
  expect(came().at(-1)).toBe('0 CHATTWO UNDELIVERED chat-window-closed');
  await control.reset();
  expect(await control.listScenes()).toHaveLength(1);
});

test('a file of scenes with faults is refused with each line', async () => {
  const scenes = sceneFile('- stages:\n    - response: LOST\n- callbacks: [{ delay: 1 }]\n- {}\n');
  await expect(createMock({ scenes })).rejects.toThrow(/:2:7: .*\n.*:3:17: .*\n.*:4:3: /);
  await expect(createMock({ scenes: sceneFile('stages: []\n') })).rejects.toThrow(
    'expected a list of scenes',
  );
});

test('what was sent is listed with the answers of the receiver, and waited for', async () => {
  const statuses = [500, 204];
  const laboratory = await startLaboratory(
    (response, _, index) => void response.writeHead(statuses[index] ?? 204).end(),
  );
  const { control, account, schedule, forward, receiver } = laboratory;
  await control.createScene({ account, callbacks: [{ status: 'SENT', drop: true }] });
  const waited = control.waitForCallbacks({ account, eventStatus: 'DELIVERED' }, { waitSeconds: 20 });
  const requestId = await schedule('SMS');
  expect(await waited).toMatchObject([{ attempt: 1, result: '204', event: { requestId } }]);
  await forward(4);
  const sent = await control.listCallbacks({ account });
  expect(
    sent.map(({ number, attempt, result, event }) => [number, attempt, result, Object(event).status]),
  ).toEqual([
    [1, 1, '500', 'ENQUEUED'],
    [2, 0, 'not sent: its scene drops it', 'SENT'],
    [3, 1, '204', 'DELIVERED'],
    [4, 2, '204', 'ENQUEUED'],
  ]);
  expect(sent[0]?.webhookId).toBe(sent[3]?.webhookId);
  expect(sent[0]).toMatchObject({ account, to: new URL(receiver.url).origin });
  expect(JSON.stringify(sent)).not.toMatch(/signature|whsec|\/status"/);
  expect(await control.listCallbacks({ requestId: 'none' })).toEqual([]);
  await control.reset({ account });
  expect(await control.listCallbacks({ account })).toEqual([]);
});

test('a callback that a reset ends is not listed after it', async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const { control, account, schedule, mock } = await startLaboratory(() => resolve());
  await schedule('SMS');
  await arrived;
  await control.reset({ account });
  await vi.waitFor(() => expect(mock.lines.join('')).toContain('no answer: AbortError'), 20_000);
  expect(await control.listCallbacks()).toEqual([]);
});

test('an event of a test, such as an inbound message, is signed and sent like any other', async () => {
  const statuses = [503, 204, 204];
  const { control, account, forward, receiver } = await startLaboratory(
    (response, _, index) => void response.writeHead(statuses[index] ?? 204).end(),
  );
  const event = { direction: 'IN', text: 'Stop' };
  expect(await control.sendCallback({ account, event, repeat: 1 })).toMatchObject([{ result: '503', event }]);
  await forward(4);
  expect(receiver.received.map((one) => one.event)).toEqual([event, event, event]);
  expect(receiver.received[0]?.headers).toHaveProperty('webhook-signature');
  const { name } = await control.createAccount();
  await expect(control.sendCallback({ account: name, event })).rejects.toThrow(
    'conflict: /account: expected an account with a registered callback',
  );
});
