import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { defined } from '../src/defined.ts';
import type { Phase } from '../src/index.ts';
import type { Judged } from './judge-worker.ts';
import { startProvider } from './provider.ts';

interface JudgeOptions {
  readonly atATime: number;
  /** All if absent. */
  readonly phases?: readonly Phase[];
  readonly scenarios?: readonly string[];
  readonly fast?: boolean;
  readonly onJudged?: (judged: Judged) => void;
}

/** Judges every subject, each in its own process and `atATime` at once, against one service. */
export async function judgeAll(
  subjects: readonly string[],
  { atATime, phases, scenarios, fast, onJudged = () => {} }: JudgeOptions,
): Promise<readonly Judged[]> {
  const provider = await startProvider(subjects.length);
  const results: Judged[] = [];
  const entries = subjects.entries();
  const work = async () => {
    const child = fork(new URL('judge-worker.ts', import.meta.url));
    const exited = once(child, 'exit').then(([code]) => {
      throw new Error(`a judge ended with ${code}`);
    });
    for (const [run, subject] of entries) {
      child.send({ subject, run, target: provider.url, ...defined({ phases, scenarios, fast }) });
      const [judged]: Judged[] = await Promise.race([once(child, 'message'), exited]);
      if (judged === undefined) continue;
      results.push(judged);
      onJudged(judged);
    }
    exited.catch(() => {});
    child.kill();
  };
  try {
    await Promise.all(Array.from({ length: atATime }, work));
  } finally {
    await provider.close();
  }
  return results;
}

/** What was judged, a line of JSON for each subject, so that a run that was broken off goes on where it was. */
interface Journal<Judged> {
  readonly judged: readonly Judged[];
  add(judged: Judged): void;
}

/** Reads the file if there is one. The verdicts in it must be by the same verifier: this is not checked. */
export function openJournal<Judged>(file: string): Journal<Judged> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return {
    judged: lines.filter((line) => line !== '').map((line): Judged => JSON.parse(line)),
    add: (judged) => appendFileSync(file, `${JSON.stringify(judged)}\n`),
  };
}

/** Says after each step how far it is, and how long the others will take if they take as long. */
export function createProgress(total: number, say: (line: string) => void): (what: string) => void {
  const begin = performance.now();
  let done = 0;
  return (what) => {
    done += 1;
    const secondsLeft = ((performance.now() - begin) / 1_000 / done) * (total - done);
    say(`${what} (${done} of ${total}, ${inWords(secondsLeft)} left)\n`);
  };
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
