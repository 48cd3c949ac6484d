import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startMock } from '@cascade/mock';
import { collections, type NpmCheck } from '../collections/collections.ts';
import { descriptions } from './inputs.ts';
import { runAll } from './run-command.ts';

const ruleset = fileURLToPath(new URL('../../interop-programs/spectral.yaml', import.meta.url));

/** A linter of another company, and the commands that run the collections. */
export const npmChecks: readonly NpmCheck[] = [
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

/** Runs each check that npx can fetch, and records what it said; returns how many failed. */
export async function runNpmChecks(
  chosen: readonly NpmCheck[],
  { writes, say }: { readonly writes: boolean; say(line: string): void },
): Promise<number> {
  let failed = 0;
  for (const check of chosen) {
    const result = await tryCheck(check);
    if (result === undefined) {
      say(`${check.name}: skipped: npx cannot fetch ${check.from}`);
      continue;
    }
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

async function tryCheck({
  name,
  version,
  from,
  args,
  folder = '.',
}: NpmCheck): Promise<CheckResult | undefined> {
  if ((await runAll([['npx', '-y', from, '--version']], '.')) !== undefined) return undefined;
  const mock = await startMock({ port: 0, log: () => {} });
  try {
    const failure = await runAll([['npx', '-y', from, ...args(mock.url)]], folder);
    return { check: name, version, failures: failure === undefined ? [] : [failure] };
  } finally {
    await mock.close();
  }
}

async function write(result: CheckResult): Promise<void> {
  const kept = readCheckResults().filter(({ check }) => check !== result.check);
  const all = [...kept, result].sort((one, other) => one.check.localeCompare(other.check));
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
}
