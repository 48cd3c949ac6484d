import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { readContract } from '@cascade/contract';
import { createMock } from '@cascade/mock';
import { expect, onTestFinished, test } from 'vitest';
import { numbersOf } from './reasons.ts';

const { reasons, demoNumbers } = readContract();
/** Cascades of the account `demo` with one stage. */
const cascades = [
  { channel: 'SMS', cascadeId: 2002, content: 'smsContent' },
  { channel: 'CHATTWO', cascadeId: 4010, content: 'chattwoContent' },
] as const;

test('every reason has a number, and is reported on a channel of its own', () => {
  for (const { reason, channels } of reasons) {
    const [first] = numbersOf(reason, demoNumbers);
    const on = Object.entries(first?.outcomes ?? {}).filter(([, outcome]) => outcome.reason === reason);
    const expected = channels.length === 0 ? ['SMS', 'CHATONE', 'CHATTWO'] : channels;
    expect({ reason, on: on.map(([channel]) => channel) }).toEqual({ reason, on: expected });
  }
});

test('the mock reports for each number what its page says, channel by channel', async () => {
  const { url, received } = await startReceiver();
  const mock = await createMock();
  onTestFinished(() => mock.stop());
  const send = async (target: string, body: object) => {
    const headers = { 'x-api-key': 'demo-key', 'content-type': 'application/json' };
    const readBody = () => Promise.resolve(new TextEncoder().encode(JSON.stringify(body)));
    const answer = await mock.answer({ method: 'POST', target, headers, readBody });
    expect(answer.status).toBe(200);
    await answer.afterwards?.();
  };
  await send('/api/callback/set', { statusCallbackUrl: url });
  for (const { reason } of reasons)
    for (const { channel, cascadeId, content } of cascades) {
      const [first] = numbersOf(reason, demoNumbers);
      await send('/api/cascade/schedule', {
        requestId: crypto.randomUUID(),
        cascadeId,
        subscriberFilter: { address: first?.number, type: 'PHONE' },
        content: { [content]: { contentType: 'TEXT', text: 'Code 4821' } },
      });
      const { status, reason: error } = first?.outcomes[channel] ?? {};
      expect({ reason, ...received.at(-1) }).toMatchObject({ reason, channelType: channel, status, error });
    }
  const ends = received.filter((event) => !['ENQUEUED', 'SENT'].includes(String(Object(event).status)));
  expect(ends).toHaveLength(reasons.length * cascades.length);
});

/** A receiver that keeps the callbacks. */
async function startReceiver() {
  const received: object[] = [];
  const server = createServer(async (request, response) => {
    received.push(Object(await json(request)));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}
