import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCascadeClient } from '@cascade/client';
import { freePort, startProgram } from '@cascade/repository/test-kit';
import { type Client, verifyClient, verifyReceiver } from '@cascade/verifier';
import { expect, onTestFinished, test, vi } from 'vitest';

const codes = { 'not-scheduled': 1, unknown: 2 } as const;

/** A client that is a function: it says what a program would print. */
const clientWith =
  (usedIdMeansAccepted: boolean): Client =>
  async ({ CASCADE_URL = '', CASCADE_API_KEY = '', CASCADE_REQUEST_ID: requestId }) => {
    const client = createCascadeClient({
      baseUrl: CASCADE_URL,
      apiKey: CASCADE_API_KEY,
      timeoutMs: 1_500,
      usedIdMeansAccepted,
    });
    const { error } = await client.schedule({
      ...(requestId === undefined ? {} : { requestId }),
      cascadeId: 2002,
      subscriberFilter: { address: '+12025550199', type: 'PHONE' },
      content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
    });
    if (error === undefined) return { code: 0, out: 'scheduled' };
    return { code: codes[error.outcome], out: error.kind === 'problem' ? error.code : error.kind };
  };

test.each([false, true])(
  '@cascade/client is honest, usedIdMeansAccepted %s',
  { timeout: 60_000 },
  async (keepsUsed) => {
    const { findings, verdict, inconclusive } = await verifyClient({
      name: '@cascade/client',
      client: clientWith(keepsUsed),
      assumptions: true,
      profile: { client: { attempts: 3, timeoutSeconds: 1.5, takesRequestId: true, keepsUsed } },
    });
    expect([findings, verdict]).toEqual([[], 'conformant']);
    expect(inconclusive.length).toBeLessThan(6);
  },
);

const secrets = [1, 2].map((number) => `whsec_${Buffer.from(`${number}`.repeat(24)).toString('base64')}`);

test('@cascade/webhooks is honest, also when it is killed', { timeout: 150_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-judged-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const handled = join(folder, 'handled.txt');
  const file = fileURLToPath(new URL('receiver-program.ts', import.meta.url));
  const environment = {
    ...process.env,
    CASCADE_SECRETS: secrets.join(' '),
    CASCADE_HANDLED: handled,
    PORT: String(port),
  };
  const start = () => startProgram(process.execPath, [file], { environment });
  let server = start();
  onTestFinished(async () => void (await server.end()));
  await vi.waitUntil(() => fetch(url, { method: 'HEAD' }).catch(() => undefined), { timeout: 60_000 });
  const { findings, verdict, inconclusive } = await verifyReceiver({
    url,
    assumptions: true,
    profile: { receiver: { secrets, handled, handler: ['waits', 'fails', 'panics'] } },
    async restart() {
      await server.end('SIGKILL');
      server = start();
    },
  });
  expect([findings, verdict]).toEqual([[], 'conformant']);
  expect(inconclusive.map(({ reason }) => reason).toSorted()).toEqual([
    'the profile does not say receiver.keepsIds: true',
    'the profile has no receiver.longestBody',
  ]);
});
