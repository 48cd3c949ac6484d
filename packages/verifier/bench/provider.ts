import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from '@cascade/repository/test-kit';
import { startTestService } from '@cascade/service/testing';
import { parse } from 'yaml';
import type { Fixtures } from '../mutants/index.ts';
import { type Profile, readProfile } from '../src/index.ts';

const folder = fileURLToPath(new URL('../profiles/service/', import.meta.url));

/**
 * The real service with the accounts of profiles/service, and with more of them for `runs` runs: one run must
 * not spend or hear what is another's.
 */
export async function startProvider(runs: number): Promise<{ url: string; close(): Promise<void> }> {
  const { limits } = parse(await readFile(join(folder, 'service.yaml'), 'utf8'));
  return startTestService({
    accounts: await accountsFor(runs),
    config: { lagSeconds: 3_600, lengthLimits: limits.messageLength },
  });
}

async function accountsFor(runs: number) {
  const { accounts } = parse(await readFile(join(folder, 'accounts.yaml'), 'utf8'));
  const [judge, , purse, limited] = accounts;
  const perRun = Array.from({ length: runs }, (_, run) => [
    { ...judge, name: `judge-${run}`, keys: [{ key: goodKey(run) }] },
    { ...purse, name: `purse-${run}`, keys: [{ key: purseKey(run) }] },
    { ...limited, name: `limited-${run}`, keys: [{ key: limitedKey(run) }] },
  ]);
  return [...accounts, ...perRun.flat()];
}

/** The profile of a run. Without `holds`: `--assumptions` checks all decisions. */
export async function profileOf(run: number): Promise<Profile> {
  const { holds: _, ...profile } = await readProfile(join(folder, 'profile.yaml'));
  const { small, ...keys } = profile.keys;
  const { 'daily-rate-limit': limited, ...reasons } = profile.callback?.reasons ?? {};
  return {
    ...profile,
    callback: {
      ...profile.callback,
      reasons: { ...reasons, 'daily-rate-limit': { ...limited, key: limitedKey(run) } },
    },
    keys: {
      ...keys,
      good: goodKey(run),
      ...(small === undefined ? {} : { small: { ...small, key: purseKey(run) } }),
    },
  };
}

/** What a mutant has to know of that run. */
export function fixturesOf(run: number): Fixtures {
  return {
    goodKey: goodKey(run),
    expiredKey: 'judge-key-expired',
    poorKey: 'poor-key',
    purseKeys: /^purse-(\d)-/,
  };
}

function goodKey(run: number): string {
  return `judge-${run}-key`;
}

function limitedKey(run: number): string {
  return `limited-${run}-key`;
}

function purseKey(run: number): string {
  return `purse-2-${run}-key`;
}

/** Does something with the mock in a process of its own, and with what the verifier may know of it. */
export async function withMock<Result>(
  work: (target: string, profile: Profile) => Promise<Result>,
): Promise<Result> {
  const program = fileURLToPath(new URL('cli.ts', import.meta.resolve('@cascade/mock')));
  const mock = startProgram(process.execPath, [program, '--port', '0', '--quiet', '--control']);
  try {
    const [target] = await mock.printed(/http:\S+\d/, 60);
    const profile = await readProfile(fileURLToPath(new URL('../profiles/mock.yaml', import.meta.url)));
    return await work(target, profile);
  } finally {
    await mock.end();
  }
}
