import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import { startMock } from '@cascade/mock';
import { describe, expect, onTestFinished, test } from 'vitest';
import { guideFiles, guidesFolder, isCodeBlock, loadGuides, parseGuide } from '../src/guides/guides.ts';
import { canRun, replaceAtOnce, runGuide } from './support/guide-runner.ts';

// They wait for their servers most of the time.
describe.concurrent.each(guideFiles())('%s', (file) => {
  const guide = parseGuide(readText(guidesFolder, file));
  const outputs = guide.parts.filter(isCodeBlock).filter((block) => block.use === 'output' && canRun(block));

  test('its code prints what the guide shows', { timeout: 600_000 }, async () => {
    expect(outputs.length).toBeGreaterThan(0);
    expect(await runGuide(guide)).toBe(outputs.length);
  });
});

test('a wrong output fails', async () => {
  const guide = parseGuide('# A\n\nB\n\n```sh run\necho one two\n```\n\n```text output\none three\n```\n');
  await expect(runGuide(guide)).rejects.toThrow('to match');
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
  expect(await runGuide(parseGuide(`# README\n\nIts request, twice.\n\n${fences.join('\n')}`))).toBe(1);
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

test('the provider file of the guide on moving is whole, and its switches work', async () => {
  const guide = readText(repositoryRoot, 'packages/docs/guides/7-move-an-existing-integration.md');
  const [, provider = ''] = /```yaml\n(.*?)```/s.exec(guide) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'cascade-guide-'));
  writeFileSync(join(folder, 'provider.yaml'), provider);
  const mock = await startMock({ port: 0, provider: join(folder, 'provider.yaml') });
  onTestFinished(async () => {
    await mock.close();
    rmSync(folder, { recursive: true });
  });
  const { status } = await fetch(`${mock.url}/api/cascade/schedule`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'shop-key' },
    body: JSON.stringify({
      requestId: '6a1f0c2b4d5e6',
      cascadeId: '2002',
      subscriberFilter: { address: '+12025550199', type: 'PHONE' },
      content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
    }),
  });
  expect(status).toBe(200);
});
