import { createStatusHandler } from '@cascade/webhooks';
import { isObject, parsedJson } from '../objects.ts';
import type { ShownCallback } from './page-protocol.ts';

/** A received callback, read: its bytes, and what the page shows of them. */
export interface ReceivedCallback extends ShownCallback {
  readonly body: Uint8Array<ArrayBuffer>;
  /** The body as text, unchanged. Bytes that are not UTF-8 are replaced. */
  readonly text: string;
  /** The members of a JSON object; none for any other body. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Decodes a callback. */
export function readCallback(shown: ShownCallback): ReceivedCallback {
  const body = Uint8Array.from(atob(shown.bodyBase64), (character) => character.charCodeAt(0));
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const value = parsedJson(text);
  return { ...shown, body, text, fields: isObject(value) ? value : {} };
}

/** The whole request as it came, apart from its first line, which names our own address. */
export function callbackText({ headers, text }: ReceivedCallback): string {
  return [...headers.map((pair) => pair.join(': ')), '', text].join('\n');
}

/**
 * By `statusAt`, earliest first, since callbacks may overtake each other; a callback without it counts by its
 * arrival. Callbacks of one second stay in the order in which they arrived.
 */
export function inOrderOfStatus(callbacks: readonly ReceivedCallback[]): readonly ReceivedCallback[] {
  return callbacks.toSorted((a, b) => timeOf(a) - timeOf(b));
}

/**
 * Whether a callback repeats one of those that came before it: as a further attempt, or as the same request
 * again. Undefined if it does not.
 */
export function repetitionOf(
  callback: ReceivedCallback,
  before: readonly ReceivedCallback[],
): string | undefined {
  const id = headerOf(callback, 'webhook-id');
  if (id === undefined) return undefined;
  const earlier = before.filter((one) => headerOf(one, 'webhook-id') === id);
  if (earlier.length === 0) return undefined;
  const isReplay = earlier.some((one) => signatureOf(one) === signatureOf(callback));
  return isReplay
    ? 'Replay: the same webhook-id, webhook-timestamp and signature came before. Handle the event once.'
    : `Attempt ${earlier.length + 1} of this event: the same webhook-id came before. Handle the event once.`;
}

/** The value of a header, whatever the case of its name; undefined if absent. */
function headerOf({ headers }: ShownCallback, name: string): string | undefined {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1];
}

function signatureOf(callback: ShownCallback): string {
  return ['webhook-timestamp', 'webhook-signature'].map((name) => headerOf(callback, name)).join(' ');
}

function timeOf(callback: ReceivedCallback): number {
  const { statusAt } = callback.fields;
  const time = typeof statusAt === 'string' ? Date.parse(statusAt) : Number.NaN;
  return Number.isNaN(time) ? Date.parse(callback.receivedAt) : time;
}

/** What a receiver with the secret makes of a callback, and why. */
export interface SignatureVerdict {
  readonly kind: 'valid' | 'invalid' | 'unsigned';
  readonly why: string;
}

/** As of Standard Webhooks: how far the sender's clock may be off, in seconds. */
const tolerance = 300;

/**
 * Verifies the bytes that came as `@cascade/webhooks` does in a receiver (ADR-0017), at the time when they
 * came.
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

/** A callback in a few words, e.g. `UNDELIVERED: not-chattwo-user · CHATTWO`. */
export function describeCallback({ fields }: ReceivedCallback): string {
  const { channelType, status, error } = fields;
  const outcome = error === null || error === undefined ? status : `${String(status)}: ${String(error)}`;
  return [outcome ?? 'not a status event', channelType].filter(Boolean).join(' · ');
}

/** When the status changed and when the callback arrived, both by the reader's clock. */
export function describeTimes({ fields, receivedAt }: ReceivedCallback): string {
  const { statusAt } = fields;
  const arrived = `arrived ${timeOfDay(receivedAt)}`;
  return typeof statusAt === 'string' ? `statusAt ${timeOfDay(statusAt)}, ${arrived}` : arrived;
}

/**
 * The local time of an ISO 8601 instant, with milliseconds if it has a fraction; any other text unchanged.
 */
export function timeOfDay(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  const time = at.toLocaleTimeString('en-GB', { hour12: false });
  return text.includes('.') ? `${time}.${String(at.getMilliseconds()).padStart(3, '0')}` : time;
}
