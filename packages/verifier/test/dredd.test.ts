import { createRequire } from 'node:module';
import { stripVTControlCharacters } from 'node:util';
import { writeReleaseFiles } from '@cascade/contract/bundle';
import { startMock } from '@cascade/mock';
import { demoAccounts, startTestService } from '@cascade/service/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runPeer } from '../bench/peers/tools.ts';
import { startBroken } from './support/broken-provider.ts';

writeReleaseFiles();
const require = createRequire(import.meta.url);
const program = require.resolve('dredd/bin/dredd');
const description = require.resolve('@cascade/spec/generated/openapi-3.0-for-testers.json');
const hooks = require.resolve('@cascade/spec/testers/dredd-hooks.cjs');

/** Dredd as its users have it: the description, an address, and the hooks that we ship. */
async function dredd(url: string) {
  const out = stripVTControlCharacters(
    await runPeer(process.execPath, [program, description, url, '--hookfiles', hooks]),
  );
  const named = (word: string) =>
    [...out.matchAll(new RegExp(`^${word}: (.*)$`, 'gm'))].map(([, said]) => said);
  return { passed: named('pass'), failed: named('fail'), skipped: named('skip'), out };
}

async function startProvider() {
  const mock = await startMock({ port: 0, log: () => {} });
  onTestFinished(() => mock.close());
  return mock.url;
}

const examplesOfProvider = /\((429|500|503)\)/;

test('every named example of the description passes at the mock', async () => {
  const { failed, passed, skipped, out } = await dredd(await startProvider());
  expect(failed, out).toEqual([]);
  expect(passed.length).toBeGreaterThan(55);
  // What a provider says when it fails or is overloaded cannot be asked for.
  expect(skipped.filter((name) => !examplesOfProvider.test(name ?? ''))).toEqual([]);
}, 300_000);

test('every named example of the description passes at the service', async () => {
  const service = await startTestService({ accounts: demoAccounts });
  onTestFinished(() => service.close());
  const { failed, passed, out } = await dredd(service.url);
  expect(failed, out).toEqual([]);
  expect(passed.length).toBeGreaterThan(55);
}, 300_000);

test('another code, another status and a missing member fail', async () => {
  const url = await startProvider();
  const broken = await startBroken(url, async (request, pass) => {
    const answer = await pass(request);
    if (answer.body.includes('caption-not-specified'))
      return { ...answer, body: answer.body.replace('caption-', 'text-') };
    if (answer.body.includes('latitude-not-specified')) return { ...answer, status: 422 };
    if (request.path.endsWith('get-all'))
      return { ...answer, body: answer.body.replaceAll('"stages"', '"steps"') };
    return answer;
  });
  onTestFinished(() => broken.close());
  const told = (await dredd(broken.url)).failed.join('\n');
  expect(told).toContain('caption-not-specified');
  expect(told).toContain('POST (400) /api/cascade/schedule');
  expect(told).toContain('POST (200) /api/cascade/get-all');
}, 300_000);
