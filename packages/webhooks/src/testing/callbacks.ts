import { onTestFinished, vi } from 'vitest';
import {
  createStatusHandler,
  type StatusHandler,
  type StatusHandlerOptions,
} from '../create-status-handler.ts';
import type { ReceivedEvent } from '../received-event.ts';
import type { SenderOptions } from '../sender-checks.ts';
import { type SignedRequestOptions, signedRequest } from '../testing.ts';

export const secret = secretOf('a secret for the tests only');

export const undelivered = {
  requestId: '7c42344c-aeea-41c9-834b-eb627136f400',
  status: 'UNDELIVERED',
  error: 'not-chattwo-user',
};

export function secretOf(text: string): string {
  return `whsec_${Buffer.from(text).toString('base64')}`;
}

/** A handler that knows its sender by what `sender` says, and what it was given. */
export function receiverOf(sender: SenderOptions, part: Partial<StatusHandlerOptions> = {}) {
  const events: ReceivedEvent[] = [];
  const others: [unknown, Headers][] = [];
  const handler = createStatusHandler({
    onStatus: (event) => events.push(event),
    onOther: (body, headers) => others.push([body, headers]),
    ...part,
    ...sender,
  } as StatusHandlerOptions);
  return { handler, events, others };
}

/** A handler with the secret of the tests, and what it was given. */
export function receiver(part: Partial<StatusHandlerOptions> = {}): {
  readonly handler: StatusHandler;
  readonly events: ReceivedEvent[];
  readonly errors: unknown[];
} {
  const events: ReceivedEvent[] = [];
  const errors: unknown[] = [];
  const options = {
    secrets: [secret],
    onStatus: (event: ReceivedEvent) => events.push(event),
    onError: (error: unknown) => errors.push(error),
    ...part,
  } as StatusHandlerOptions;
  return { handler: createStatusHandler(options), events, errors };
}

/** A callback of the sender that the tests know. */
export function callback(event: object | string = undelivered, part: Partial<SignedRequestOptions> = {}) {
  return signedRequest(event, { secrets: [secret], ...part });
}

/** The same callback with other headers; `null` takes one away. */
export async function withHeaders(
  request: Request,
  changes: Readonly<Record<string, string | null>>,
): Promise<Request> {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return new Request(request.url, { method: 'POST', headers, body: await request.text() });
}

/** What an answer says: its status, and the title of its problem body. */
export async function verdict(answer: Response | Promise<Response>): Promise<readonly [number, string?]> {
  const response = await answer;
  const text = await response.text();
  if (text === '') return [response.status];
  const body: { readonly status: number; readonly title: string } = JSON.parse(text);
  return [body.status === response.status ? body.status : Number.NaN, body.title];
}

/** Nothing may be written to the console by the test that calls it, but what it expects. */
export function watchConsole() {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => error.mockRestore());
  return error;
}
