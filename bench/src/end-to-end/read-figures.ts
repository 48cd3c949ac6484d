/** The state of the service by its own metrics. */
export interface Figures {
  readonly accepted: number;
  readonly ended: number;
  readonly rssMiB: number;
  readonly cpuSeconds: number;
}

export async function readFigures(operationsUrl: string): Promise<Figures> {
  const text = await readMetrics(operationsUrl);
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].reduce(
      (all, [, value]) => all + Number(value),
      0,
    );
  return {
    accepted: sum('cascade_intake_batch_size_sum'),
    ended: sum('cascade_cascades_ended_total'),
    rssMiB: Math.round(sum('process_resident_memory_bytes') / 2 ** 20),
    cpuSeconds: sum('process_cpu_seconds_total'),
  };
}

/** From the answer of a gateway to the commit of its result, by the bounds of the service's histogram. */
export interface CommitTimes {
  readonly count: number;
  /** Milliseconds that as many at most took; null beyond the last bound. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

/** Of all these replicas together; undefined if they report none. */
export async function readCommitTimes(operationsUrls: readonly string[]): Promise<CommitTimes | undefined> {
  const texts = await Promise.all(operationsUrls.map(readMetrics));
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
  return { count, p50: boundOf(0.5), p95: boundOf(0.95), p99: boundOf(0.99) };
}

async function readMetrics(operationsUrl: string): Promise<string> {
  return (await fetch(`${operationsUrl}/metrics`)).text();
}
