import { beginProgress } from '../progress.ts';
import { readableOutput } from '../readable-output.ts';
import { runTurbo } from '../turbo.ts';

const steps = [
  { says: 'Generate what follows from the contract', tasks: ['//#generate'] },
  { says: 'Lint the descriptions and build the docs', tasks: ['lint', 'build'] },
] as const;

/** Generates, lints and builds, one line a step; if a step fails, prints its output and returns false. */
export async function makeEverything(): Promise<boolean> {
  for (const { says, tasks } of steps) {
    const progress = beginProgress(says);
    const { exitCode, output } = await runTurbo([
      ...tasks,
      '--output-logs=errors-only',
      '--log-order=grouped',
    ]);
    progress.end(exitCode === 0 ? 'done' : 'failed');
    if (exitCode === 0) continue;
    process.stderr.write(`\n${readableOutput(output)}`);
    return false;
  }
  return true;
}
