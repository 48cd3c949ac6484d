import type { RequestListener } from 'node:http';
import { serve } from '@cascade/test-kit';
import { closedAfterTest } from '@cascade/test-kit/vitest';
import { expect, test } from 'vitest';
import { exitCodeOf, type Report, verify } from '../src/index.ts';
import { ownProfile } from './support/broken-provider.ts';

async function judge(listener: RequestListener, timeoutInMilliseconds = 60_000): Promise<Report> {
  const { url } = await closedAfterTest(serve(listener));
  return verify({
    target: url,
    profile: await ownProfile('mock'),
    seed: 1,
    timeoutInMilliseconds,
    graceInMilliseconds: 300,
    phases: ['boundaries'],
  });
}

test('a closed port', async () => {
  const report = await verify({ target: 'http://127.0.0.1:1', profile: await ownProfile('mock') });
  expect(report).toMatchObject({
    verdict: 'could-not-judge',
    reason: 'http://127.0.0.1:1 cannot be judged: connection refused',
  });
  expect(exitCodeOf(report)).toBe(2);
});

test('a target that never answers', async () => {
  const report = await judge(() => {}, 300);
  expect(report.reason).toMatch(/no whole answer in 300 milliseconds/);
});

test('a target that hangs up', async () => {
  const report = await judge((request) => request.socket.destroy());
  expect(report.reason).toMatch(/the connection broke/);
});

test('a target that answers without end', async () => {
  const chunk = Buffer.alloc(65_536, 'x');
  let written = 0;
  const report = await judge((_, response) => {
    const more = () => {
      written += chunk.length;
      if (!response.destroyed && response.write(chunk)) setImmediate(more);
    };
    response.on('drain', more).on('error', () => {});
    more();
  });
  expect(report.reason).toMatch(/more than 1048576 bytes/);
  expect(written).toBeLessThan(64 * 1_048_576);
});

test('a target that answers with pages', async () => {
  const report = await judge((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
  });
  expect(report.verdict).toBe('non-conformant');
  expect(new Set(report.findings.map(({ check }) => check))).toEqual(new Set(['negative-data-rejection']));
});

test('a target that does not take the key', async () => {
  const report = await judge((_, response) => {
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end('{"title":"auth-error","status":401}');
  });
  expect(report.reason).toMatch(/does not take keys.good/);
});

test('a target that goes away in the middle', async () => {
  let served = 0;
  const report = await judge((request, response) => {
    served += 1;
    if (served > 5) request.socket.destroy();
    else response.writeHead(200).end();
  });
  expect(report).toMatchObject({
    verdict: 'non-conformant',
    findings: expect.arrayContaining([expect.objectContaining({ check: 'answers' })]),
  });
  expect(report.stopped).toMatch(/^the provider stopped answering after /);
});
