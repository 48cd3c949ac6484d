import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readContract, repositoryRoot } from '@cascade/contract';
import { startMock } from '@cascade/mock';
import { readProfile, verify } from '@cascade/verifier';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { codePages } from '../src/pages/codes.ts';

const profilePath = 'packages/verifier/profiles/mock.yaml';

/** The command on each page of a code, with the scenario that it runs. */
let commands: readonly { readonly command: string; readonly scenario: string }[] = [];

beforeAll(async () => {
  const pages = await codePages(readContract(), new Map());
  commands = pages.flatMap(({ body }) => {
    const text = body.text.replaceAll(/<[^>]+>/g, '').replaceAll(/&#x27;/g, "'");
    return [...text.matchAll(/npm exec -c '.* --scenarios ([\w-]+)'/g)].map(([command, scenario = '']) => ({
      command,
      scenario,
    }));
  });
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
