import { fork } from 'node:child_process';
import { once } from 'node:events';
import { defined } from '../src/defined.ts';
import type { Phase } from '../src/index.ts';
import type { Judged } from './judge-worker.ts';
import { startProvider } from './provider.ts';

export interface JudgeOptions {
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
