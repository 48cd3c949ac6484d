/** The state of the service by its own metrics. */
export interface Figures {
  readonly accepted: number;
  readonly ended: number;
  readonly rssMiB: number;
  readonly cpuSeconds: number;
}

export async function readFigures(operationsUrl: string): Promise<Figures> {
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
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
