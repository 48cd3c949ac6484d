import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { JudgeTask } from './judge-worker.ts';

interface JudgeOptions<Judged> {
  /** Number of processes. A subject that keeps one busy holds up no other. */
  readonly atATime: number;
  /**
   * A file with a line of JSON for each verdict: those that are in it are taken, so that a run that was
   * broken off goes on. They must be by the same verifier, which is not checked.
   */
  readonly journal?: string | undefined;
  /** Ends the run; what was judged by then is returned. */
  readonly signal?: AbortSignal;
  readonly onJudged?: (judged: Judged) => void;
  /** Told after each verdict how far it is, with these words for the verdict. */
  readonly progress?: { readonly say: (line: string) => void; readonly words: (judged: Judged) => string };
}

/** Judges each task in a process apart from this one; the verdicts are in the order of the tasks. */
export async function judgeAll<Judged extends { readonly id: string }>(
  tasks: readonly JudgeTask[],
  { atATime, journal, signal, progress, onJudged = () => {} }: JudgeOptions<Judged>,
): Promise<readonly Judged[]> {
  const verdicts = new Map(readJournal<Judged>(journal).map((judged) => [judged.id, judged]));
  const left = tasks.filter(({ id }) => !verdicts.has(id));
  const note = progress && createProgress(left.length, progress.say);
  const entries = left.values();
  const work = async () => {
    const worker = fork(new URL('judge-worker.ts', import.meta.url));
    // It then ends what it has started, and itself.
    const stop = () => worker.connected && worker.disconnect();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      for (const task of entries) {
        const judged = signal?.aborted ? undefined : await ask<Judged>(worker, task);
        if (judged === undefined) return;
        verdicts.set(judged.id, judged);
        if (journal !== undefined) appendFileSync(journal, `${JSON.stringify(judged)}\n`);
        onJudged(judged);
        note?.(progress?.words(judged) ?? '');
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      stop();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, left.length) }, work));
  return tasks.flatMap(({ id }) => verdicts.get(id) ?? []);
}

/** The verdict; undefined if the worker was stopped. */
async function ask<Judged>(worker: ChildProcess, task: JudgeTask): Promise<Judged | undefined> {
  const ended = new AbortController();
  const { signal } = ended;
  try {
    const answered = once(worker, 'message', { signal }).then(([judged]: Judged[]) => judged);
    const exited = once(worker, 'exit', { signal }).then(([code]) => {
      if (code === 0) return undefined;
      throw new Error(`the judge of ${task.id} ended with ${code}`);
    });
    worker.send(task);
    return await Promise.race([answered, exited]);
  } finally {
    ended.abort();
  }
}

function readJournal<Judged>(file: string | undefined): readonly Judged[] {
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '').map((line): Judged => JSON.parse(line));
}

/** Says after each step how far it is, and how long the others will take if they take as long. */
export function createProgress(total: number, say: (line: string) => void): (what: string) => void {
  const begin = performance.now();
  let done = 0;
  return (what) => {
    done += 1;
    const seconds = ((performance.now() - begin) / 1_000 / done) * (total - done);
    const left = seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
    say(`${what} (${done} of ${total}, ${left} left)\n`);
  };
}
