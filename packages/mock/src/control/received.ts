import type { operations, ReceivedRequest } from '../generated/control.ts';

/** What a caller asks of the received requests. */
export type ReceivedFilter = NonNullable<operations['listRequests']['parameters']['query']>;

/** The requests that a mock remembers. */
export interface Received {
  add(request: Omit<ReceivedRequest, 'number'>): void;
  /** Those that match, the newest last. */
  list(filter: ReceivedFilter): readonly ReceivedRequest[];
  /**
   * Resolves when `atLeast` match, the seconds have passed, the caller has left or the mock stops; `false` at
   * once if too many wait.
   */
  wait(
    filter: ReceivedFilter,
    atLeast: number,
    seconds: number,
    left: AbortSignal | undefined,
  ): Promise<boolean>;
  /** Forgets all, and counts from 1 again; or forgets those of an account. */
  reset(account?: string): void;
  /** Ends all waiting. */
  stop(): void;
}

const mostKept = 1_000;
const mostWaiting = 1_000;

interface Waiting {
  readonly filter: ReceivedFilter;
  readonly atLeast: number;
  end(): void;
}

/** Remembers the last 1,000 requests. */
export function createReceived(): Received {
  let kept: ReceivedRequest[] = [];
  let last = 0;
  const waiting = new Set<Waiting>();
  const list = (filter: ReceivedFilter) => kept.filter((request) => matches(request, filter));
  return {
    add(request) {
      last += 1;
      const numbered = { number: last, ...request };
      kept.push(numbered);
      if (kept.length > mostKept) kept.shift();
      for (const one of waiting)
        if (matches(numbered, one.filter) && list(one.filter).length >= one.atLeast) one.end();
    },
    list,
    async wait(filter, atLeast, seconds, left) {
      if (list(filter).length >= atLeast) return true;
      if (waiting.size >= mostWaiting) return false;
      if (left?.aborted) return true;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => one.end(), seconds * 1_000);
        const one: Waiting = {
          filter,
          atLeast,
          end() {
            clearTimeout(timer);
            waiting.delete(one);
            resolve();
          },
        };
        waiting.add(one);
        left?.addEventListener('abort', one.end);
      });
      return true;
    },
    reset(account) {
      kept = account === undefined ? [] : kept.filter((request) => request.account !== account);
      if (account === undefined) last = 0;
    },
    stop() {
      for (const one of waiting) one.end();
    },
  };
}

function matches(request: ReceivedRequest, filter: ReceivedFilter): boolean {
  return (['account', 'operation', 'status', 'code', 'address'] as const).every(
    (name) => filter[name] === undefined || filter[name] === request[name],
  );
}
