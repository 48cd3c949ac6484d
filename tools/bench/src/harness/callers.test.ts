import { json } from 'node:stream/consumers';
import { serve } from '@cascade/repository/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { atRate, stagedMessage, startCallers } from './callers.ts';

interface Asked {
  readonly key: unknown;
  readonly requestId: string;
}

/** A provider that answers in turn with these statuses, and then 200. */
async function startProvider(...statuses: readonly number[]) {
  const asked: Asked[] = [];
  const enough = Promise.withResolvers<void>();
  const provider = await serve(async (request, response) => {
    const { requestId } = (await json(request)) as Asked;
    asked.push({ key: request.headers['x-api-key'], requestId });
    const status = statuses[asked.length - 1] ?? 200;
    const title = status === 409 ? 'requestId-is-not-unique' : 'service-unavailable';
    response.writeHead(status).end(JSON.stringify({ title }));
    if (asked.length > statuses.length) enough.resolve();
  });
  onTestFinished(() => provider.close());
  return { url: provider.url, asked, enough: enough.promise };
}

test('a message that is refused is repeated with its id until it is decided, an unseen acceptance included', async () => {
  const { url, asked, enough } = await startProvider(503, 409);
  const callers = startCallers({ urls: () => [url], callers: 1, next: stagedMessage, repeatMs: 1 });
  await enough;
  await callers.stop();
  const [first, again] = asked;
  expect(again?.requestId).toBe(first?.requestId);
  expect(callers.calls.slice(0, 2)).toMatchObject([
    { status: 503, outcome: 'service-unavailable', isAccepted: false },
    { status: 409, outcome: 'requestId-is-not-unique', isAccepted: true },
  ]);
  expect([...callers.accepted.keys()][0]).toBe(first?.requestId);
});

test('without a pause for repeats, a message is sent once', async () => {
  const { url, asked, enough } = await startProvider(409);
  const callers = startCallers({ urls: () => [url], callers: 1, next: stagedMessage });
  await enough;
  await callers.stop();
  expect(callers.accepted.has(asked[0]?.requestId ?? '')).toBe(false);
  expect(callers.accepted.has(asked[1]?.requestId ?? '')).toBe(true);
});

test('an open loop begins as many calls as are due, whatever the calls before do', async () => {
  const never = new Promise<never>(() => {});
  const pace = atRate(1_000, (number) => (number === 0 ? never : Promise.resolve(number)), { most: 20 });
  await expect.poll(() => pace.sent).toBe(20);
});

test('an open loop ends with what its calls have answered', async () => {
  expect(await atRate(1_000, async (number) => number, { most: 3 }).done).toEqual([0, 1, 2]);
  const pace = atRate(0.001, async (number) => number);
  await expect.poll(() => pace.sent).toBe(1);
  expect(await pace.stop()).toEqual([0]);
});
