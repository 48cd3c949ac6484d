import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { machineOfNow } from '@cascade/bench/harness/scenario';
import type { FoundAgain } from './find-fault.ts';

/** What `known --all` did last. */
export interface Results {
  readonly command: string;
  readonly commit: string;
  readonly machine: object;
  readonly faults: readonly KnownResult[];
}

export interface KnownResult extends Pick<FoundAgain, 'is' | 'seconds'> {
  readonly name: string;
}

const file = fileURLToPath(new URL('../../results/known.json', import.meta.url));

/** Undefined before the first run. */
export function readKnownResults(): Results | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

export function writeResults(commit: string, faults: readonly KnownResult[]): void {
  const command = 'npm run proofs -- known --all';
  const results: Results = { command, commit, machine: machineOfNow(), faults };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
