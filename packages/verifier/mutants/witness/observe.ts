import { isObject, type Json, type JsonObject } from '../proxy/json.ts';
import type { Asked, Bench, Seen, SeenCallback, Witness } from './witness.ts';

/** Makes a request, or several in order, with new ids. */
export type Ask = () => Asked | readonly Asked[];

/** Reads from an answer what the witness compares. */
export type Lens = (seen: Seen) => string;

/** `accepted`, or the status and the title of the problem. */
export const verdict: Lens = (seen) => {
  if (seen.status >= 200 && seen.status < 300) return 'accepted';
  const { title } = bodyOf(seen);
  return `${seen.status} ${typeof title === 'string' ? title : '(no title)'}`;
};

/** A part of the answer body as JSON; `(absent)` if it is not there. */
export function member(name: string): Lens {
  return (seen) => written(bodyOf(seen)[name]);
}

/** What the first group of the pattern finds in `detail`. */
export function inDetail(pattern: RegExp): Lens {
  return (seen) => {
    const { detail } = bodyOf(seen);
    return typeof detail === 'string' ? (pattern.exec(detail)?.[1] ?? '(not found)') : '(no detail)';
  };
}

export function header(name: string): Lens {
  return ({ headers }) => headers[name] ?? '(absent)';
}

/** Asks one after the other, and looks at the last answer. */
export function asking(ask: Ask, plain: string, changed: string, lens: Lens = verdict): Witness {
  return seeing(
    async (bench) => {
      let seen = '';
      for (const asked of [ask()].flat()) seen = lens(await bench.send(asked));
      return seen;
    },
    plain,
    changed,
  );
}

/** A witness with its own procedure; a broken connection counts as an observation. */
export function seeing(observe: Witness['observe'], plain: string, changed: string): Witness {
  const safely = (bench: Bench) =>
    observe(bench).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return 'hung up';
      throw error;
    });
  return { observe: safely, plain, changed };
}

export function bodyOf({ text }: { readonly text: string }): JsonObject {
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The verdicts on requests that are sent at once, in alphabetical order. */
export async function together(bench: Bench, asks: readonly Asked[]): Promise<string> {
  const seen = await Promise.all(asks.map((ask) => bench.send(ask)));
  return seen.map(verdict).sort().join(', ');
}

/** `STATUS reason` of each callback in turn. */
export function statuses(callbacks: readonly SeenCallback[]): string {
  return callbacks.map(statusAndReason).join(', ');
}

export function statusAndReason(callback: SeenCallback): string {
  const { status, error } = bodyOf(callback);
  return typeof error === 'string' ? `${asText(status)} ${error}` : asText(status);
}

export function written(value: Json | undefined): string {
  return value === undefined ? '(absent)' : JSON.stringify(value);
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : written(value);
}
