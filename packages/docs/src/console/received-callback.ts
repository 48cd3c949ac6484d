import { isObject } from '../objects.ts';
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
  return { ...shown, body, text, fields: fieldsOf(text) };
}

/** The whole request as it came, apart from its first line, which names our own address. */
export function callbackText({ headers, text }: ReceivedCallback): string {
  return [...headers.map((pair) => pair.join(': ')), '', text].join('\n');
}

/**
 * By `statusAt`, earliest first, since callbacks may overtake each other; a callback without it counts by its arrival.
 * Callbacks of one second stay in the order in which they arrived.
 */
export function inOrderOfStatus(callbacks: readonly ReceivedCallback[]): readonly ReceivedCallback[] {
  return callbacks.toSorted((a, b) => timeOf(a) - timeOf(b));
}

/**
 * Whether a callback repeats one of those that came before it: as a further attempt, or as the same request again.
 * Undefined if it does not.
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
export function headerOf({ headers }: ShownCallback, name: string): string | undefined {
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

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
