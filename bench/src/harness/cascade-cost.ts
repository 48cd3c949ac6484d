import { once } from 'node:events';
import type { ServiceProcess } from '@cascade/service/bench';
import { apiKey } from './accounts.ts';
import type { Asked } from './audit.ts';
import type { Received } from './children/report-receiver.ts';
import type { Forked } from './fork.ts';
import { startLoad } from './load.ts';
import { readFigures } from './metrics.ts';
import { processorSeconds, serverClock } from './processes.ts';

/** What has been done and used since the start; times in seconds. */
export interface Counters {
  readonly at: number;
  readonly ended: number;
  readonly node: number;
  readonly postgres: number;
  /** 0 without it. */
  readonly pooler: number;
  /** Bytes of the log. */
  readonly wal: number;
  readonly commits: number;
}

export interface Meter {
  /** Sends at a rate, until two seconds have passed without a callback; resolves to the median of the answers. */
  offer(rate: number, seconds: number): Promise<number>;
  count(): Promise<Counters>;
}

interface Metered {
  readonly service: ServiceProcess;
  /** Reports every second. */
  readonly receiver: Forked<string>;
  /** A session with the server beside the service. */
  readonly asked: Asked;
  /** The process id of PgBouncer. */
  readonly pooler?: number | undefined;
}

/** Counts what whole cascades of the bench account cost in Node, PostgreSQL and PgBouncer. */
export async function meterOf({ service, receiver, asked, pooler }: Metered): Promise<Meter> {
  const clock = await serverClock(asked);
  let callbacks = 0;
  receiver.process.on('message', (received: Received) => {
    callbacks += received.callbacks;
  });
  return {
    async offer(rate, seconds) {
      const { p50Milliseconds } = await startLoad({ urls: [service.url], keys: [apiKey], rate, seconds })
        .sent;
      // The last callbacks arrive after the last cascade has ended.
      for (let last = -1; last < callbacks; ) {
        last = callbacks;
        await once(receiver.process, 'message');
        await once(receiver.process, 'message');
      }
      return p50Milliseconds;
    },
    async count() {
      const { rows } = await asked.query<Pick<Counters, 'wal' | 'commits'>>(
        `select (pg_current_wal_lsn() - '0/0')::float8 as wal, xact_commit::float8 as commits
         from pg_stat_database where datname = current_database()`,
      );
      const { ended, cpuSeconds: node } = await readFigures(service.operationsUrl);
      const own = pooler === undefined ? 0 : processorSeconds(pooler);
      const [row = { wal: Number.NaN, commits: Number.NaN }] = rows;
      return { at: performance.now() / 1_000, ended, node, postgres: clock(), pooler: own, ...row };
    },
  };
}

/** What one cascade cost between two counts, in microseconds; `idle` is what a second without any uses. */
export function costBetween(before: Counters, after: Counters, idle: { node: number; postgres: number }) {
  const of = (key: keyof Counters) => after[key] - before[key];
  const ended = of('ended');
  const used = (key: 'node' | 'postgres') => Math.round(((of(key) - idle[key] * of('at')) / ended) * 1e6);
  return {
    ended,
    endedPerSecond: ended / of('at'),
    nodeMicroseconds: used('node'),
    postgresMicroseconds: used('postgres'),
    poolerMicroseconds: Math.round((of('pooler') / ended) * 1e6),
    walBytes: Math.round(of('wal') / ended),
    commits: of('commits') / ended,
  };
}
