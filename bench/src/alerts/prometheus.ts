import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, startProgram } from '@cascade/test-kit';

/** The state of an alert, as Prometheus names it. */
export type AlertState = 'inactive' | 'pending' | 'firing';

export interface Prometheus {
  /** The states of all alerts, now. */
  states(): Promise<ReadonlyMap<string, AlertState>>;
  stop(): Promise<void>;
}

export interface PrometheusOptions {
  readonly folder: string;
  readonly rules: string;
  /** `host:port` of each replica. */
  readonly targets: readonly string[];
}

/** Longer than a replica waits for its database, or a scrape without one would fail. */
const scrapeSeconds = 3;

/** Starts Prometheus on loopback, which reads the metrics of the replicas and judges the rules. */
export async function startPrometheus({ folder, rules, targets }: PrometheusOptions): Promise<Prometheus> {
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
  await writeFile(join(folder, 'rules.yml'), rules);
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const child = startProgram('prometheus', [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  await child.printed(/Server is ready to receive web requests/, 60);
  return {
    async states() {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/rules?type=alert`);
      const { data }: { data: { groups: { rules: { name: string; state: AlertState }[] }[] } } = JSON.parse(
        await answer.text(),
      );
      return new Map(data.groups.flatMap((group) => group.rules.map(({ name, state }) => [name, state])));
    },
    async stop() {
      await child.end();
    },
  };
}
