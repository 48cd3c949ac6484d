import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The machine of a run: absolute figures mean nothing without it. */
function machine() {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
  };
}

/** Writes the result file, which is committed, and prints it. The page that shows all of them is stale then. */
export function report(name: string, command: string, results: object): void {
  const text = `${JSON.stringify({ name, command, machine: machine(), results }, null, 2)}\n`;
  const folder = fileURLToPath(new URL('../results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.json`, text);
  process.stdout.write(text);
  process.stderr.write('Then: npm --prefix bench run page\n');
}

/** The value below which a share of the sorted values lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The throughput of concurrent callers, each of which waits for its answer before the next call. */
export interface Load {
  /** The number of calls, those of the warm-up included. */
  readonly calls: number;
  readonly perSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
}

/** Runs `once` in `callers` concurrent loops: a warm-up first, then the measurement. */
export async function load(callers: number, seconds: number, once: () => Promise<unknown>): Promise<Load> {
  const before = await run(callers, seconds / 3, once);
  const times = await run(callers, seconds, once);
  times.sort((a, b) => a - b);
  return {
    calls: before.length + times.length,
    perSecond: Math.round(times.length / seconds),
    p50Milliseconds: round(quantile(times, 0.5)),
    p99Milliseconds: round(quantile(times, 0.99)),
  };
}

async function run(callers: number, seconds: number, once: () => Promise<unknown>): Promise<number[]> {
  const end = performance.now() + seconds * 1_000;
  const times: number[] = [];
  const caller = async () => {
    while (performance.now() < end) {
      const begin = performance.now();
      await once();
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return times;
}

/** Rounded to two decimals. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
