import { isObject, type Json, type JsonObject } from '../proxy/wire.ts';

/** A request as a consumer makes it. */
export interface AskedRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Left out: no body. A string goes as it is. */
  readonly body?: JsonObject | string;
}

interface SeenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The header names, as they were written. */
  readonly writtenNames: readonly string[];
}

/** A callback as the receiver sees it. */
export interface SeenCallback {
  /** When it came, in milliseconds. */
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a witness can use: only what a consumer can see. */
export interface Bench {
  send(asked: AskedRequest): Promise<SeenResponse>;
  /** An address that takes callbacks. */
  address(): string;
  /** Ends the provider, and starts it again. */
  restart(): void;
  /** The key of an account that can pay for exactly this number of SMS messages; a new account each time. */
  purse(messages?: 1 | 2): string;
  /**
   * Sends by an account with a registered receiver. Resolves with the callbacks for the request id, once the
   * provider has made `attempts` (1 if absent) callback attempts with this status, or at once if the request
   * is refused, or after `milliseconds`. Of several requests, sent in turn, it is the last one.
   */
  callbacksOf(
    asked: AskedRequest | readonly AskedRequest[],
    until: { readonly status: string; readonly attempts?: number; readonly milliseconds?: number },
    answer?: (event: JsonObject) => number,
  ): Promise<readonly SeenCallback[]>;
}

/** Says in words what came of requests. */
export interface Procedure {
  readonly observe: (bench: Bench) => Promise<string>;
  /**
   * A busy machine makes the provider itself look like the changed one, but never the other way round. Then
   * there is nothing to compare with, and it is observed again.
   */
  readonly isTimed?: boolean;
}

/** A procedure, and its outcome at the provider itself and at the changed one. */
export interface Witness extends Procedure {
  readonly plain: string;
  readonly changed: string;
}

/** Makes a request, or several in order, with new ids. */
export type Ask = () => AskedRequest | readonly AskedRequest[];

/** Reads from an answer what the witness compares. */
export type Lens = (seen: SeenResponse) => string;

/** `accepted`, or the status and the title of the problem. */
export const verdict: Lens = (seen) => {
  if (seen.status >= 200 && seen.status < 300) return 'accepted';
  const { title } = jsonBodyOf(seen);
  return `${seen.status} ${typeof title === 'string' ? title : '(no title)'}`;
};

/** A part of the answer body as JSON; `(absent)` if it is not there. */
export function member(name: string): Lens {
  return (seen) => written(jsonBodyOf(seen)[name]);
}

/** What the first group of the pattern finds in `detail`. */
export function inDetail(pattern: RegExp): Lens {
  return (seen) => {
    const { detail } = jsonBodyOf(seen);
    return typeof detail === 'string' ? (pattern.exec(detail)?.[1] ?? '(not found)') : '(no detail)';
  };
}

export function header(name: string): Lens {
  return ({ headers }) => headers[name] ?? '(absent)';
}

/** Asks one after the other, and looks at the last answer. */
export function asking(ask: Ask, lens: Lens = verdict): Procedure {
  return seeing(async (bench) => {
    let seen = '';
    for (const asked of [ask()].flat()) seen = lens(await bench.send(asked));
    return seen;
  });
}

/** A procedure of its own; a broken connection counts as an observation. */
export function seeing(observe: Procedure['observe']): Procedure {
  const safely = (bench: Bench) =>
    observe(bench).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return 'hung up';
      throw error;
    });
  return { observe: safely };
}

/** A procedure that compares times. The changed provider must look changed on every machine. */
export function timing(observe: Procedure['observe']): Procedure {
  return { ...seeing(observe), isTimed: true };
}

export function jsonBodyOf({ text }: { readonly text: string }): JsonObject {
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The verdicts on requests that are sent at once, in alphabetical order. */
export async function together(bench: Bench, asks: readonly AskedRequest[]): Promise<string> {
  const seen = await Promise.all(asks.map((ask) => bench.send(ask)));
  return seen.map(verdict).sort().join(', ');
}

/** `STATUS reason` of each callback in turn. */
export function statuses(callbacks: readonly SeenCallback[]): string {
  return callbacks.map(statusAndReason).join(', ');
}

export function statusAndReason(callback: SeenCallback): string {
  const { status, error } = jsonBodyOf(callback);
  return typeof error === 'string' ? `${asText(status)} ${error}` : asText(status);
}

export function written(value: Json | undefined): string {
  return value === undefined ? '(absent)' : JSON.stringify(value);
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : written(value);
}
