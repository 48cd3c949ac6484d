import { sum } from './statistics.ts';
import { repeat } from './waits.ts';

/** The state of the service by its own metrics. @throws {Error} without an answer in time. */
export async function readFigures(operationsUrl: string, patienceMs?: number) {
  const text = await readMetrics(operationsUrl, patienceMs);
  const total = (name: string) => {
    const samples = text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'));
    return sum([...samples].map(([, value]) => Number(value)));
  };
  return {
    accepted: total('cascade_intake_batch_size_sum'),
    ended: total('cascade_cascades_ended_total'),
    rssMiB: Math.round(total('process_resident_memory_bytes') / 2 ** 20),
    cpuSeconds: total('process_cpu_seconds_total'),
    /** The age of the oldest due work. */
    lagSeconds: total('cascade_work_lag_seconds'),
  };
}

/** From the answer of a gateway to the commit of its result, by the bounds of the service's histogram. */
export type CommitTimes = Awaited<ReturnType<typeof readCommitTimes>>;

/** Of all these replicas together; undefined if they report none. */
export async function readCommitTimes(operationsUrls: readonly string[]) {
  const texts = await Promise.all(operationsUrls.map((url) => readMetrics(url)));
  const bucket = /^cascade_result_commit_seconds_bucket\{(?:.*,)?le="([^"]+)".*\} (\S+)$/gm;
  const counts = new Map<string, number>();
  for (const [, bound = '', count] of texts.flatMap((text) => [...text.matchAll(bucket)]))
    counts.set(bound, (counts.get(bound) ?? 0) + Number(count));
  const count = counts.get('+Inf') ?? 0;
  if (count === 0) return undefined;
  const bounds = [...counts].filter(([bound]) => bound !== '+Inf');
  const boundOf = (share: number) => {
    const within = bounds.filter(([, below]) => below >= count * share).map(([bound]) => Number(bound));
    return within.length === 0 ? null : Math.round(Math.min(...within) * 1_000);
  };
  /** Milliseconds that as many at most took; null beyond the last bound. */
  return { count, p50: boundOf(0.5), p95: boundOf(0.95), p99: boundOf(0.99) };
}

async function readMetrics(operationsUrl: string, patienceMs = 30_000): Promise<string> {
  return (await fetch(`${operationsUrl}/metrics`, { signal: AbortSignal.timeout(patienceMs) })).text();
}

/** Whether `/readyz` answers 200 within five seconds. */
export async function isReady(operationsUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${operationsUrl}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}

/** What `/readyz` said over time. */
export type Readiness = ReturnType<typeof watchReadiness>;

/** Asks for readiness again and again. */
export function watchReadiness(operationsUrl: string, pauseMs = 100) {
  /** When it answered 503, or did not answer, on the monotonic clock. */
  const bad: number[] = [];
  const stop = repeat(pauseMs, async () => {
    if (!(await isReady(operationsUrl))) bad.push(performance.now());
  });
  return { bad, stop };
}
