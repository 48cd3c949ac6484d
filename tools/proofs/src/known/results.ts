import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workingTree } from './copy-tree.ts';
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
  const [cpu] = cpus();
  const machine = { cpu: cpu?.model.trim() ?? 'unknown', cores: cpus().length, node: process.version };
  const results: Results = { command: 'npm run proofs -- known --all', commit, machine, faults };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

/** With `-dirty` behind it if the working tree has changes. */
export function commitOfNow(): string {
  const options = { cwd: workingTree, encoding: 'utf8' } as const;
  return execFileSync('git', ['describe', '--always', '--dirty', '--exclude=*'], options).trim();
}
