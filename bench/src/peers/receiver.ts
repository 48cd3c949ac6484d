import { json } from 'node:stream/consumers';
import { serve } from '@cascade/test-kit';

/** What the receiver has, since its start or the last look. */
export interface Reported {
  readonly callbacks: number;
  /** Milliseconds from the request to the first report of delivery, of each message that had it since the last look. */
  readonly lags: readonly number[];
}

/** How often each message was reported delivered, by request id. */
export type Finals = readonly (readonly [requestId: string, times: number])[];

/**
 * Takes reports of both kinds in a process of its own: the JSON of our callbacks, and the query of Kannel's. Sends its
 * address; then {@link Reported} on `look`, and {@link Finals} on `finals`.
 */
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

function note(id: string, sentAt: number, isFinal: boolean): void {
  callbacks += 1;
  if (!isFinal) return;
  const times = (finals.get(id) ?? 0) + 1;
  finals.set(id, times);
  if (times === 1) lags.push(Date.now() - sentAt);
}

process.on('message', (question) => {
  if (question === 'finals') {
    process.send?.([...finals]);
    return;
  }
  process.send?.({ callbacks, lags } satisfies Reported);
  callbacks = 0;
  lags = [];
});
process.on('disconnect', () => process.exit());
process.send?.(`${url}/`);
