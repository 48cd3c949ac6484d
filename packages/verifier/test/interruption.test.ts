import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startMock } from '@cascade/mock';
import { expect, onTestFinished, test, vi } from 'vitest';
import { verify } from '../src/index.ts';
import { ownProfile } from './support/broken-provider.ts';
import { freshFolder } from './support/run-verifier.ts';

const path = (name: string) => new URL(name, import.meta.url).pathname;

/** Accepts its first request, and answers no other. */
async function startSilent() {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    if (requests === 1) response.writeHead(200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, requests: () => requests };
}

test('Ctrl-C ends a run with 2 and a partial report that says so', async () => {
  const silent = await startSilent();
  const file = join(await freshFolder(), 'report.json');
  const options = ['--profile', path('../profiles/mock.yaml'), '--target', silent.url, '--timeout', '60'];
  const child = spawn(process.execPath, [path('../src/cli.ts'), ...options, '--json', file]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  await vi.waitUntil(() => silent.requests() > 3, { timeout: 15_000, interval: 20 });
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect(code).toBe(2);
  expect(out).toContain('COULD NOT JUDGE: the run was interrupted\npartial   phases that ended: none');
  const report = JSON.parse(await readFile(file, 'utf8'));
  expect(report).toMatchObject({ verdict: 'could-not-judge', interrupted: true, findings: [] });
}, 30_000);

test('what had ended by then is in the report', async () => {
  const mock = await startMock({ port: 0 });
  onTestFinished(() => mock.close());
  const interruption = new AbortController();
  const report = await verify({
    target: mock.url,
    profile: await ownProfile('mock'),
    signal: interruption.signal,
    onPhase: ({ phase }) => phase === 'order' && interruption.abort(),
  });
  expect(report).toMatchObject({ verdict: 'could-not-judge', interrupted: true, findings: [] });
  expect(report.phases.map(({ phase }) => phase)).toEqual(['boundaries', 'order']);
  const boundary = report.ledger.find(({ clause }) => clause === '8/attachmentName');
  expect(boundary?.verdict).toBe('conformant');
});
