import { setTimeout } from 'node:timers/promises';

/** What `/readyz` said over time. */
export interface Watch {
  /** What it said from the begin of a fault, and after its end; times of the monotonic clock, in milliseconds. */
  between(begin: number, end: number): Readable;
  stop(): Promise<void>;
}

interface Readable {
  /** Seconds after the begin; `never` if it stayed ready. */
  readonly notReadyAfter: number | 'never';
  /** Seconds after the end until it was ready for good. */
  readonly readyAgainAfter: number;
}

interface Answer {
  readonly at: number;
  readonly isReady: boolean;
}

const pauseMs = 250;

export function watchReadiness(operationsUrl: string): Watch {
  const answers: Answer[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      answers.push({ isReady: await ask(operationsUrl), at: performance.now() });
      await setTimeout(pauseMs);
    }
  })();
  return {
    between(begin, end) {
      const bad = answers.filter(({ at, isReady }) => at > begin && !isReady);
      const seconds = (ms: number) => Math.round(ms / 100) / 10;
      const [first] = bad;
      return {
        notReadyAfter: first === undefined ? 'never' : seconds(first.at - begin),
        readyAgainAfter: seconds(Math.max(0, (bad.at(-1)?.at ?? end) - end)),
      };
    },
    stop() {
      isOver = true;
      return watching;
    },
  };
}

async function ask(operationsUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${operationsUrl}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}
