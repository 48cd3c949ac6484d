import { fileURLToPath } from 'node:url';
import { freePort, serve, startProgram } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { describe, expect, test } from 'vitest';
import { verifyGateway } from '../src/index.ts';
import {
  type FaultyGatewayOptions,
  type GatewayFault,
  startFaultyGateway,
} from './support/faulty-gateway.ts';
import { runVerifier } from './support/run-verifier.ts';

const authorization = 'Bearer for-trials';
const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
const patient = { timeoutInMilliseconds: 120_000 };
const common = { ...patient, authorization, secret, address: '+12025550199', channel: 'SMS' };
const slow = { timeout: 600_000 };

/** The ids of the demands that a gateway does not meet, and how often it asked for less. */
async function judged(faulty: Pick<FaultyGatewayOptions, 'fault' | 'most'>, waitInMilliseconds: number) {
  const receipts = `127.0.0.1:${await freePort()}`;
  const receiptsUrl = `http://${receipts}/`;
  const { url, close, limited } = await startFaultyGateway({ ...faulty, authorization, receiptsUrl, secret });
  const withdraw = `${url}/withdraw`;
  const withdrawalMilliseconds = faulty.fault === 'is slow to withdraw' ? 3_000 : 120_000;
  const options = { ...common, url, withdraw, withdrawalMilliseconds, receipts, waitInMilliseconds };
  const report = await verifyGateway(options).finally(close);
  const mismatches = report.results.filter(({ verdict }) => verdict === 'mismatch');
  expect(report.verdict).toBe(mismatches.length === 0 ? 'conformant' : 'non-conformant');
  return { mismatches: mismatches.map(({ id }) => id), limited: limited() };
}

const mismatchesOf = async (fault: GatewayFault | undefined, waitInMilliseconds: number) =>
  (await judged({ fault }, waitInMilliseconds)).mismatches;

/** The demands on answers to withdrawals. */
const withdrawals = [
  'withdrawal-answer',
  'withdrawal-without-reference',
  'withdrawal-further-members',
  'withdrawal-of-delivered',
] as const;

describe.concurrent('a gateway with a fault is told which', slow, () => {
  test('none, without a fault', async () => {
    expect(await mismatchesOf(undefined, 30_000)).toEqual([]);
  });

  test.each([
    // It takes longest.
    [['same-key-after-break'], 'stays under way if its caller leaves'],
    [
      [
        'permitted-answer',
        'further-members',
        'large-content',
        'end-of-stage',
        'wrong-address',
        'same-key-again',
        'same-key-at-once',
        'same-key-after-break',
        'expired',
        'many-at-once',
      ],
      'answers with a text',
    ],
    [['further-members'], 'refuses unknown members'],
    [['large-content'], 'takes small bodies only'],
    [
      ['same-key-again', 'same-key-at-once', 'same-key-after-break', 'same-key-late'],
      'sends what comes again',
    ],
    [['same-key-at-once'], 'forgets what is under way'],
    [['same-key-at-once', 'same-key-after-break'], 'fails what comes while it sends'],
    [['same-key-again', 'same-key-at-once', 'same-key-late'], 'calls a repetition duplicated'],
    [['same-key-late'], 'looks at the end before the key'],
    [['end-of-stage', 'expired'], 'refuses an end'],
    [['expired'], 'sends what has expired'],
    [['receipt-of-expired'], 'sends what it calls expired'],
    [['wrong-address'], 'refuses a wrong address with 400'],
    [['many-at-once'], 'drops what is too much'],
    [['own-reference'], 'has one reference'],
    [['wrong-authorization'], 'takes any authorization'],
    [['receipt-of-refused'], 'sends before it refuses'],
    [['receipt-signed'], 'signs the parsed body'],
    [['receipt-described'], 'writes statuses in lower case'],
    [withdrawals, 'withdraws with a text'],
    [withdrawals, 'is slow to withdraw'],
    [['withdrawal-again'], 'withdraws once'],
    [['withdrawal-of-unknown'], 'calls the unknown delivered'],
    [['withdrawal-authorization'], 'withdraws for anyone'],
    [['withdrawal-without-reference'], 'withdraws by the reference'],
    [['withdrawal-further-members'], 'withdraws with described fields only'],
    [['withdrawal-of-delivered'], 'withdraws what was delivered'],
    [['receipt-id'], 'gives each try a new id'],
    [['receipt-after-silence'], 'waits for answers without an end'],
    [['receipt-of-withdrawn'], 'delivers what it has withdrawn'],
  ] as const)('%j: it %s', async (ids, fault) => {
    expect(await mismatchesOf(fault, 30_000)).toEqual(ids);
  });

  test('none, if it asks for less', async () => {
    const { mismatches, limited } = await judged({ most: 3 }, 30_000);
    expect(mismatches).toEqual([]);
    expect(limited).toBeGreaterThan(0);
  });

  // They wait for what does not come, each time anew.
  test.each([
    [['receipt-comes'], 'tells nothing', 5_000],
    [['receipt-again', 'receipt-after-silence'], 'tells once', 15_000],
  ] as const)('%j: it %s', async (ids, fault, waitInMilliseconds) => {
    expect(await mismatchesOf(fault, waitInMilliseconds)).toEqual(ids);
  });
});

