import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningMock, startMock } from '@cascade/mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitCodeOf, type Profile, verify } from '../src/index.ts';
import { type Break, ownProfile, startBroken } from './support/broken-provider.ts';
import { freshFolder, runVerifier } from './support/run-verifier.ts';

let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
});

afterAll(() => mock?.close());

const patient = { timeoutInMilliseconds: 60_000, seed: 1 };

function problem(title: string, status = 400) {
  const headers = { 'content-type': 'application/problem+json' };
  return { status, headers, body: JSON.stringify({ title, status }) };
}

async function judge(breaks: Break, profile: Profile, setupCheck = true) {
  const provider = await startBroken(mock.url, breaks);
  const phases = ['boundaries', 'order'] as const;
  try {
    return await verify({ ...patient, target: provider.url, profile, phases, setupCheck });
  } finally {
    await provider.close();
  }
}

/** What the mock accepts, from what a provider with other ideas accepts. */
function asDocumented(body: string): string {
  return body
    .replace('"type":"phone"', '"type":"PHONE"')
    .replaceAll(/"contentType":"([a-z_]+)"/g, (_, kind: string) => `"contentType":"${kind.toUpperCase()}"`);
}

const asItIs: Break = (request, pass) => pass(request);

describe('a mistake of the profile is not a finding', () => {
  test('a cascade that the account does not have', async () => {
    const profile = await ownProfile('mock');
    const [first, ...others] = profile.cascades;
    const wrong = {
      ...profile,
      cascades: [{ ...first, id: 404_404, stages: first?.stages ?? [] }, ...others],
    };
    const report = await judge(asItIs, wrong);
    expect(report).toMatchObject({
      verdict: 'could-not-judge',
      findings: [],
      setup: [{ pointer: '/cascades/0/id', message: expect.stringContaining('has no cascade 404404') }],
    });
    expect(exitCodeOf(report)).toBe(2);
    expect((await judge(asItIs, wrong, false)).findings.length).toBeGreaterThan(0);
  });

  test('an account without money, with what a run needs', async () => {
    const profile = await ownProfile('mock');
    const report = await judge(async (request, pass) => {
      const answer = await pass(request);
      return answer.status < 300 ? problem('out-of-balance') : answer;
    }, profile);
    expect(report).toMatchObject({
      verdict: 'could-not-judge',
      findings: [],
      setup: [{ pointer: '/keys/good', message: expect.stringMatching(/no money .*about \d+ messages/) }],
    });
  });

  test('one content that the provider has no template for', async () => {
    const profile = await ownProfile('mock');
    const location = { contentType: 'LOCATION', latitude: 1.25, longitude: 13.405 };
    const content = { ...profile.content, CHATTWO: { ...profile.content.CHATTWO, location } };
    const hasNoTemplate: Break = (request, pass) =>
      request.body.includes('1.25') ? Promise.resolve(problem('matched-template-not-found')) : pass(request);
    const report = await judge(hasNoTemplate, { ...profile, content });
    expect(report).toMatchObject({
      verdict: 'could-not-judge',
      findings: [],
      setup: [
        {
          pointer: '/content/CHATTWO/location',
          message: expect.stringMatching(/no template .*latitude: 52.52/),
        },
      ],
    });
  });

  test('further keys that the provider does not know', async () => {
    const profile = await ownProfile('mock');
    const other = { id: 777, stages: [{ channel: 'SMS' as const }] };
    const setupOf = async (changed: Partial<Profile>) =>
      (
        await verify({
          ...patient,
          target: mock.url,
          profile: { ...profile, ...changed },
          scenarios: ['reused-id'],
        })
      ).setup?.map(({ pointer }) => pointer);
    expect(
      await setupOf({
        keys: { ...profile.keys, poor: 'unknown', small: { key: 'unknown', affords: 3 } },
        otherAccount: { key: 'unknown', cascade: other },
        callback: { reasons: { duplicated: { key: 'unknown', twice: true } } },
      }),
    ).toEqual(['/keys/poor', '/keys/small/key', '/otherAccount/key', '/callback/reasons/duplicated/key']);
  });

  test('a port for callbacks that is taken', async () => {
    const profile = await ownProfile('mock');
    const listen = new URL(mock.url).host;
    const report = await verify({
      ...patient,
      target: mock.url,
      profile: { ...profile, callback: { ...profile.callback, listen } },
      phases: ['callback'],
    });
    expect(report).toMatchObject({ findings: [], setup: [{ pointer: '/callback/listen' }] });
  });

  test('a registration of callbacks that the provider refuses', async () => {
    const profile = await ownProfile('mock');
    const breaks: Break = async (request, pass) =>
      request.path.startsWith('/api/callback/set') ? problem('method-not-allowed', 405) : pass(request);
    const provider = await startBroken(mock.url, breaks);
    const report = await verify({ ...patient, target: provider.url, profile, phases: ['callback'] });
    await provider.close();
    const message = expect.stringMatching(
      /could not be registered: 405 .*: write the request that registers/,
    );
    expect(report).toMatchObject({
      verdict: 'could-not-judge',
      findings: [],
      setup: [{ pointer: '/callback/register', message }],
    });
  });

  test('on the command line: exit code 2, with the line to change', async () => {
    const source = new URL('../profiles/mock.yaml', import.meta.url);
    const text = (await readFile(source, 'utf8')).replace(/^ {2}- id: \d+/m, '  - id: 404404');
    const file = join(await freshFolder(), 'profile.yaml');
    await writeFile(file, text);
    const line = text.split('\n').findIndex((each) => each.includes('404404')) + 1;
    const report = join(await freshFolder(), 'report.json');
    const run = ['--profile', file, '--target', mock.url, '--timeout', '60', '--json', report];
    const { code, out } = await runVerifier(...run);
    expect(code).toBe(2);
    expect(out).toMatch(/^COULD NOT JUDGE\nthe profile does not fit the provider\n/);
    expect(out).toContain(`${file}:${line}:`);
    expect(out).toContain('/cascades/0/id');
    const later = await runVerifier('report', report);
    expect(later.out).toMatch(/\nChange the profile:\n {2}\/cascades\/0\/id: \S/);
  });
});

