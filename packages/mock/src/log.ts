import type { WantedEvent } from './callback/wanted-event.ts';

/** One answered request, without headers and body. */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  /** Undefined if the client disconnected before the answer. */
  readonly status: number | undefined;
  /** The problem code, if the answer is a problem. */
  readonly code?: string | undefined;
  readonly milliseconds: number;
}

/** One callback attempt, with only the origin of its address. */
export interface CallbackRecord extends WantedEvent {
  readonly to?: string;
  readonly result: string;
}

/** A log for people, one line per event. Never contains keys, addresses or texts. */
export interface Log {
  request(record: RequestRecord): void;
  callback(record: CallbackRecord): void;
  /** A fault of the mock itself. */
  fault(error: unknown): void;
}

/** A log whose lines begin with the time of day. */
export function createLog(write: (line: string) => void, now: () => Date): Log {
  const line = (...parts: readonly (string | number)[]) => write(`${timeOfDay(now())} ${parts.join(' ')}\n`);
  return {
    request: ({ method, path, status, code, milliseconds }) =>
      line(method, printable(path), status ?? 'gone', code ?? '-', `${Math.round(milliseconds)} ms`),
    callback: ({ status, error, to, result }) =>
      line('callback', status, printable(error ?? '-'), ...(to === undefined ? [] : [to]), result),
    fault: (error) => line('fault', error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
}

/** 14:05:09.123, in UTC. */
function timeOfDay(date: Date): string {
  return date.toISOString().slice(11, 23);
}

/** Text of a client, safe for one line: printable ASCII, at most 120 characters. */
function printable(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '?').slice(0, 120);
}
