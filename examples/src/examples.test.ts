import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@cascade/repository/test-kit';
import { startTestService } from '@cascade/service/testing';
import { packedIn, tarballFolder } from '@cascade/trials/pack';
import { undeliveredReasons } from '@cascade/types';
import { demoAddressOf } from '@cascade/types/demo-numbers';
import { verifyClient, verifyReceiver } from '@cascade/verifier';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { compilerOptions, program } from './packed-client.ts';
import { mustRun, run } from './run.ts';
import { install, start } from './stranger.ts';

const secret = 'whsec_ZXhhbXBsZXMgb25seSwgYSBzZWNyZXQgZm9yIG5vYm9keQ==';
const patience = { timeout: 60_000, interval: 20 };
let service: Awaited<ReturnType<typeof startTestService>> | undefined;
let outside = '';
const asked = ['@cascade/client', '@cascade/mock', '@cascade/webhooks'];
const receivers = ['receive-hono', 'receive-express', 'receive-next-route'];

beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'cascade-outside-'));
  // Only what the examples depend on; the service runs from the workspace.
  const packed = packedIn(tarballFolder).filter(({ manifest }) => asked.includes(manifest.name));
  await install(['send-typescript', ...receivers, 'javascript-jsdoc', 'survive-typescript'], outside, packed);
  const accounts = fileURLToPath(new URL('../accounts.yaml', import.meta.url));
  service = await startTestService({ accounts });
});

afterAll(async () => {
  await service?.close();
  await rm(outside, { recursive: true, force: true });
});

const environment = () => ({ CASCADE_URL: service?.url, CALLBACK_SECRET: secret, PORT: '0' });

/** Checks the types of an example, and returns ways to run it. */
function withExample(name: string) {
  test('has no type errors', async () => {
    expect(await mustRun('npm', ['run', '--silent', 'check'], join(outside, name))).toBe('');
  });
  return {
    run: (file: string, args: readonly string[] = [], more: NodeJS.ProcessEnv = {}) =>
      run(process.execPath, [file, ...args], join(outside, name), { ...environment(), ...more }),
    start: (file: string) => start(file, join(outside, name), environment()),
  };
}

async function post(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'example-key' };
  const answer = await fetch(`${service?.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

async function sendTo(address: string): Promise<string> {
  const requestId = randomUUID();
  // On chattwo, the channel with all the reasons.
  const content = { chattwoContent: { contentType: 'TEXT', text: requestId } };
  const subscriberFilter = { address, type: 'PHONE' };
  await post('/api/cascade/schedule', { requestId, cascadeId: 4010, subscriberFilter, content });
  return requestId;
}

describe('the packed client', () => {
  test.each(Object.entries(compilerOptions))('has no type errors with %s resolution', async (_, options) => {
    const config = { compilerOptions: options, files: ['main.ts'] };
    await writeFile(join(outside, 'main.ts'), program);
    await writeFile(join(outside, 'tsconfig.json'), JSON.stringify(config));
    expect(await mustRun(join(outside, 'node_modules/.bin/tsc'), [], outside)).toBe('');
  });

  test('runs with Node', async () => {
    const output = await mustRun(process.execPath, ['out/main.js'], outside);
    expect(JSON.parse(output)).toEqual([
      'cascade-scheduling-request-is-not-valid',
      1,
      'after-fix',
      'matched-template-not-found',
      false,
    ]);
  });
});

describe('send-typescript', () => {
  const example = withExample('send-typescript');
  const send = async (args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const { code, output } = await example.run('send.ts', args, more);
    return [code, output.trim()];
  };
  const requestId = randomUUID();

  test('prints that a message is scheduled', async () => {
    expect(await send(['+12025550199', 'Code 4821', requestId])).toEqual([0, `scheduled ${requestId}`]);
  });

  test.each([
    ['an empty text', ['+12025550199', ''], {}, 'text-not-specified: Set text to a non-empty string.$'],
    [
      'another cascade',
      [],
      { CASCADE_ID: '4010' },
      '[a-z-]+: CHATTWO is missing, SMS is not in the cascade$',
    ],
    ['a wrong key', [], { CASCADE_API_KEY: 'wrong' }, 'auth-error: the key is wrong'],
    ['another code', ['+12025550199', 'Code', 'no-uuid'], {}, 'matched-template-not-found'],
  ])('explains %s', async (_, args, more, text) => {
    expect(await send(args, more)).toEqual([1, expect.stringMatching(`^not-scheduled: ${text}`)]);
  });

  test('says of a used request id that the message may be scheduled, and where to look', async () => {
    const [code, output] = await send(['+12025550199', 'Code 4821', requestId]);
    const said = `^unknown: requestId-is-not-unique: this request id was used before[^]*history, by the request id ${requestId}$`;
    expect([code, output]).toEqual([2, expect.stringMatching(said)]);
  });

  test('reports that there is no connection', async () => {
    const [code, output] = await send([], { CASCADE_URL: `http://127.0.0.1:${await freePort()}` });
    expect([code, output]).toEqual([1, expect.stringMatching(/^not-scheduled: no connection/)]);
  });
});

