import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startMock } from '@cascade/mock';
import { runProgram, type Serving } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../src/index.ts';
import { type Break, startBroken } from './support/broken-provider.ts';
import { freshFolder, runVerifier } from './support/run-verifier.ts';

const profile = new URL('../profiles/mock.yaml', import.meta.url).pathname;
let mock: Awaited<ReturnType<typeof startMock>>;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
});

afterAll(() => mock.close());

async function breaking(breaks: Break): Promise<Serving> {
  const broken = await startBroken(mock.url, breaks);
  onTestFinished(() => broken.close());
  return broken;
}

/** Accepts every document name, each time or as it is told. */
const careless =
  (isBroken: () => boolean = () => true): Break =>
  async (request, pass) => {
    const answer = await pass(request);
    return answer.body.includes('attachmentName-is-too-long') && isBroken()
      ? { status: 200, headers: {}, body: '{}' }
      : answer;
  };

/** Judges these scenarios; gives the report and its findings. */
async function findingsOf(target: string, scenarios: string) {
  const file = join(await freshFolder(), 'report.json');
  await runVerifier('--profile', profile, '--target', target, '--scenarios', scenarios, '--json', file);
  const { findings }: Report = JSON.parse(await readFile(file, 'utf8'));
  return { file, findings };
}

const tooLong = 'attachmentName-length-outside';

describe('repetitions', () => {
  /** What the provider does to the run, then to each repetition. */
  async function replayed(broken: readonly boolean[], ...more: string[]) {
    let time = -1;
    const provider = await breaking(
      careless(() => {
        time += 1;
        return broken[time] ?? false;
      }),
    );
    const { file, findings } = await findingsOf(provider.url, tooLong);
    return runVerifier('replay', findings[0]?.id ?? '', '--report', file, '--profile', profile, ...more);
  }

  test.each([
    ['FAILED', [true, true, true, true], 1, /^FAILED {2}attachmentName-length-outside: /m],
    ['FIXED', [true, false, false, false], 0, /^FIXED {2}attachmentName-length-outside: /m],
    [
      'FLAKY',
      [true, false, true, false],
      1,
      /^FLAKY {2}attachmentName-length-outside failed 1 of 3 times: /m,
    ],
  ])('%s', async (_, broken, code, says) => {
    expect(await replayed(broken)).toMatchObject({ code, out: expect.stringMatching(says) });
  });

  test('--times says how often', async () => {
    expect(await replayed([true, true, false], '--times', '1')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^FAILED /m),
    });
    expect(await replayed([true], '--times', '0')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Expected 1 to 100'),
    });
  });
});

/** The file of a test for the first finding. */
async function asTest(framework: string, target: string, scenarios: string) {
  const { file, findings } = await findingsOf(target, scenarios);
  const args = ['replay', findings[0]?.id ?? '', '--report', file, '--profile', profile, '--as', framework];
  const { code, out, err } = await runVerifier(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).not.toContain('demo-key');
  return out;
}

/** Every kind of finding that one request shows, with a provider that has it. */
const kinds: readonly (readonly [what: string, scenario: string, breaks: Break])[] = [
  ['a name that is too long is accepted', tooLong, careless()],
  [
    'a text is refused',
    'accepts-sms',
    async (request, pass) =>
      request.body.includes('"SMS"') || request.body.includes('smsContent')
        ? { status: 400, headers: {}, body: '{"title":"text-not-specified","status":400}' }
        : pass(request),
  ],
  [
    'a status in a body is a text',
    tooLong,
    async (request, pass) => {
      const answer = await pass(request);
      return { ...answer, body: answer.body.replace(/"status":(\d+)/, '"status":"$1"') };
    },
  ],
  [
    'an unknown key is accepted',
    'key-wrong',
    async (request, pass) => pass({ ...request, headers: { ...request.headers, 'x-api-key': 'demo-key' } }),
  ],
];

describe('a finding as a test for vitest', () => {
  const folderOf = async () => {
    // Within the package, where vitest is found.
    const reports = new URL('../reports/', import.meta.url).pathname;
    await mkdir(reports, { recursive: true });
    const folder = await mkdtemp(join(reports, 'as-test-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  };

  test.each(kinds)(
    'fails while it is there, and passes when it is fixed: %s',
    async (_, scenario, breaks) => {
      const broken = await breaking(breaks);
      const folder = await folderOf();
      await writeFile(join(folder, 'finding.test.js'), await asTest('vitest', broken.url, scenario));
      const run = async (url: string) => {
        const environment = { ...process.env, CASCADE_URL: url, CASCADE_KEY: 'demo-key' };
        const vitest = new URL('../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
        const args = [vitest, 'run', '--root', folder, '--config', 'none.config.js'];
        await writeFile(join(folder, 'none.config.js'), 'export default {};\n');
        return (await runProgram(process.execPath, args, { environment })).code;
      };
      expect(await run(broken.url)).toBe(1);
      expect(await run(mock.url)).toBe(0);
    },
    120_000,
  );
});

const { status } = spawnSync('python3', ['-m', 'pytest', '--version']);
const why = status === 0 ? '' : ' (skipped: there is no pytest)';

describe.skipIf(status !== 0)(`a finding as a test for pytest${why}`, () => {
  test.each(kinds)(
    'fails while it is there, and passes when it is fixed: %s',
    async (_, scenario, breaks) => {
      const broken = await breaking(breaks);
      const folder = await freshFolder();
      await writeFile(join(folder, 'test_finding.py'), await asTest('pytest', broken.url, scenario));
      const run = async (url: string) => {
        const environment = { ...process.env, CASCADE_URL: url, CASCADE_KEY: 'demo-key' };
        const args = ['-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', folder];
        return (await runProgram('python3', args, { environment })).code;
      };
      expect(await run(broken.url)).toBe(1);
      expect(await run(mock.url)).toBe(0);
    },
    120_000,
  );
});

test.each(['pytest', 'vitest'])(
  'what one request does not show, %s has the verifier judge',
  async (framework) => {
    const broken = await breaking(async (request, pass) => {
      const answer = await pass(request);
      return answer.body.includes('requestId-is-not-unique')
        ? { status: 200, headers: {}, body: '{}' }
        : answer;
    });
    const text = await asTest(framework, broken.url, 'reused-id');
    expect(text).toMatch(/"replay", ?"[\da-f]{10}", ?"--report"/);
    expect(text).toContain('One request does not show it');
  },
);
