import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';

/** What `/readyz` said over time. */
export interface Readiness {
  /** Seconds after `since` until it first answered 503, or did not answer; undefined if it never did. */
  notReadyAfter(since: number): number | undefined;
  stop(): Promise<void>;
}

const pauseMs = 100;

/** Asks for readiness ten times a second. */
export function watchReadiness(operationsUrl: string): Readiness {
  const bad: number[] = [];
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      if (!(await isReady(operationsUrl))) bad.push(performance.now());
      await setTimeout(pauseMs);
    }
  })();
  return {
    notReadyAfter(since) {
      const first = bad.find((at) => at > since);
      return first === undefined ? undefined : Math.round((first - since) / 100) / 10;
    },
    stop() {
      stopped = true;
      return watching;
    },
  };
}

async function isReady(operationsUrl: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${operationsUrl}/readyz`, { headersTimeout: 5_000 });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
