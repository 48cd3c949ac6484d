import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import { startMock } from '@cascade/mock';
import { answerWith, type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { startTestService } from '@cascade/service/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadGuides, readGuide } from '../src/guides/guides.ts';
import { canRun, replaceAtOnce, runGuide } from './support/guide-runner.ts';

// They wait for their servers most of the time.
describe.concurrent.each(loadGuides())('$file', (guide) => {
  const outputs = guide.blocks.filter((block) => block.use === 'output' && canRun(block));

  test('its code prints what the guide shows', { timeout: 600_000 }, async () => {
    expect(outputs.length).toBeGreaterThan(0);
    expect(await runGuide(guide)).toBe(outputs.length);
  });
});

test('a wrong output fails', async () => {
  const guide = readGuide('# A\n\nB\n\n```sh run\necho one two\n```\n\n```text output\none three\n```\n');
  await expect(runGuide(guide)).rejects.toThrow('to match');
});

test.each([
  ['run fails', 'echo one; exit 3', true],
  ['run fails', 'echo one', false],
  ['run', 'echo one; exit 3', false],
])('`%s` with the command `%s` passes: %s', async (words, command, passes) => {
  const guide = readGuide(
    `# A\n\nB\n\n\`\`\`sh ${words}\n${command}\n\`\`\`\n\n\`\`\`text output\none\n\`\`\`\n`,
  );
  if (passes) expect(await runGuide(guide)).toBe(1);
  else await expect(runGuide(guide)).rejects.toThrow('ended with');
});

test('how far the verifier is does not count as output', async () => {
  const says = '… 20 %, about 27 s left · 53 requests';
  const guide = `# A\n\nB\n\n\`\`\`sh run\necho '${says}'\necho judged\n\`\`\`\n\n\`\`\`text output\njudged\n\`\`\`\n`;
  expect(await runGuide(readGuide(guide))).toBe(1);
});

test('a guide whose program gave up waiting is run again, any other failure is not', async () => {
  // The runner replaces what is in /tmp, where the repository may be: the guide gets the path without its
  // first slash.
  const reports = join(import.meta.dirname, '../reports');
  mkdirSync(reports, { recursive: true });
  const folder = mkdtempSync(join(reports, 'again-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const flag = join(folder, 'flag');
  const failing = (says: string) =>
    readGuide(
      `# A\n\nB\n\n\`\`\`sh run\ncd /; flag="${flag.replace('/', '')}"\ntest -e $flag || { touch $flag; echo ${says}; exit 1; }\necho judged\n\`\`\`\n\n\`\`\`text output\njudged\n\`\`\`\n`,
    );
  await expect(runGuide(failing('no whole answer'))).rejects.toThrow('no whole answer');
  rmSync(flag);
  expect(await runGuide(failing('no whole answer in 5000 milliseconds'))).toBe(1);
});

test('a port of this run is not replaced again if it begins like one of the guide', () => {
  const pairs = [
    ['127.0.0.1:4010', '127.0.0.1:40129'],
    ['127.0.0.1:4012', '127.0.0.1:35127'],
  ] as const;
  expect(replaceAtOnce('127.0.0.1:4010 127.0.0.1:4012 127.0.0.1:40101', pairs)).toBe(
    '127.0.0.1:40129 127.0.0.1:35127 127.0.0.1:40101',
  );
});

test('the request of the README gets the answers that it shows', { timeout: 600_000 }, async () => {
  const [, command = ''] = /```sh\n(curl .*?)```/s.exec(readText(repositoryRoot, 'README.md')) ?? [];
  expect(command).toContain('127.0.0.1:4010');
  const fences = [
    ['sh serve', 'node packages/mock/src/cli.ts'],
    ['sh run', `${command}echo\n${command}`],
    ['text output', 'HTTP/1.1 200 …"requestId"…HTTP/1.1 400 …requestId-is-not-unique…'],
  ].map(([info, text]) => `\`\`\`${info}\n${text}\n\`\`\`\n`);
  expect(await runGuide(readGuide(`# README\n\nIts request, twice.\n\n${fences.join('\n')}`))).toBe(1);
});

test('guides are in order, with a title, a lead and no other h1', () => {
  const guides = loadGuides();
  expect(guides.map(({ slug }) => slug)).toEqual([
    'send',
    'retry-safely',
    'receive-callbacks',
    'test-against-the-mock',
    'verify-an-implementation',
    'run-the-service',
    'move-an-existing-integration',
    'write-a-provider',
  ]);
  for (const { title, lead, body } of guides) {
    expect(title).not.toBe('');
    expect(lead).toMatch(/\.$/);
    expect(body.text).not.toContain('<h1');
    expect(body.text).not.toMatch(/<h2>/);
  }
});

describe('the file of the guide on moving', () => {
  const guide = readText(repositoryRoot, 'packages/docs/guides/7-move-an-existing-integration.md');
  const [, file = ''] = /```yaml\n(.*?)```/s.exec(guide) ?? [];

  /** The file with more of a callback, read by mock and service. */
  async function bothWith(callback = '') {
    const folder = mkdtempSync(join(tmpdir(), 'cascade-guide-'));
    const accounts = join(folder, 'accounts.yaml');
    writeFileSync(accounts, file.replace('    callback:\n', `    callback:\n${callback}`));
    const mock = await startMock({ port: 0, provider: accounts, log: () => {} });
    const service = await startTestService({ accounts });
    onTestFinished(async () => {
      await Promise.all([mock.close(), service.close()]);
      rmSync(folder, { recursive: true });
    });
    return { mock: mock.url, service: service.url };
  }

  async function post(url: string, body: object) {
    const headers = { 'content-type': 'application/json', 'x-api-key': 'shop-key' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  }

  const schedule = (url: string, requestId: string) =>
    post(`${url}/api/cascade/schedule`, {
      requestId,
      cascadeId: '2002',
      subscriberFilter: { address: '+12025550199', type: 'PHONE' },
      content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
    });

  test('is whole, and its switches work in mock and service', async () => {
    for (const url of Object.values(await bothWith()))
      expect((await schedule(url, '6a1f0c2b4d5e6')).status).toBe(200);
  });

  test('a registration keeps its word: headers, the HEAD rule, and no URL', async () => {
    const closed = await startReceiver(answerWith(405));
    const [declared, registered] = await Promise.all([receiver(), receiver()]);
    onTestFinished(() => closed.close());
    const token = 'Token made-up';
    const urls = await bothWith(`      url: ${declared.url}\n      headers: { Authorization: ${token} }\n`);
    for (const [provider, url] of Object.entries(urls)) {
      const register = (body: object) => post(`${url}/api/callback/set`, body);
      const arrival = async ({ until, received }: Receiver, requestId: string) => {
        expect((await schedule(url, requestId)).status).toBe(200);
        return until(() => received.find(({ event }) => event.requestId === requestId));
      };
      const { headers } = await arrival(declared, `${provider}-1`);
      expect(headers.authorization).toBe(token);

      const others = {
        inMessageCallbackUrl: 'https://a.example/in',
        messageMatcherCallbackUrl: 'https://a.example/m',
      };
      expect(await register(others)).toMatchObject({ status: 200, body: {} });
      expect(await register({})).toMatchObject({ status: 400, body: { title: expect.any(String) } });
      const sent = { statusCallbackUrl: registered.url, subjectId: 1, ...others };
      const { status, body } = await register(sent);
      expect({ status, fields: Object.keys(Object(body)) }).toEqual({
        status: 200,
        fields: ['statusCallbackUrl', 'subjectId'],
      });
      expect((await arrival(registered, `${provider}-2`)).headers).not.toHaveProperty('authorization');
    }
    // The mock sends no HEAD, as its README says.
    expect(registered.received.filter(({ method }) => method === 'HEAD')).toHaveLength(1);
    expect(
      registered.received.find(({ method }) => method === 'HEAD')?.headers.authorization,
    ).toBeUndefined();
    const refused = await post(`${urls.service}/api/callback/set`, { statusCallbackUrl: closed.url });
    expect(refused).toMatchObject({ status: 400, body: { title: 'callback-url-not-valid' } });
  });
});

async function receiver(): Promise<Receiver> {
  const started = await startReceiver(answerWith(200));
  onTestFinished(() => started.close());
  return started;
}
