import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseViolations } from '@cascade/client/violations';
import { startMock } from '@cascade/mock';
import { readDemoAccounts, startTestService } from '@cascade/service/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { run } from './run.ts';

const inExamples = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const vectors = dirname(fileURLToPath(import.meta.resolve('@cascade/spec/vectors/generated/requests.json')));
let mock: Awaited<ReturnType<typeof startMock>>;
let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  mock = await startMock({ port: 0, log: () => {} });
  service = await startTestService({ accounts: await readDemoAccounts() });
});

afterAll(async () => {
  await mock?.close();
  await service?.close();
});

const runners = [
  {
    language: 'Python',
    program: 'python3',
    probe: ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'],
    args: ['-B', inExamples('vectors-python/run.py')],
    folder: inExamples('vectors-python'),
  },
  {
    language: 'Go',
    program: 'go',
    probe: ['version'],
    // As the samples of the docs, so that the library of Go is compiled once.
    args: ['run', '-gcflags=all=-N -l', '.'],
    folder: inExamples('vectors-go'),
  },
] as const;

for (const { language, program, probe, args, folder } of runners) {
  const isThere = spawnSync(program, probe, { timeout: 60_000 }).status === 0;
  const why = isThere ? '' : ` (skipped: there is no usable ${program})`;

  describe.skipIf(!isThere)(`the vectors in ${language}${why}`, () => {
    const runAgainst = (url: string) => run(program, [...args, vectors, url], folder);

    test('pass against the mock and against the service', async () => {
      for (const { url } of [mock, service]) {
        const { code, output } = await runAgainst(url);
        expect(output).toMatch(/^\d{3} passed, 0 failed, \d+ skipped\n$/);
        expect(code).toBe(0);
      }
    }, 300_000);

    test('fail against a server that accepts everything', async () => {
      const { code, output } = await runAgainst(await startYesMan());
      expect(code).toBe(1);
      expect(output).toContain('text-missing');
      expect(output).not.toMatch(/ 0 failed/);
    }, 300_000);
  });
}

test('the client reads every violation text as the vectors do', () => {
  const text = readFileSync(join(vectors, 'violations.json'), 'utf8');
  const all: readonly { readonly detail: string; readonly violations: unknown }[] = JSON.parse(text).vectors;
  for (const { detail, violations } of all) expect(parseViolations(detail), detail).toEqual(violations);
});

/** A server that answers every request with 200 and an empty object. */
async function startYesMan(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}
