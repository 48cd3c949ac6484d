import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machineOfNow } from '@cascade/bench/harness/scenario';
import type { Schedule } from './schedule.ts';
import type { SimulationOutcome } from './simulate.ts';

const folder = fileURLToPath(new URL('../results/', import.meta.url));

/** What a result file and a finding begin with: all that it takes to see the run again. */
export function recordOf(schedule: Schedule, seed: number, duration: number) {
  const length =
    duration === schedule.for
      ? ''
      : ` --for ${duration % 60_000 === 0 ? `${duration / 60_000}m` : `${duration / 1_000}s`}`;
  return {
    name: schedule.name,
    command: `npm run proofs -- ${schedule.name} --seed ${seed}${length}`,
    commit: commitOfNow(),
    seed,
    machine: machineOfNow(),
  };
}

/** The commit that is tried, and whether files differ from it. */
export function commitOfNow(): string {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const isChanged =
      git('status', '--porcelain', '--untracked-files=no', ':/', ':!/tools/proofs/results') !== '';
    return git('rev-parse', '--short', 'HEAD') + (isChanged ? ', changed' : '');
  } catch {
    return 'unknown'; // an archive without its history
  }
}

/** Writes the result file, which is committed. */
export function writeRecord(
  schedule: Schedule,
  run: ReturnType<typeof recordOf>,
  outcome: SimulationOutcome,
): void {
  const { findings, excused, counts, figures } = outcome;
  const reasons = Object.entries(schedule.excused).map(([judge, because]) => ({ judge, because }));
  const results = {
    says: schedule.says,
    verdict: findings.length === 0 ? 'right' : 'finding',
    findings,
    ...(reasons.length > 0 && { reasons, excused }),
    counts,
    ...figures,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${run.name}.json`, `${JSON.stringify({ ...run, results }, null, 2)}\n`);
}

/** Appends the findings of a run to a file, a line of JSON each. */
export function appendFindings(
  file: string,
  run: ReturnType<typeof recordOf>,
  { findings }: Pick<SimulationOutcome, 'findings'>,
): void {
  const { command, commit: of, seed } = run;
  const at = new Date().toISOString();
  for (const finding of findings)
    appendFileSync(file, `${JSON.stringify({ at, command, commit: of, seed, ...finding })}\n`);
}
