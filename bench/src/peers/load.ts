import { Pool } from 'undici';
import { schedulingBody, schedulingHeaders } from '../scheduling-body.ts';

/** What a load was answered. */
export interface Sent {
  /** The request ids. */
  readonly accepted: readonly string[];
  readonly refused: number;
  readonly unanswered: number;
  readonly seconds: number;
}

/**
 * Sends messages at an even rate, and catches up after a slow moment within the limit of its connections: by our API, or
 * by Kannel's with the address of the receiver. Sends {@link Sent} to the parent at the end, or as soon as it is told to
 * end.
 */
const [kind, url = '', key = '', rate = '300', seconds = '10', callbackUrl = '', mask = '1'] =
  process.argv.slice(2);
const connections = 64;
const pool = new Pool(url, { connections });
const headers = schedulingHeaders(key);
const total = Number(rate) * Number(seconds);
const begin = performance.now();
const accepted: string[] = [];
let [begun, refused, unanswered] = [0, 0, 0];
let isOver = false;
process.on('message', () => {
  isOver = true;
});

async function caller(): Promise<void> {
  while (begun < total && !isOver) {
    const due = begin + (begun / Number(rate)) * 1_000;
    begun += 1;
    const early = due - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    await sendOne();
  }
}

async function sendOne(): Promise<void> {
  const body = schedulingBody();
  const { requestId } = JSON.parse(body) as { readonly requestId: string };
  try {
    const answer = await pool.request(kind === 'kannel' ? kannelRequest(body) : cascadeRequest(body));
    await answer.body.dump();
    if (answer.statusCode === 200 || answer.statusCode === 202) accepted.push(requestId);
    else refused += 1;
  } catch {
    unanswered += 1;
  }
}

function cascadeRequest(body: string) {
  return { method: 'POST', path: '/api/cascade/schedule', headers, body } as const;
}

/** The same number, text and time. */
function kannelRequest(body: string) {
  const { requestId, subscriberFilter, content, comment } = JSON.parse(body);
  const report = `${callbackUrl}?id=${requestId}&sent=${comment}&type=%d`;
  const query = new URLSearchParams({
    username: 'bench',
    password: key,
    from: 'codes',
    to: subscriberFilter.address,
    text: content.smsContent.text,
    'dlr-mask': mask,
    'dlr-url': report,
  });
  return { method: 'GET', path: `/cgi-bin/sendsms?${query}` } as const;
}

await Promise.all(Array.from({ length: connections }, caller));
const took = (performance.now() - begin) / 1_000;
const sent: Sent = { accepted, refused, unanswered, seconds: took };
await pool.destroy();
// Thousands of ids are more than one write: they must have left before the channel closes.
process.send?.(sent, undefined, undefined, () => process.disconnect());