describe('money that ends in the middle', () => {
  test('ends the run without a finding', async () => {
    const profile = await ownProfile('mock');
    let left = 25;
    const report = await judge(async (request, pass) => {
      const answer = await pass(request);
      if (answer.status >= 300) return answer;
      left -= 1;
      return left < 0 ? problem('out-of-balance') : answer;
    }, profile);
    expect(report).toMatchObject({
      verdict: 'could-not-judge',
      findings: [],
      reason: expect.stringMatching(/ran out of money after \d+ accepted requests; a run sends about \d+/),
    });
    expect(exitCodeOf(report)).toBe(2);
    expect(report.scenarios.some(({ verdict }) => verdict === 'not-judged')).toBe(true);
  });
});

describe('a broken provider is judged all the same', () => {
  test('that loses a cascade which it lists', async () => {
    const report = await judge(
      (request, pass) =>
        request.body.includes('"smsContent"') ? Promise.resolve(problem('cascade-not-found')) : pass(request),
      await ownProfile('mock'),
    );
    expect(report).toMatchObject({ verdict: 'non-conformant' });
    expect(report.setup).toBeUndefined();
  });

  test.each([
    ['does not know PHONE', /"type":"PHONE"/],
    ['refuses the plus of addresses', /"address":"\+/],
    ['knows contentType in lower case', /"contentType":"[A-Z]/],
    ['refuses documents', /"DOCUMENT"/],
  ])('that %s', async (_, refused) => {
    const report = await judge(
      (request, pass) =>
        refused.test(request.body)
          ? Promise.resolve(problem('matched-template-not-found'))
          : pass({ ...request, body: asDocumented(request.body) }),
      await ownProfile('mock'),
    );
    expect(report).toMatchObject({ verdict: 'non-conformant' });
    expect(report.setup).toBeUndefined();
  });

  test('that is out of balance for one kind of request', async () => {
    const report = await judge(
      (request, pass) =>
        /"attachmentName":"a{70}"/.test(request.body)
          ? Promise.resolve(problem('out-of-balance'))
          : pass(request),
      await ownProfile('mock'),
    );
    expect(report.findings.map(({ scenario }) => scenario)).toEqual(['attachmentName-length-inside']);
  });
});
