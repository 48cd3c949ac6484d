import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Bounds, JudgedMutant } from './judge-mutant.ts';
import type { MutantTask } from './mutant-worker.ts';
import type { SourceMutant } from './mutants.ts';

export interface JudgeMutantsOptions extends Bounds {
  readonly atATime: number;
  /** Ends the run; what was judged by then is returned. */
  readonly signal: AbortSignal;
  readonly onJudged: (judged: JudgedMutant) => void;
}

/** Judges mutants in `atATime` processes, so that a mutant that keeps one busy holds up no other. */
export async function judgeMutants(
  mutants: readonly SourceMutant[],
  { atATime, signal, onJudged, ...bounds }: JudgeMutantsOptions,
): Promise<readonly JudgedMutant[]> {
  const judged: JudgedMutant[] = [];
  const left = mutants.values();
  const work = async () => {
    const worker = fork(new URL('mutant-worker.ts', import.meta.url));
    // It then ends its mutant, and itself.
    const stop = () => worker.connected && worker.disconnect();
    signal.addEventListener('abort', stop, { once: true });
    try {
      for (const mutant of left) {
        if (signal.aborted) return;
        const answer = await ask(worker, { mutant, bounds });
        if (answer === undefined) return;
        judged.push(answer);
        onJudged(answer);
      }
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  const order = new Map(mutants.map(({ id }, at) => [id, at]));
  return judged.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

/** The verdict; undefined if the worker was stopped. */
async function ask(worker: ChildProcess, task: MutantTask): Promise<JudgedMutant | undefined> {
  const ended = new AbortController();
  const { signal } = ended;
  try {
    const answered = once(worker, 'message', { signal }).then(([message]: JudgedMutant[]) => message);
    const exited = once(worker, 'exit', { signal }).then(([code]) => {
      if (code === 0) return undefined;
      throw new Error(`the judge of ${task.mutant.id} ended with ${code}`);
    });
    worker.send(task);
    return await Promise.race([answered, exited]);
  } finally {
    ended.abort();
  }
}
