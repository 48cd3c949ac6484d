import { setTimeout as pause } from 'node:timers/promises';
import type { GatewayAttempt, GatewayOf, GatewayResponse, SendLease } from '../gateways/gateway.ts';
import { describeError, type Log } from '../log.ts';
import { AbandonedDatabaseError } from '../store/connection/errors.ts';
import { isDataError } from '../store/connection/insist.ts';
import type { Replica } from '../store/replica.ts';
import type { Applied, EngineEvent, Holder } from './events.ts';
import type { GatewayLanes } from './gateway-lanes.ts';
import { reportsOfResult } from './gateway-reports.ts';

export interface SendOptions {
  readonly replica: Pick<Replica, 'id' | 'holds'>;
  readonly gateways: GatewayOf;
  readonly lanes: Pick<GatewayLanes, 'enter'>;
  /**
   * Time-out of a gateway, in seconds. Its call is aborted then, and the outcome of the attempt is unknown.
   */
  readonly gatewaySeconds: number;
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

class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** Milliseconds between two tries to commit what is known of an attempt. */
const pauseMs = 1_000;

export function createSends(options: SendOptions) {
  const { replica, gateways, lanes, gatewaySeconds, apply, onCommitted = () => {}, log, now } = options;
  const stopping = new AbortController();
  const calls = new Set<AbortController>();

  function leaseOf(holder: Holder, signal: AbortSignal): SendLease {
    return {
      signal,
      check() {
        signal.throwIfAborted();
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

  async function callInLane(
    attempt: GatewayAttempt,
    holder: Holder,
    accountId: number,
  ): Promise<GatewayResponse> {
    const end = lanes.enter(attempt.channel, accountId);
    if (end === undefined) throw new NoRoomError('the gateway has no room');
    try {
      const result = await call(attempt, holder);
      end('answered');
      return result;
    } catch (error) {
      const isOurs = stopping.signal.aborted || !replica.holds(holder.replica);
      end(isOurs ? 'withdrawn' : 'failed');
      throw error;
    }
  }

  async function call(attempt: GatewayAttempt, holder: Holder): Promise<GatewayResponse> {
    const aborting = new AbortController();
    // Not `AbortSignal.timeout`: its timer would live on for a minute after each answer.
    const late = () => aborting.abort(new Error(`timeout: no answer within ${gatewaySeconds} seconds`));
    const timer = setTimeout(late, gatewaySeconds * 1_000);
    calls.add(aborting);
    try {
      stopping.signal.throwIfAborted();
      const lease = leaseOf(holder, aborting.signal);
      lease.check();
      return await gateways(attempt.channel).send(attempt, lease);
    } finally {
      clearTimeout(timer);
      calls.delete(aborting);
    }
  }

  return {
    ...createHolders(replica),
    /**
     * Resolves once the gateway's result is committed. @throws {SendError} if the outcome is unknown; then
     * the attempt is free again.
     */
    async send(attempt: GatewayAttempt, holder: Holder, accountId: number): Promise<void> {
      const { attemptId } = attempt;
      try {
        const result = await callInLane(attempt, holder, accountId);
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
      for (const aborting of calls) aborting.abort(reason);
    },
  };
}

function createHolders(replica: SendOptions['replica']) {
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
