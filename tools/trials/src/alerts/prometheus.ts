import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Bed } from '@cascade/bench/harness/bed';
import { tenths } from '@cascade/bench/harness/statistics';
import { freePort, startProgram } from '@cascade/repository/test-kit';

/** The state of an alert, as Prometheus names it. */
type AlertState = 'inactive' | 'pending' | 'firing';

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

/** Longer than a replica waits for its database, or a scrape without one would fail. */
const scrapeSeconds = 3;

/** Starts Prometheus on loopback, which judges the rules. @param targets `host:port` of each replica. */
export async function startPrometheus(bed: Bed, rules: string, targets: readonly string[]) {
  const port = await freePort();
  const config = {
    global: {
      scrape_interval: `${scrapeSeconds}s`,
      scrape_timeout: `${scrapeSeconds}s`,
      evaluation_interval: '1s',
    },
    rule_files: ['rules.yml'],
    scrape_configs: [{ job_name: 'cascade-service', static_configs: [{ targets }] }],
  };
  await bed.write('rules.yml', rules);
  const file = await bed.write('prometheus.yml', config);
  const child = startProgram('prometheus', [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(bed.folder, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  bed.use(child, () => child.end());
  await child.printed(/Server is ready to receive web requests/, 60);
  return {
    /** The states of all alerts, now. */
    async states(): Promise<ReadonlyMap<string, AlertState>> {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/rules?type=alert`);
      const { data }: { data: { groups: { rules: { name: string; state: AlertState }[] }[] } } = JSON.parse(
        await answer.text(),
      );
      return new Map(data.groups.flatMap((group) => group.rules.map(({ name, state }) => [name, state])));
    },
  };
}

/** How many milliseconds a unit of PromQL has. */
const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * The same rules with every wait (`for`) and every range divided by `factor`, so that they fire within
 * minutes. Thresholds stay as they are.
 */
export function shortenRules(text: string, factor: number): string {
  return text
    .replaceAll(/^( +for: )(\w+)$/gm, (_, before: string, wait: string) => before + shorter(wait, factor))
    .replaceAll(/\[(\w+)\]/g, (_, range: string) => `[${shorter(range, factor)}]`);
}

function shorter(duration: string, factor: number): string {
  const [, count = '', unit = ''] = /^([0-9]+)([smh])$/.exec(duration) ?? [];
  const length = units[unit];
  if (length === undefined) throw new RangeError(`expected a duration such as 5m, found ${duration}`);
  return `${Math.round((Number(count) * length) / factor)}ms`;
}

/** What became of one alert. */
export type SeenAlert = Awaited<ReturnType<typeof seeFiring>>[number];

/** Resolves when all these alerts fire, or after `seconds`. */
export async function seeFiring(
  prometheus: Prometheus,
  causes: Readonly<Record<string, string>>,
  { since, seconds }: { readonly since: number; readonly seconds: number },
) {
  const first = await prometheus.states();
  const seen = Object.entries(causes).map(([alert, cause]) => ({
    alert,
    cause,
    /**
     * Seconds from the cause until Prometheus had it pending, if it waits, and firing; null if it did not
     * fire.
     */
    pendingAfter: null as number | null,
    firingAfter: null as number | null,
    silentBefore: first.get(alert) === 'inactive',
  }));
  const elapsed = () => tenths(performance.now() - since);
  while (elapsed() < seconds && seen.some(({ firingAfter }) => firingAfter === null)) {
    await setTimeout(500);
    const states = await prometheus.states();
    for (const one of seen) {
      const state = states.get(one.alert);
      if (state === 'pending') one.pendingAfter ??= elapsed();
      if (state === 'firing') one.firingAfter ??= elapsed();
    }
  }
  return seen;
}
