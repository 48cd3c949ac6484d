import { setImmediate } from 'node:timers/promises';
import type { RetrySchedule } from '@cascade/transition';
import { SpanKind } from '@opentelemetry/api';
import type { Pool } from 'pg';
import type { Agent } from 'undici';
import { chunksOf } from '../chunks-of.ts';
import type { Clock } from '../clock.ts';
import type { CallbackParcel } from '../due/callback-parcels.ts';
import type { Accounts, Claimed, Left, Owned, Performer } from '../due/performer.ts';
import { describeError, type Log } from '../log.ts';
import { insist } from '../store/connection/insist.ts';
import type { Replica } from '../store/replica.ts';
import { contextOf, inSpan } from '../tracing.ts';
import { createCallbackClaims, type WokenLane } from './claims.ts';
import { createOwnLoad } from './dispatch/adaptive-limit.ts';
import { Dispatcher, type DispatcherSettings, type NotMade } from './dispatch/dispatcher.ts';
import type { LaneState } from './dispatch/lane.ts';
import { createFirstAttempts } from './first-attempts.ts';
import { loadPendingCallbacks, type TakenEvent } from './load-pending-callbacks.ts';
import { attemptOutcome, outcomeOfDeferral } from './outcome.ts';
import type { PendingCallback } from './pending-callback.ts';
import { type AttemptResult, postCallback, signatureHeaders } from './post-callback.ts';
import type { RecordEvent } from './record-outcomes.ts';

export interface DeliveryOptions {
  readonly pool: Pool;
  readonly agent: Agent;
  readonly replica: Pick<Replica, 'holds'>;
  readonly record: RecordEvent;
  readonly log: Log;
  readonly schedule: RetrySchedule;
  readonly settings: DispatcherSettings;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called when there may be something to claim. */
  wake(): void;
}

/** Milliseconds in which events whose connection was lost are read again. Afterwards they are handed back. */
const insistForMs = 15_000;

/** Each begins an attempt, for which others wait. */
const dispatchedAtOnce = 32;

/**
 * The way of a callback, in this order: its event is loaded, waits for the events before it and for room at
 * its receiver, is posted, and has its outcome recorded.
 */
export class Delivery implements Performer<CallbackParcel> {
  readonly #options: DeliveryOptions;
  readonly #firstAttempts = createFirstAttempts();
  readonly #dispatcher: Dispatcher;
  readonly #claims: ReturnType<typeof createCallbackClaims>;

  constructor(options: DeliveryOptions) {
    const { pool, settings, record, schedule, clock, random } = options;
    this.#options = options;
    this.#claims = createCallbackClaims({
      pool,
      now: clock.monotonic,
      visits: (most) => this.#dispatcher.visits(most),
    });
    this.#dispatcher = new Dispatcher({
      settings,
      random,
      recovered: (lane) => this.#wakeLane(lane),
      firstAttempts: this.#firstAttempts,
      now: clock.monotonic,
      ownLoad: createOwnLoad(),
      attempt: (callback) => this.#attempt(callback),
      defer: (callback, deferral) =>
        void record(outcomeOfDeferral(callback, deferral, clock.monotonic(), schedule)),
      // The next replica that claims it sends it.
      drop: (callback) => callback.letGo(false),
    });
  }

  claim(owner: number, accounts: Accounts): Promise<Claimed<Owned<CallbackParcel>>> {
    return this.#claims.claim(owner, accounts);
  }

  claimOthers(owner: number): Promise<readonly Owned<CallbackParcel>[]> {
    return this.#claims.claimOthers(owner);
  }

  isOpenTo(accountId: number): boolean {
    return !this.#dispatcher.isCongested(accountId);
  }

  perform(
    parcels: readonly Owned<CallbackParcel>[],
    free: (parcel: Owned<CallbackParcel>, places: number) => void,
  ): readonly Promise<Left<CallbackParcel>>[] {
    const taken: TakenEvent[] = [];
    const works = parcels.map(async (parcel): Promise<Left<CallbackParcel>> => {
      const ends = parcel.entries.map((entry) => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        const letGo = (isRecorded: boolean) => {
          this.#firstAttempts.letGo(entry.eventId);
          resolve(isRecorded);
          free(parcel, 1);
        };
        taken.push({ ...entry, owner: parcel.owner, letGo });
        return promise;
      });
      return (await Promise.all(ends)).every(Boolean) ? [] : 'not sure';
    });
    this.#firstAttempts.take(taken.map(({ eventId }) => eventId));
    void this.#load(taken);
    return works;
  }

  /** The account has registered a URL that answers: what waits for it is tried at once. */
  renewed(accountId: number): void {
    this.#dispatcher.renewed(accountId);
    this.#wakeLane({ accountId, url: null });
  }

  /** The destinations that this process sends to, or backs off from. */
  inspect(): readonly LaneState[] {
    return this.#dispatcher.inspect();
  }

  /** Starts no further attempt; what waits is handed back. */
  close(): void {
    this.#dispatcher.close();
  }

  /** Has those that are to be sent wait for their turn, and the outcome of the others recorded. */
  async #load(taken: readonly TakenEvent[]): Promise<void> {
    const { pool, record, log, clock } = this.#options;
    try {
      const load = () => loadPendingCallbacks(pool, taken, clock.monotonic());
      const { callbacks, ended, passed } = await insist({ forMs: insistForMs }, load);
      // Those that have `passed` are due in a later turn, for which there is another entry.
      for (const event of ended) this.#firstAttempts.ended(event);
      for (const event of [...ended, ...passed]) void record(event);
      for (const some of chunksOf(callbacks, dispatchedAtOnce)) {
        for (const callback of some) this.#dispatcher.dispatch(callback);
        await setImmediate();
      }
    } catch (error) {
      log.error({ error: describeError(error) }, 'status events cannot be read');
      for (const event of taken) event.letGo(false);
    }
  }

  /**
   * Posts, unless another replica may own the event by now, and has the outcome recorded: what records it
   * ends the turn, enters a retry for the next one, and lets go of the event. Resolves without waiting for
   * that. Never rejects.
   */
  async #attempt(callback: PendingCallback): Promise<AttemptResult['outcome'] | NotMade> {
    const { record, replica, schedule, clock, random } = this.#options;
    if (!replica.holds(callback.owner)) {
      callback.letGo(false);
      return 'not-made';
    }
    const startedAt = clock.monotonic();
    const at = clock.wall();
    const result = await this.#post(callback, at);
    const times = { startedAt, now: clock.monotonic(), at };
    void record(attemptOutcome(callback, result, times, { schedule, random }));
    return result.outcome;
  }

  #post(callback: PendingCallback, at: Date): Promise<AttemptResult> {
    const { agent, timeoutMs } = this.#options;
    const { eventId: id, url, headers: declared, body, secrets, traceparent } = callback;
    const signature = signatureHeaders({ id, body, at }, secrets);
    const fixed = { 'content-type': 'application/json', 'user-agent': 'cascade-service', ...signature };
    const headers = { ...lowerCased(declared), ...fixed };
    const attributes = { 'cascade.event.id': id };
    const parent = contextOf(traceparent);
    return inSpan({ name: 'callback attempt', kind: SpanKind.CLIENT, attributes, parent }, () =>
      postCallback(agent, { url, headers, body, timeoutMs }),
    );
  }

  #wakeLane(lane: WokenLane): void {
    this.#claims.wakeLane(lane);
    this.#options.wake();
  }
}

/** So that a fixed header replaces a declared one of the same name, in whatever case that was declared. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
