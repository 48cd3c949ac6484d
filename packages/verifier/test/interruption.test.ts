import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startMock } from '@cascade/mock';
import { serve, startProgram } from '@cascade/repository/test-kit';
import { closedAfterTest, killedAfterTest } from '@cascade/repository/test-kit/vitest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { verify } from '../src/index.ts';
import { ownProfile } from './support/broken-provider.ts';
import { freshFolder } from './support/run-verifier.ts';

const path = (name: string) => new URL(name, import.meta.url).pathname;

/** Accepts its first request, and answers no other. */
async function startSilent() {
  let requests = 0;
  const { url } = await closedAfterTest(
    serve((_, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(200).end();
    }),
  );
  return { url, requests: () => requests };
}

test('Ctrl-C ends a run with 2 and a partial report that says so', async () => {
  const silent = await startSilent();
  const file = join(await freshFolder(), 'report.json');
  const options = ['--profile', path('../profiles/mock.yaml'), '--target', silent.url, '--timeout', '60'];
  const program = [path('../src/cli.ts'), ...options, '--json', file];
  const child = killedAfterTest(startProgram(process.execPath, program));
  await vi.waitUntil(() => silent.requests() > 3, { timeout: 60_000, interval: 20 });
  expect(await child.end('SIGINT')).toBe(2);
  expect(child.output).toContain('COULD NOT JUDGE\nthe run was interrupted\nPhases that ended: none\n');
  const report = JSON.parse(await readFile(file, 'utf8'));
  expect(report).toMatchObject({ verdict: 'could-not-judge', interrupted: true, findings: [] });
});

test('what had ended by then is in the report', async () => {
  const mock = await startMock({ port: 0 });
  onTestFinished(() => mock.close());
  const interruption = new AbortController();
  const report = await verify({
    target: mock.url,
    timeoutInMilliseconds: 60_000,
    profile: await ownProfile('mock'),
    signal: interruption.signal,
    onPhase: ({ phase }) => phase === 'order' && interruption.abort(),
  });
  expect(report).toMatchObject({ verdict: 'could-not-judge', interrupted: true, findings: [] });
  // The vectors run beside the others, and may have ended as well.
  expect(report.phases.map(({ phase }) => phase).filter((phase) => phase !== 'vectors')).toEqual([
    'boundaries',
    'order',
  ]);
  const boundary = report.ledger.find(({ clause }) => clause === '8/attachmentName');
  expect(boundary?.verdict).toBe('conformant');
});
