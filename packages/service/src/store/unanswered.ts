import { CommitDeadlineError } from './group-commit-errors.ts';

/** How a caller gets its answer. */
export interface Answer<Verdict> {
  resolve(verdict: Verdict): void;
  reject(reason: unknown): void;
}

/** The callers that wait for an answer, each for a limited time. */
export interface Unanswered<Verdict> {
  /** Watches a caller until it has its answer; the first answer counts. */
  watch(answer: Answer<Verdict>): Answer<Verdict>;
  has(answer: Answer<Verdict>): boolean;
}

/** @param deadlineMs Milliseconds after which a caller gets a {@link CommitDeadlineError}; no limit if absent. */
export function createUnanswered<Verdict>(deadlineMs: number | undefined): Unanswered<Verdict> {
  /** In the order of arrival, with the time of the monotonic clock. */
  const waiting = new Map<Answer<Verdict>, number>();
  let sweeper: NodeJS.Timeout | undefined;

  /** One timer for all: callers come by the thousand. */
  function sweep(limit: number): void {
    const latest = performance.now() - limit;
    for (const [answer, since] of waiting) {
      if (since > latest) break;
      answer.reject(new CommitDeadlineError(limit));
    }
    if (waiting.size > 0) return;
    clearInterval(sweeper);
    sweeper = undefined;
  }

  return {
    watch({ resolve, reject }) {
      const answer: Answer<Verdict> = {
        resolve(verdict) {
          waiting.delete(answer);
          resolve(verdict);
        },
        reject(reason) {
          waiting.delete(answer);
          reject(reason);
        },
      };
      waiting.set(answer, performance.now());
      if (deadlineMs !== undefined) sweeper ??= setInterval(() => sweep(deadlineMs), deadlineMs / 20).unref();
      return answer;
    },
    has: (answer) => waiting.has(answer),
  };
}