describe('to the verifier', () => {
  test('send-typescript is an honest client', { timeout: 120_000 }, async () => {
    const report = await verifyClient({
      name: 'send-typescript',
      assumptions: true,
      profile: {
        client: { attempts: 3, requestIdArguments: ['+12025550199', 'Code 4821', '{requestId}'] },
      },
      client: async (variables, args) => {
        const { code, output } = await run(
          process.execPath,
          ['send.ts', ...args],
          join(outside, 'send-typescript'),
          variables,
        );
        return { code, out: output };
      },
    });
    expect([report.findings, report.verdict]).toEqual([[], 'conformant']);
  });

  test.each(receivers)('%s is an honest receiver', { timeout: 60_000 }, async (name) => {
    const server = start('server.ts', join(outside, name), environment());
    onTestFinished(() => server.end());
    const line = await vi.waitUntil(() => server.lines[0], patience);
    const url = line.replace('listening on ', '');
    const { findings, verdict } = await verifyReceiver({ url, secret, assumptions: true });
    expect([findings, verdict]).toEqual([[], 'conformant']);
  });
});

describe.each(receivers)('%s', (name) => {
  const example = withExample(name);

  test('prints each reason and the delivery of messages', async () => {
    const server = example.start('server.ts');
    onTestFinished(() => server.end());
    const line = await vi.waitUntil(() => server.lines[0], patience);
    const statusCallbackUrl = line.replace('listening on ', '');
    await post('/api/callback/set', { statusCallbackUrl });
    const expected = [`${await sendTo('+12025550199')} DELIVERED`];
    for (const reason of undeliveredReasons())
      expected.push(`${await sendTo(demoAddressOf(reason))} UNDELIVERED: ${reason}`);
    await vi.waitFor(() => expect(server.lines).toEqual(expect.arrayContaining(expected)), patience);
  });
});

describe('javascript-jsdoc', () => {
  const example = withExample('javascript-jsdoc');

  test.each([
    ['+12025550199', 'arrived'],
    ['+12025550102', 'did not arrive: no-template-match'],
  ])('sends to %s and prints: %s', async (address, outcome) => {
    const { code, output } = await example.run('round-trip.js', [address]);
    expect([code, output.trim().split('\n').at(-1)]).toEqual([0, outcome]);
  });
});

describe('survive-typescript', () => {
  const example = withExample('survive-typescript');
  const titles = [
    'after a lost answer, the message is sent once',
    'a callback that comes twice is billed once',
    'a message that is delivered late, after its last stage has failed, is delivered',
  ];

  test.each([
    ['the shop passes', './shop.ts', '✔', 0],
    ['a careless shop fails', './careless.ts', '✖', 1],
  ])('%s', async (_, SHOP, mark, code) => {
    const ended = await example.run('--test', ['--test-reporter=spec'], { SHOP });
    for (const title of titles) expect(ended.output).toContain(`${mark} ${title}`);
    expect(ended.code).toBe(code);
  });
});
