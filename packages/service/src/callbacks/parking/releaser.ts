import type { Pool } from 'pg';
import type { Jobs } from '../../jobs/open-jobs.ts';
import { createSignal } from '../../jobs/signal.ts';
import { describeError, type Log } from '../../log.ts';
import { eventsPerJob } from '../callback-jobs.ts';
import { type ReleasedEvents, releaseDue, releaseParked, type Selection } from './release-parked.ts';

/** Returns parked events to the queue. */
export interface Releaser {
  /** The receiver answers: all of its events return, then or before, as quickly as it takes them. */
  recovered(receiver: RecoveredReceiver): void;
  /** The account has registered a URL: some of its events return, to find out. */
  renewed(accountId: number): void;
  /** Resolves when no event is on its way any more. */
  stop(): Promise<void>;
}

export interface RecoveredReceiver {
  readonly accountId: number;
  readonly url: string;
  /** How many more it takes at the moment; undefined if it does not answer any longer. */
  readonly room: () => number | undefined;
  /** Milliseconds until they return. */
  readonly inMs: number;
}

export interface ReleaserOptions {
  readonly pool: Pool;
  readonly jobs: Jobs;
  readonly log: Log;
  /** Milliseconds of a clock that no one sets. */
  readonly now: () => number;
  /** Whether this process can take more callbacks. */
  readonly hasRoom: () => boolean;
  /** Milliseconds between two passes: while there is more to release, and otherwise. */
  readonly pauseMs?: { readonly busy: number; readonly idle: number };
}

/** Events in one pass: a receiver that was away for hours must not be in the way of the others. */
const mostPerPass = 128;
/** Milliseconds: an account that registers all the time tries its receivers no more often. */
const renewalEvery = 5_000;

interface Request extends Selection {
  readonly room: () => number | undefined;
  /** The time of the monotonic clock before which it waits. */
  readonly notBefore: number;
}

export function createReleaser(options: ReleaserOptions): Releaser {
  const { pool, jobs, log, hasRoom, now, pauseMs = { busy: 200, idle: 1_000 } } = options;
  const requests = new Map<string, Request>();
  /** When renewed accounts were last served. */
  const renewed = new Map<number, number>();
  const signal = createSignal();
  let stopping = false;

  /** Resolves to the events that may still be released in this pass. */
  async function releaseNext(key: string, request: Request, budget: number): Promise<number> {
    const room = request.room();
    if (room === undefined) requests.delete(key);
    const most = Math.min(request.most, budget, room ?? 0);
    if (most <= 0) return budget;
    const released = await releaseParked(pool, jobs, { ...request, most });
    // A request that came meanwhile stays.
    if (requests.get(key) === request) requests.delete(key);
    if (request.url === null) renewed.set(request.accountId, now());
    else if (released.count === most) goOn(key, request, released);
    return budget - released.count;
  }

  /** Behind those of the others. */
  function goOn(key: string, request: Request, { last }: ReleasedEvents): void {
    if (!requests.has(key)) requests.set(key, { ...request, after: last });
  }

  /** Resolves to whether there may be more. */
  async function pass(): Promise<boolean> {
    forgetRenewals();
    if (!hasRoom()) return true;
    let budget = mostPerPass - (await releaseDue(pool, jobs, mostPerPass));
    for (const [key, request] of [...requests]) {
      if (budget <= 0) return true;
      if (request.notBefore <= now()) budget = await releaseNext(key, request, budget);
    }
    return budget <= 0;
  }

  function forgetRenewals(): void {
    for (const [account, at] of renewed) if (at + renewalEvery < now()) renewed.delete(account);
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const more = await pass().catch((error: unknown) => {
        log.warn({ error: describeError(error) }, 'callbacks that wait for their receiver cannot be read');
        return false;
      });
      await signal.wait(more ? pauseMs.busy : pauseMs.idle);
    }
  }

  const running = run();
  return {
    recovered({ accountId, url, room, inMs }) {
      const key = `${accountId} ${url}`;
      const notBefore = now() + inMs;
      if ((requests.get(key)?.notBefore ?? Number.POSITIVE_INFINITY) < notBefore) return;
      requests.set(key, { accountId, url, room, after: 0n, most: mostPerPass, notBefore });
    },
    renewed(accountId) {
      const notBefore = (renewed.get(accountId) ?? Number.NEGATIVE_INFINITY) + renewalEvery;
      const selection = { accountId, url: null, after: 0n, most: eventsPerJob };
      requests.set(`${accountId}`, { ...selection, room: () => eventsPerJob, notBefore });
    },
    stop() {
      stopping = true;
      signal.raise();
      return running;
    },
  };
}
