import { defined } from '../../src/defined.ts';

/** A request as the catalogue writes it; what is left out is a POST to schedule with the key `demo-key`. */
export interface SentRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

const defaultHeaders = { 'x-api-key': 'demo-key', 'content-type': 'application/json' };

/** A mock that hangs must fail its test with a word on the request, not with the time-out of the test. */
const patienceInMilliseconds = 60_000;

/** Sends a request with a JSON body; a string is sent as it is. */
export async function send(
  baseUrl: string,
  { method = 'POST', path = '/api/cascade/schedule', headers = {}, body }: SentRequest,
): Promise<ReceivedAnswer> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { ...defaultHeaders, ...headers },
    signal: AbortSignal.timeout(patienceInMilliseconds),
    // Of `undefined`, JSON.stringify makes `undefined`.
    ...defined({ body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

let last = 0;

/** A request id that no other test uses. */
export function freshRequestId(): string {
  last += 1;
  return `10000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
}

/** A request that passes, with a fresh request id. */
export function validBody(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    requestId: freshRequestId(),
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
    ...changes,
  };
}
