import { setTimeout as pause } from 'node:timers/promises';
import type { GatewayAttempt, GatewayOf, GatewayResponse, SendLease } from '../gateways/gateway.ts';
import { NoRoomError, StageOverError } from '../gateways/gateway-lane.ts';
import { describeError, type Log } from '../log.ts';
import { AbandonedDatabaseError } from '../store/connection/errors.ts';
import { isDataError } from '../store/connection/insist.ts';
import type { Replica } from '../store/replica.ts';
import type { Applied, EngineEvent, Holder } from './events.ts';
import type { GatewayLanes } from './gateway-lanes.ts';
import { reportsOfResult } from './gateway-reports.ts';

export interface SendOptions {
  readonly replica: Pick<Replica, 'id' | 'holds'>;
  readonly holders: Holders;
  readonly gateways: GatewayOf;
  readonly lanes: Pick<GatewayLanes, 'enter' | 'isPaused'>;
  apply(event: EngineEvent): Promise<Applied>;
  /**
   * Called with the seconds from a gateway's answer to the commit of its result. A kill meanwhile repeats the
   * send.
   */
  readonly onCommitted?: (seconds: number) => void;
  readonly log: Log;
  readonly now: () => Date;
}

/** The sends of this replica, of which each attempt has one at a time (decisions/one-holder.md). */
export type Sends = ReturnType<typeof createSends>;

export interface HeldTurn {
  readonly holder: Holder;
  release(): void;
}

/** No gateway has taken the attempt, as far as is known. */
export class SendError extends Error {
  override readonly name = 'SendError';
  readonly channel: string;
  /** The gateway was not asked: it has no room. */
  readonly wasRefused: boolean;

  constructor(channel: string, cause: unknown) {
    super(describeError(cause).message, { cause });
    this.channel = channel;
    this.wasRefused = cause instanceof NoRoomError;
  }
}

/** Milliseconds between two tries to commit what is known of an attempt. */
const pauseMs = 1_000;

export function createSends(options: SendOptions) {
  const { replica, holders, gateways, lanes, apply, onCommitted = () => {}, log, now } = options;
  const stopping = new AbortController();

  function leaseOf(holder: Holder, { channel, expiresAt }: GatewayAttempt): SendLease {
    const { signal } = stopping;
    const leftMs = () => (typeof expiresAt === 'string' ? Date.parse(expiresAt) - now().getTime() : null);
    return {
      signal,
      leftMs,
      check() {
        signal.throwIfAborted();
        if (lanes.isPaused(channel)) throw new NoRoomError('an operator has paused the gateway');
        const left = leftMs();
        if (left !== null && left <= 0) throw new StageOverError('its stage has expired');
        if (!replica.holds(holder.replica))
          throw new Error('this replica was silent, and another one may send the attempt by now');
      },
    };
  }

  /** The process alone knows the outcome: it is kept until the database takes it. */
  async function commit(event: EngineEvent): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        await apply(event);
        return;
      } catch (error) {
        const isFinal = isDataError(error) || error instanceof AbandonedDatabaseError;
        if (isFinal || stopping.signal.aborted) throw error;
        if (isFirst) log.warn({ error: describeError(error) }, 'the outcome of a send is not committed yet');
        await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  /** It may wait for its turn for long: the gateway is slow, and others have turns, too. */
  async function call(attempt: GatewayAttempt, holder: Holder, accountId: number): Promise<GatewayResponse> {
    const leave = lanes.enter(attempt.channel, accountId);
    if (leave === undefined) throw new NoRoomError('the gateway has no room');
    try {
      const lease = leaseOf(holder, attempt);
      lease.check();
      return await gateways(attempt.channel).send(attempt, lease);
    } finally {
      leave();
    }
  }

  return {
    withHolder: holders.withHolder,
    /**
     * Resolves once the gateway's result is committed. @throws {SendError} if the outcome is unknown; then
     * the attempt is free again.
     */
    async send(attempt: GatewayAttempt, holder: Holder, accountId: number): Promise<void> {
      const { attemptId } = attempt;
      try {
        const result = await call(attempt, holder, accountId);
        const answeredAt = performance.now();
        await commit(reportsOfResult(attemptId, result, now()));
        onCommitted((performance.now() - answeredAt) / 1_000);
      } catch (error) {
        await commit({ kind: 'send-failed', attemptId, holder });
        throw new SendError(attempt.channel, error);
      }
    },
    /** Aborts the calls under way, and waits no longer for a database that is away. */
    abort(): void {
      const reason = new Error('the service stops');
      stopping.abort(reason);
    },
  };
}

/** The turns of this replica's sends. */
export type Holders = ReturnType<typeof createHolders>;

export function createHolders(replica: Pick<Replica, 'id'>) {
  const underWay = new Set<number>();
  let last = 0;

  /**
   * A holder of its own, to be committed with an attempt before `send`. It is under way until it is released.
   */
  function hold(): HeldTurn {
    last += 1;
    const turn = last;
    underWay.add(turn);
    return { holder: { replica: replica.id, turn }, release: () => void underWay.delete(turn) };
  }

  return {
    hold,
    /** Runs work with such a holder, which is released when the work ends. */
    async withHolder<Result>(work: (holder: Holder) => Promise<Result>): Promise<Result> {
      const { holder, release } = hold();
      try {
        return await work(holder);
      } finally {
        release();
      }
    },
    /** Whether a holder may send. Holders of other replicas may, for all that this one knows. */
    isUnderWay: (holder: Holder) => holder.replica !== replica.id || underWay.has(holder.turn),
  };
}
