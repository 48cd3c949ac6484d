import { buffer } from 'node:stream/consumers';
import { serve } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyReceiver } from '../src/index.ts';

const secret = 'whsec_Y2FzY2FkZS1tb2NrLWRlbW8tc2VjcmV0';

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function receive(statusOf: (received: Received) => number): Promise<string> {
  const receiver = await closedAfterTest(
    serve(async (request, response) => {
      const body = (await buffer(request)).toString();
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      response.writeHead(request.method === 'POST' ? statusOf({ headers, body }) : 200).end();
    }),
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
      webhook.verify(body, headers);
      return 200;
    } catch (error) {
      // The library parses what it has verified.
      return error instanceof SyntaxError ? 400 : 401;
    }
  });
  expect((await verifyReceiver({ url, secret, assumptions: true })).findings).toEqual([]);
});

test('a receiver that knows only the listed reasons is found out', async () => {
  const url = await receive(({ body }) => (/tomorrow|not-template-match/.test(body) ? 500 : 200));
  const report = await verifyReceiver({ url });
  expect(report.findings.map(({ scenario }) => scenario).toSorted()).toEqual([
    'receiver-takes-other-spelling',
    'receiver-takes-unlisted-reason',
  ]);
  expect(report.verdict).toBe('non-conformant');
});

test('a receiver that does not verify is found out, as far as its profile holds', async () => {
  const url = await receive(() => 200);
  const report = await verifyReceiver({ url, secret, profile: { holds: ['ADR-0017'] } });
  const decisions = new Set(report.findings.map(({ decision }) => decision));
  expect([...decisions]).toEqual(['ADR-0017']);
  expect(report.findings.map(({ scenario }) => scenario)).toContain(
    'reception-a-signature-of-another-secret',
  );
});

test.each([
  [{}, 'answers 401 to an ordinary event: pass its --secret'],
  [{ secret }, 'answers 401 to an ordinary event: is the secret the one of this receiver?'],
])('a receiver that takes nothing without another secret is not judged', async (given, reason) => {
  const report = await verifyReceiver({ url: await receive(() => 401), ...given });
  expect(report).toMatchObject({
    verdict: 'could-not-judge',
    reason: expect.stringContaining(reason),
    findings: [],
  });
});

test('a receiver that cannot be reached', async () => {
  expect(await verifyReceiver({ url: 'http://127.0.0.1:1/' })).toMatchObject({ verdict: 'could-not-judge' });
});
