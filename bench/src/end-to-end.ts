import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readAccountsFile, startService } from '@cascade/service';
import { lineChart } from './line-chart.ts';
import { quantile, report, round } from './report.ts';

/** Scheduled over HTTP → last callback taken by a real receiver, for a while, with the lag over time. */
const seconds = Number(process.argv[2] ?? 60);
const connections = 64;

// Made by the server, which may run as another user than we do.
const dataFolder = join(tmpdir(), `cascade-bench-${process.pid}`);
const lags: { readonly at: number; readonly milliseconds: number }[] = [];
let callbacks = 0;
const begin = performance.now();

const receiver = createServer(async (request, response) => {
  if (request.method === 'POST') note(await json(request));
  response.writeHead(200).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const address = receiver.address();
const callbackUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;

const demo = fileURLToPath(import.meta.resolve('@cascade/service/demo/accounts.yaml'));
const log = { info: () => {}, warn: () => {}, error: () => {} };
const accounts = await readAccountsFile(demo);
const service = await startService({
  dataFolder,
  accounts,
  port: 0,
  operationsPort: 0,
  allowLoopback: true,
  log,
});
await fetch(`${service.url}/api/callback/set`, {
  method: 'POST',
  headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json' },
  body: JSON.stringify({ statusCallbackUrl: callbackUrl }),
});

const generator = fork(fileURLToPath(new URL('http-load.ts', import.meta.url)), [
  service.url,
  String(connections),
  String(seconds),
  'demo-key',
]);
const [sent] = await once(generator, 'message');
const drainBegin = performance.now();
await drained();
const drainSeconds = (performance.now() - drainBegin) / 1_000;
await service.close();
receiver.close();
receiver.closeAllConnections();
await rm(dataFolder, { recursive: true, force: true });

const sorted = lags.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
const whole = (performance.now() - begin) / 1_000;
report('end-to-end', `npx pnpm --filter @cascade/bench end-to-end ${seconds}`, {
  says: `${connections} connections send as fast as they are answered for ${seconds} s; service, store, load and receiver on the same cores; 3 callbacks for each cascade`,
  accepted: sent,
  cascadesEnded: lags.length,
  endedPerSecond: Math.round(lags.length / whole),
  callbacks,
  lagMilliseconds: { p50: round(quantile(sorted, 0.5)), p99: round(quantile(sorted, 0.99)) },
  secondsToDrainAfterTheLoad: round(drainSeconds),
  rssMiB: Math.round(process.memoryUsage().rss / 2 ** 20),
});
const chart = lineChart(
  'Lag from acceptance to the last callback, by second',
  'seconds',
  'milliseconds',
  bySecond(),
);
await writeFile(fileURLToPath(new URL('../results/end-to-end.svg', import.meta.url)), chart);

/** statusAt is the service's clock, which is ours. */
function note(event: unknown): void {
  callbacks += 1;
  if (typeof event !== 'object' || event === null || !('status' in event) || event.status !== 'DELIVERED')
    return;
  const acceptedAt = 'comment' in event ? Number(event.comment) : Number.NaN;
  lags.push({ at: performance.now() - begin, milliseconds: Date.now() - acceptedAt });
}

/** No callback for two seconds, and as many cascades ended as were accepted. */
async function drained(): Promise<void> {
  for (let before = -1; before !== callbacks; ) {
    before = callbacks;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

function bySecond(): { readonly x: number; readonly y: number }[] {
  const seconds = Map.groupBy(lags, ({ at }) => Math.floor(at / 1_000));
  return [...seconds]
    .sort(([a], [b]) => a - b)
    .map(([x, entries]) => {
      const values = entries.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
      return { x, y: quantile(values, 0.5) };
    });
}
