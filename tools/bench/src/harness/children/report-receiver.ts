import { json } from 'node:stream/consumers';
import { serve } from '@cascade/repository/test-kit';
import { quantile } from '../statistics.ts';

/** The callbacks of one interval, and the latencies of the cascades that ended in it. */
export interface IntervalReport {
  readonly callbacks: number;
  readonly ended: number;
  /** Milliseconds from the request to the callback with DELIVERED. */
  readonly lagP50: number;
  readonly lagP99: number;
}

/** What came since the last look. */
export type Reported = ReturnType<typeof take>;

/** How often each message was reported delivered, by request id. */
export type Finals = readonly (readonly [requestId: string, times: number])[];

/**
 * Takes reports in a process of its own: the JSON of our callbacks, and the query of Kannel's. Sends its
 * address; then {@link IntervalReport} at each interval (a second, or as many milliseconds as the first
 * argument says), or with the interval 0 {@link Reported} on `look`, and {@link Finals} on `finals`.
 */
const interval = Number(process.argv[2] ?? 1_000);
const finals = new Map<string, number>();
let callbacks = 0;
let lags: number[] = [];

const { url } = await serve(async (request, response) => {
  if (request.method === 'POST') {
    const event = (await json(request)) as Record<string, unknown>;
    note(String(event.requestId), Number(event.comment), event.status === 'DELIVERED');
  } else {
    const { searchParams } = new URL(request.url ?? '', 'http://receiver');
    const id = searchParams.get('id');
    // 1 is Kannel's delivery to the phone.
    if (id !== null) note(id, Number(searchParams.get('sent')), searchParams.get('type') === '1');
  }
  response.writeHead(200).end();
});

/** The request's comment holds the time of sending; both processes read the same clock. */
function note(id: string, sentAt: number, isFinal: boolean): void {
  callbacks += 1;
  if (!isFinal) return;
  const times = interval > 0 ? 1 : (finals.get(id) ?? 0) + 1;
  // Runs for minutes, which report by intervals, keep no ids.
  if (interval === 0) finals.set(id, times);
  if (times === 1) lags.push(Date.now() - sentAt);
}

function take() {
  /**
   * `lags` are milliseconds from the request to the first report of delivery, of each message that had it.
   */
  const taken = { callbacks, lags };
  callbacks = 0;
  lags = [];
  return taken;
}

process.on('message', (question) => {
  process.send?.(question === 'finals' ? [...finals] : take());
});
process.on('disconnect', () => process.exit());
process.send?.(`${url}/`);

if (interval > 0)
  setInterval(() => {
    const got = take();
    const sorted = got.lags.toSorted((a, b) => a - b);
    const lagP50 = quantile(sorted, 0.5);
    const lagP99 = quantile(sorted, 0.99);
    process.send?.({
      callbacks: got.callbacks,
      ended: sorted.length,
      lagP50,
      lagP99,
    } satisfies IntervalReport);
  }, interval);