test.concurrent(
  'the example gateway is conformant, by the command line',
  slow,
  async ({ onTestFinished }) => {
    const receipts = `127.0.0.1:${await freePort()}`;
    const example = fileURLToPath(new URL('../../../examples/gateway-node/gateway.ts', import.meta.url));
    const child = startProgram(process.execPath, [example], {
      environment: {
        PORT: '0',
        GATEWAY_AUTHORIZATION: authorization,
        RECEIPTS_URL: `http://${receipts}/`,
        RECEIPT_SECRET: secret,
      },
    });
    onTestFinished(async () => void (await child.end()));
    const [, url = ''] = await child.printed(/listening on (\S+)/, 120);
    const withdraw = url.replace('/send', '/withdraw');
    const judged = ['--authorization', authorization, '--withdraw', withdraw];
    // A receipt comes after five seconds, so there is something to withdraw.
    const address = ['--address', '+12025550120'];
    const options = [...judged, ...address, '--receipts', receipts, '--secret', secret];
    const { code, out } = await runVerifier('gateway', url, ...options);
    expect(out).toMatch(
      new RegExp(`^CONFORMANT \\(gateway, \\d+ of \\d+ demands( judged)?\\): ${url}$`, 'm'),
    );
    expect(out.match(/^✓/gm)).toHaveLength(29);
    expect(code).toBe(0);
  },
);

test('without receipts and authorization these are not judged', slow, async () => {
  const receiptsUrl = 'http://127.0.0.1:1/';
  const { url } = await closedAfterTest(startFaultyGateway({ authorization, receiptsUrl, secret }));
  const options = { ...patient, url, address: '1', channel: 'SMS', waitInMilliseconds: 1_000 };
  const { verdict, results } = await verifyGateway({ ...options, authorization });
  expect(verdict).toBe('conformant');
  const open = results.filter((result) => result.verdict === 'inconclusive').map(({ because }) => because);
  expect(open).toEqual(Array(8).fill('no --receipts was given'));
  const blind = await verifyGateway(options);
  expect(blind.results[0]).toMatchObject({ verdict: 'mismatch', because: 'status 401' });
});

test('an interruption ends the wait for a gateway that asks for less', slow, async () => {
  const interruption = new AbortController();
  const { url } = await closedAfterTest(
    serve((request, response) => {
      if (request.method === 'POST') setImmediate(() => interruption.abort());
      response.writeHead(429, { 'retry-after': '59' }).end();
    }),
  );
  const { signal } = interruption;
  const options = { ...common, url, waitInMilliseconds: 1_000, signal };
  const { verdict, reason } = await verifyGateway(options);
  expect([verdict, reason]).toEqual(['could-not-judge', 'the run was interrupted']);
});

test('a gateway that is not there cannot be judged', async () => {
  const { code, out } = await runVerifier('gateway', 'http://127.0.0.1:1/send');
  expect([code, out]).toEqual([2, expect.stringContaining('COULD NOT JUDGE')]);
});
