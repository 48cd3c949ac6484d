import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startMock } from '@cascade/mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { descriptions, listReasons } from './inputs.ts';
import { checkResults } from './npm-checks.ts';
import { interopPage } from './page.ts';
import {
  collectCallbacks,
  failedSteps,
  type RoundTripStep,
  roundTrip,
  startAlteringProxy,
} from './round-trip.ts';
import { tools } from './tables.ts';
import { kitResults } from './try-kit.ts';
import { toolResults } from './try-tool.ts';

const paths = {
  schedule: '/api/cascade/schedule',
  setCallback: '/api/callback/set',
  history: '/api/messages/history',
};

let provider: { readonly steps: readonly RoundTripStep[]; close(): Promise<void> };

beforeAll(async () => {
  const mock = await startMock({ port: 0, log: () => {} });
  const proxy = await startAlteringProxy(mock.url);
  const steps = roundTrip(proxy.url, await collectCallbacks(mock.url, listReasons()));
  provider = { steps, close: () => Promise.all([proxy.close(), mock.close()]).then(() => undefined) };
}, 60_000);

afterAll(() => provider.close());

/** What a program without generated code prints. */
async function take({ name, operation, url, body }: RoundTripStep): Promise<string> {
  if (operation === 'decode') return JSON.stringify({ step: name, saw: JSON.parse(body) });
  const answer = await fetch(url + paths[operation], {
    method: 'POST',
    headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json' },
    body,
  });
  const { requestId, title, content } = JSON.parse(await answer.text());
  return JSON.stringify({
    step: name,
    saw: { status: answer.status, requestId, title, entries: content?.length },
  });
}

test('a client that reads plain JSON passes every step; the steps after the last line fail', async () => {
  const lines: string[] = [];
  for (const step of provider.steps) lines.push(await take(step));
  expect(failedSteps(provider.steps, lines.join('\n'))).toEqual([]);
  const half = failedSteps(provider.steps, lines.slice(0, 7).join('\n'));
  expect(half).toHaveLength(provider.steps.length - 7);
}, 60_000);

test('a step fails if a member is missing or differs', () => {
  const step = {
    ...provider.steps[0],
    name: 'one',
    expected: { status: 400, title: 'new-code' },
  } as RoundTripStep;
  const say = (saw: object) => JSON.stringify({ step: 'one', saw });
  expect(failedSteps([step], say({ status: 400, title: 'new-code', more: 1 }))).toEqual([]);
  expect(failedSteps([step], say({ status: 400 }))).toHaveLength(1);
  expect(failedSteps([step], say({ status: '400', title: 'new-code' }))).toHaveLength(1);
  expect(failedSteps([step], 'Traceback')).toHaveLength(1);
});

test('every reason is among the callbacks, and a status that is not listed', () => {
  const names = provider.steps.map(({ name }) => name);
  for (const reason of listReasons()) expect(names).toContain(`callback UNDELIVERED ${reason}`);
  expect(names).toEqual(expect.arrayContaining(['callback DELIVERED', 'callback RECALLED']));
  expect(new Set(names).size).toBe(names.length);
});

test('the page is that of the recorded results, each of which is that of a generator at its version', () => {
  const results = toolResults.read();
  const page = fileURLToPath(import.meta.resolve('@cascade/spec/interop.md'));
  expect(readFileSync(page, 'utf8')).toBe(
    interopPage(tools, results, checkResults.read(), kitResults.read()),
  );
  for (const { tool: name, version, attempts } of results) {
    const tool = tools.find((one) => one.name === name);
    expect(`${name} ${tool?.version}`).toBe(`${name} ${version}`);
    expect(Object.keys(attempts).sort()).toEqual(Object.keys(descriptions[tool?.reads ?? 'openapi']).sort());
  }
});
