import { answerWith, type Received, startReceiver } from '@cascade/test-kit';
import { closedAfterTest } from '@cascade/test-kit/vitest';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyReceiver } from '../src/index.ts';

const secret = 'whsec_Y2FzY2FkZS1tb2NrLWRlbW8tc2VjcmV0';

async function receive(statusOf: (received: Received) => number): Promise<string> {
  const receiver = await closedAfterTest(
    startReceiver((response, received) =>
      answerWith(received.method === 'POST' ? statusOf(received) : 200)(response),
    ),
  );
  return receiver.url;
}

test('a receiver that accepts everything is conformant', async () => {
  const report = await verifyReceiver({ url: await receive(() => 204) });
  expect(report.findings).toEqual([]);
  expect(report.phases[0]?.attempts).toBe(17);
});

test('a receiver that verifies signatures is conformant with the secret, and refuses forged ones', async () => {
  const webhook = new Webhook(secret);
  const url = await receive(({ body, headers }) => {
    try {
      webhook.verify(
        body,
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      );
      return 200;
    } catch {
      return 401;
    }
  });
  expect((await verifyReceiver({ url, secret, assumptions: true })).findings).toEqual([]);
});

test('a receiver that knows only the listed reasons is found out', async () => {
  const url = await receive(({ body }) => (/tomorrow|not-template-match/.test(body) ? 500 : 200));
  const report = await verifyReceiver({ url });
  expect(report.findings.map(({ scenario }) => scenario)).toEqual([
    'receiver-takes-other-spelling',
    'receiver-takes-unlisted-reason',
  ]);
  expect(report.verdict).toBe('non-conformant');
});

test('a receiver that does not verify is found out', async () => {
  const report = await verifyReceiver({ url: await receive(() => 200), secret, assumptions: true });
  expect(report.findings.map(({ scenario }) => scenario)).toEqual(['receiver-refuses-forged']);
});

test('a receiver that cannot be reached', async () => {
  expect(await verifyReceiver({ url: 'http://127.0.0.1:1/' })).toMatchObject({ verdict: 'could-not-judge' });
});
