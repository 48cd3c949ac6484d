import type { WantedEvent } from './callback/wanted-event.ts';

/** One answered request; nothing of its headers or its body. */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  /** Nothing if the client was gone before the answer. */
  readonly status: number | undefined;
  /** The problem code, if the answer is a problem. */
  readonly code?: string | undefined;
  readonly milliseconds: number;
}

/** One callback attempt; of its address only the origin. */
export interface CallbackRecord extends WantedEvent {
  readonly to?: string;
  readonly result: string;
}

/** Tells people what happens, a line for each thing; keys, addresses and texts never reach it. */
export interface Log {
  request(record: RequestRecord): void;
  callback(record: CallbackRecord): void;
  /** A fault of the mock itself. */
  fault(error: unknown): void;
}

/** A log of lines that begin with the time of day. */
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

/** Keeps a line a line, and short, whatever a client made up. */
function printable(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '?').slice(0, 120);
}
