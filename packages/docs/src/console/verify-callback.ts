import { createStatusHandler } from '@cascade/webhooks';
import { isObject } from '../objects.ts';
import { headerOf, type ReceivedCallback } from './received-callback.ts';

/** What a receiver with the secret makes of a callback, and why. */
export interface SignatureVerdict {
  readonly kind: 'valid' | 'invalid' | 'unsigned';
  readonly why: string;
}

/** As of Standard Webhooks: how far the sender's clock may be off, in seconds. */
const tolerance = 300;

/**
 * Verifies the bytes that came as `@cascade/webhooks` does in a receiver (ADR-0017), at the time when they came.
 * @throws {TypeError} if the secret is not `whsec_` and base64.
 */
export async function verifyCallback(callback: ReceivedCallback, secret: string): Promise<SignatureVerdict> {
  const fault = await faultOf(callback, secret, tolerance);
  if (fault === undefined)
    return { kind: 'valid', why: 'The HMAC-SHA256 of id, timestamp and body bytes fits the secret.' };
  if (headerOf(callback, 'webhook-signature') === undefined)
    return { kind: 'unsigned', why: 'It has no webhook-signature: any client could have sent it.' };
  const { title, detail } = fault;
  if (title !== 'callback-timestamp-not-valid') return { kind: 'invalid', why: detail };
  const fits = (await faultOf(callback, secret, Number.POSITIVE_INFINITY)) === undefined;
  const addition = fits
    ? 'The signature itself fits: it may be a recorded callback, sent again.'
    : 'The signature does not fit either.';
  return { kind: 'invalid', why: `${detail} ${addition}` };
}

interface Fault {
  readonly title: string;
  readonly detail: string;
}

/** Why the sender is not accepted; undefined if it is, whatever becomes of the body. */
async function faultOf(
  { headers, body, receivedAt }: ReceivedCallback,
  secret: string,
  toleranceInSeconds: number,
): Promise<Fault | undefined> {
  const handle = createStatusHandler({
    secrets: [secret],
    toleranceInSeconds,
    now: () => new Date(receivedAt),
    onStatus: () => {},
    onOther: () => {},
  });
  const all = new Headers();
  for (const [name, value] of headers) all.append(name, value);
  const answer = await handle(new Request('http://localhost/', { method: 'POST', headers: all, body }));
  if (answer.status !== 401) return undefined;
  const problem: unknown = await answer.json();
  const { title, detail } = isObject(problem) ? problem : {};
  return { title: String(title), detail: String(detail) };
}
