import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { preflight } from '@cascade/client/preflight';
import { provokingRequest, readContract, repositoryRoot } from '@cascade/contract';
import { startMock } from '@cascade/mock';
import { readProfile, verify } from '@cascade/verifier';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoAccount } from '../src/console/page-data.ts';
import { readMarkup, textOf } from '../src/markup.ts';
import { codePages } from '../src/pages/codes.ts';

const profilePath = 'packages/verifier/profiles/mock.yaml';

const { problems } = readContract();
/** The words of each page of a code, in the order of the codes. */
let texts: readonly string[] = [];
/** The command on each of them, with the scenario that it runs. */
let commands: readonly { readonly command: string; readonly scenario: string }[] = [];

beforeAll(async () => {
  const pages = await codePages(readContract(), new Map());
  texts = pages.map(({ body }) => readMarkup(body.text).map(textOf).join(''));
  commands = texts.flatMap((text) =>
    [...text.matchAll(/npm exec -c '.* --scenarios ([\w-]+)'/g)].map(([command, scenario = '']) => ({
      command,
      scenario,
    })),
  );
});

async function mock() {
  const started = await startMock({ port: 0 });
  onTestFinished(() => started.close());
  return started;
}

test('the command of a code runs as it is printed', async () => {
  const [{ command } = { command: '' }] = commands;
  const { url } = await mock();
  // The shell of a reader, on this port instead of that of `npm start`.
  const own = command.replace(/'$/, ` --target ${url}'`);
  const { stdout } = await promisify(execFile)('sh', ['-c', own], { cwd: repositoryRoot });
  expect(stdout).toContain('CONFORMANT');
}, 60_000);

test('each of them judges something, and the mock passes', async () => {
  expect(commands.length).toBeGreaterThan(20);
  const { url } = await mock();
  const profile = await readProfile(`${repositoryRoot}/${profilePath}`);
  const scenarios = [...new Set(commands.map(({ scenario }) => scenario))];
  const { verdict, inconclusive } = await verify({ target: url, profile, scenarios, seed: 1 });
  expect({ verdict, inconclusive }).toEqual({ verdict: 'conformant', inconclusive: [] });
  for (const { command } of commands) expect(command).toContain(`--profile ${profilePath}`);
}, 60_000);

test('each page says what preflight finds, with the cascades of the account and without', () => {
  const { cascades } = demoAccount();
  const told = problems.map(({ code, cases }, at) => {
    const finds = (options?: object) =>
      cases.filter((one) => preflight(provokingRequest(one).body, options)?.code === code).length;
    const [alone, known] = [finds(), finds({ cascades })];
    const part = known === cases.length ? 'it' : `${known} of the ${cases.length} cases`;
    const given = known > alone ? /preflight\(message, \{ cascades \}\)/ : /preflight/;
    return { code, says: known === 0 ? 'cannot find it' : `finds ${part} before`, given, text: texts[at] };
  });
  expect(new Set(told.map(({ says }) => says.slice(0, 8))).size).toBe(2);
  for (const { code, says, given, text = '' } of told) {
    const [line = ''] = /^preflight.*(?:anything is sent|only the provider knows)\.$/m.exec(text) ?? [];
    expect(line, code).toContain(says);
    expect(line, code).toMatch(given);
  }
  expect(told.find(({ code }) => code === 'cascade-not-found')?.says).toBe('finds it before');
});
