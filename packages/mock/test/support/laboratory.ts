import { type Received, startReceiver } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { expect } from 'vitest';
import { createMockControl, type NewAccount } from '../../src/control.ts';
import { send, validBody } from './send.ts';
import { startForTest } from './start.ts';

const text = { contentType: 'TEXT', text: 'Hello' };

/** By channel a cascade of one stage, and a cascade that falls through all; with content for their stages. */
const routes = {
  SMS: { cascadeId: 1, content: { smsContent: text } },
  CHATONE: { cascadeId: 2, content: { chatoneContent: text } },
  CHATTWO: { cascadeId: 3, content: { chattwoContent: text } },
  all: { cascadeId: 9, content: { smsContent: text, chatoneContent: text, chattwoContent: text } },
} as const;

export type Route = keyof typeof routes;

const single = (channel: 'SMS' | 'CHATONE' | 'CHATTWO') => ({
  id: routes[channel].cascadeId,
  stages: [{ channel }],
});

const cascades: NonNullable<NewAccount['cascades']> = [
  single('SMS'),
  single('CHATONE'),
  single('CHATTWO'),
  {
    id: routes.all.cascadeId,
    stages: [
      { channel: 'CHATTWO', ttl: '00:05:00' },
      { channel: 'CHATONE', ttl: '00:05:00' },
      { channel: 'SMS' },
    ],
  },
];

type Mock = Awaited<ReturnType<typeof startForTest>>;

/** A mock with control, a receiver, and an account whose clock is stopped. */
export async function startLaboratory(answer?: Parameters<typeof startReceiver>[0]) {
  const mock = await startForTest({ control: true });
  return openAccount(mock, answer);
}

/** One more account, with its own receiver, on the same mock. */
export async function openAccount(mock: Mock, answer?: Parameters<typeof startReceiver>[0]) {
  const receiver = await closedAfterTest(startReceiver(answer));
  const control = createMockControl(mock.url);
  const { name: account, key } = await control.createAccount({ cascades, balance: 1_000 });
  const headers = { 'x-api-key': key };
  const register = async (statusCallbackUrl = receiver.url) => {
    const body = { statusCallbackUrl };
    expect((await send(mock.url, { path: '/api/callback/set', body, headers })).status).toBe(200);
  };
  await register();
  const { now } = await control.setClock({ account, speed: 0 });
  const begin = Date.parse(now);
  /** Seconds since the begin. */
  const secondsOf = (time: unknown) => (Date.parse(String(time)) - begin) / 1_000;
  return {
    mock,
    control,
    account,
    key,
    receiver,
    register,
    begin: new Date(begin),
    post: (path: string, body: object) => send(mock.url, { path, body, headers }),
    /** Schedules a message, and returns its request id. */
    async schedule(route: Route, changes: Readonly<Record<string, unknown>> = {}) {
      const body = validBody({ ...routes[route], ...changes });
      const { status, body: answered } = await send(mock.url, { body, headers });
      expect({ status, answered }).toEqual({ status: 200, answered: { requestId: body.requestId } });
      return body.requestId;
    },
    forward: (forwardSeconds: number) => control.setClock({ account, forwardSeconds }),
    /** Each event as it came: its seconds since the begin rounded down, channel, status and error. */
    came: () => receiver.received.map((one) => lineOf(one, secondsOf)),
  };
}

function lineOf({ event }: Received, secondsOf: (time: unknown) => number): string {
  const { statusAt, channelType, status, error } = event;
  return [Math.floor(secondsOf(statusAt)), channelType, status, error ?? ''].join(' ').trim();
}

/** A demo number, or any other. */
export const to = (address: string) => ({ subscriberFilter: { address, type: 'PHONE' } });
