import { json } from 'node:stream/consumers';
import { serve } from '@cascade/test-kit';
import { quantile } from '../report.ts';

/** The callbacks of one interval, and the latencies of the cascades that ended in it. */
export interface Received {
  readonly callbacks: number;
  readonly ended: number;
  /** Milliseconds from the request to the callback with DELIVERED. */
  readonly lagP50: number;
  readonly lagP99: number;
}

/**
 * A callback receiver in its own process; sends the parent its address, then what it received in each interval: a second,
 * or as many milliseconds as the first argument says.
 */
const [interval = '1000'] = process.argv.slice(2);
let callbacks = 0;
let lags: number[] = [];

const { url } = await serve(async (request, response) => {
  if (request.method === 'POST') note(await json(request));
  response.writeHead(200).end();
});
process.send?.(`${url}/`);

setInterval(() => {
  const sorted = lags.sort((a, b) => a - b);
  const got: Received = {
    callbacks,
    ended: sorted.length,
    lagP50: quantile(sorted, 0.5),
    lagP99: quantile(sorted, 0.99),
  };
  callbacks = 0;
  lags = [];
  process.send?.(got);
}, Number(interval));

process.on('disconnect', () => process.exit());

/** The request's comment holds the time of sending; both processes read the same clock. */
function note(event: unknown): void {
  callbacks += 1;
  if (typeof event !== 'object' || event === null || !('status' in event) || event.status !== 'DELIVERED')
    return;
  lags.push(Date.now() - ('comment' in event ? Number(event.comment) : Number.NaN));
}
