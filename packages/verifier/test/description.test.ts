import { startMock } from '@cascade/mock';
import { expect, onTestFinished, test } from 'vitest';
import type { ProxyChange } from '../mutants/mutant.ts';
import { startMutantProxy } from '../mutants/proxy/mutant-proxy.ts';
import { type Report, verify } from '../src/index.ts';
import type { Phase } from '../src/scenario/scenario.ts';
import { type Break, ownProfile, startBroken } from './support/broken-provider.ts';

const silent = { port: 0, log: () => {} };

/**
 * Judges the mock behind that change, by what the description makes, unless other phases are named as well.
 */
async function judge(
  breaks: Break,
  { holds, phases = [] }: { readonly holds?: readonly string[]; readonly phases?: readonly Phase[] } = {},
): Promise<Report> {
  const mock = await startMock(silent);
  onTestFinished(() => mock.close());
  const broken = await startBroken(mock.url, breaks);
  onTestFinished(() => broken.close());
  const own = await ownProfile('mock');
  const profile = holds === undefined ? own : { ...own, holds };
  return verify({ target: broken.url, profile, seed: 1, fast: true, phases: [...phases, 'description'] });
}

const scenariosOf = ({ findings }: Report) => findings.map(({ scenario }) => scenario);

test('the mock matches all that its description makes', async () => {
  const { findings, scenarios } = await judge((request, pass) => pass(request), { phases: ['callback'] });
  expect(findings).toEqual([]);
  const kinds = Object.groupBy(scenarios, ({ generated = 'by hand' }) => generated);
  const counts = Object.fromEntries(Object.entries(kinds).map(([kind, own = []]) => [kind, own.length]));
  expect(counts).toMatchObject({ example: 20, response: 47, callback: 1 });
  expect(counts.constraint).toBeGreaterThan(150);
  expect(kinds.answer?.map(({ scenario }) => scenario)).toContain('answers-scheduleMessage-400');
});

test('a run registers nothing that the callbacks of the next run would go to', async () => {
  const mock = await startMock(silent);
  onTestFinished(() => mock.close());
  const scenarios = ['reason-message-undeliverable', 'setCallback-with-subjectId-inside'];
  const profile = await ownProfile('mock');
  const run = () => verify({ target: mock.url, profile, scenarios, setupCheck: false });
  for (const report of [await run(), await run()]) {
    expect(report.findings).toEqual([]);
    expect(report.scenarios.map(({ verdict }) => verdict)).toEqual(['match', 'match']);
  }
});

/** What a provider breaks, and a scenario of each kind that must see it. */
const broken: readonly (readonly [string, Break, string])[] = [
  [
    'refuses a named example',
    async (request, pass) =>
      request.body.includes('shoe.jpg') ? pass({ ...request, body: '{}' }) : pass(request),
    'example-image-with-buttons',
  ],
  [
    'accepts one character more',
    (request, pass) => pass({ ...request, body: request.body.replace(/"a{71}"/, '"a"') }),
    'scheduleMessage-content-chattwoContent-attachmentName-maxLength-outside',
  ],
  [
    'refuses the last value of a page',
    (request, pass) => pass({ ...request, body: request.body.replace('"limit":1000', '"limit":1001') }),
    'listMessages-limit-maximum-inside',
  ],
  [
    'takes any key for the list of cascades',
    (request, pass) =>
      request.path.endsWith('get-all')
        ? pass({ ...request, headers: { ...request.headers, 'x-api-key': 'demo-key' } })
        : pass(request),
    'listCascades-wrong-key',
  ],
  [
    'has problems of another shape',
    async (request, pass) => {
      const answer = await pass(request);
      return { ...answer, body: answer.body.replace('"status":400', '"status":"400"') };
    },
    'answers-scheduleMessage-400',
  ],
  [
    'leaves the stages out of the list of cascades',
    async (request, pass) => {
      const answer = await pass(request);
      return { ...answer, body: answer.body.replaceAll('"stages":', '"steps":') };
    },
    'answers-listCascades-200',
  ],
];

test.each(broken)('a provider that %s is found', async (_, breaks, scenario) => {
  expect(scenariosOf(await judge(breaks))).toContain(scenario);
});

test('a callback of another shape is found by the payload of AsyncAPI', async () => {
  const mock = await startMock(silent);
  onTestFinished(() => mock.close());
  const profile = await ownProfile('mock');
  const change: ProxyChange = {
    deliver: (callback, next) => next({ ...callback, event: { ...callback.event, messageId: 'seven' } }),
  };
  const proxy = await startMutantProxy({
    target: mock.url,
    mutant: { change: () => change },
    callbackSecrets: [profile.callback?.secret ?? ''],
  });
  onTestFinished(() => proxy.close());
  const phases: readonly Phase[] = ['callback', 'description'];
  const report = await verify({ target: proxy.url, profile, seed: 1, fast: true, phases });
  expect(scenariosOf(report)).toContain('callbacks-messageStatus');
});

test('a provider that does not follow our decisions is failed for none of them', async () => {
  const others: Break = async (request, pass) => {
    const isOurs = !request.path.startsWith('/api/cascade/schedule');
    const answer = isOurs ? { status: 404, headers: {}, body: '' } : await pass(request);
    const isMessage = answer.status === 200;
    return isMessage ? { ...answer, status: 201, body: '{"id":7}' } : answer;
  };
  const { findings, hints, inconclusive } = await judge(others, { holds: [] });
  expect(findings).toEqual([]);
  expect(hints.map(({ rests }) => rests)).toContain('ADR-0001');
  expect(inconclusive.map(({ reason }) => reason)).toContainEqual(expect.stringContaining('ADR-0020'));
});
