import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startMock } from '@cascade/mock';
import { collections, type NpmCheck } from '../collections/collections.ts';
import type { Check } from './check.ts';
import { descriptions } from './inputs.ts';
import { prismMock, prismProxy } from './prism.ts';
import { runAll } from './run-command.ts';
import { schemathesis } from './schemathesis.ts';

const ruleset = fileURLToPath(new URL('../../interop-programs/spectral.yaml', import.meta.url));

const fromNpm: readonly NpmCheck[] = [
  {
    name: 'spectral',
    version: '6.16.3',
    tries: 'lints every description by its own rules for OpenAPI and AsyncAPI',
    from: '@stoplight/spectral-cli@6.16.3',
    args: () => [
      ...['lint', '--ruleset', ruleset, '--fail-severity', 'error'],
      ...Object.values(descriptions).flatMap((variants) => Object.values(variants)),
    ],
  },
  ...collections,
];

/** Linters, testers and mocks of others, and the commands that run the collections. */
export const npmChecks: readonly Check[] = [...fromNpm.map(checkOf), prismMock, prismProxy, ...schemathesis];

/** What a check said; no failure if it ended with 0. */
export interface CheckResult {
  readonly check: string;
  readonly version: string;
  readonly failures: readonly string[];
}

const file = fileURLToPath(new URL('../../results/npm-checks.json', import.meta.url));

/** The recorded results; none before the first run. */
export function readCheckResults(): CheckResult[] {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** Runs each check that can be tried here, and records what it said; returns how many failed. */
export async function runNpmChecks(
  chosen: readonly Check[],
  { writes, say }: { readonly writes: boolean; say(line: string): void },
): Promise<number> {
  let failed = 0;
  for (const check of chosen) {
    const absent = await check.absent();
    if (absent !== undefined) {
      say(`${check.name}: skipped: ${absent}`);
      continue;
    }
    const { name, version } = check;
    const result = { check: name, version, failures: await check.failures() };
    failed += result.failures.length;
    say(
      [`${check.name}: ${result.failures.length === 0 ? 'no error' : 'fails'}`, ...result.failures].join(
        '\n  ',
      ),
    );
    if (writes) await write(result);
  }
  return failed;
}

/** A command that npx fetches, against a mock of its own. */
function checkOf({ name, version, tries, from, args, folder = '.' }: NpmCheck): Check {
  return {
    name,
    version,
    tries,
    async absent() {
      const failure = await runAll([['npx', '-y', from, '--version']], '.');
      return failure === undefined ? undefined : `npx cannot fetch ${from}`;
    },
    async failures() {
      const mock = await startMock({ port: 0, log: () => {} });
      const failure = await runAll([['npx', '-y', from, ...args(mock.url)]], folder).finally(mock.close);
      return failure === undefined ? [] : [failure];
    },
  };
}

async function write(result: CheckResult): Promise<void> {
  const kept = readCheckResults().filter(({ check }) => check !== result.check);
  const all = [...kept, result].sort((one, other) => one.check.localeCompare(other.check));
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
}
