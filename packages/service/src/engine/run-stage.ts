import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Holder, resendDelay } from '@cascade/transition';
import type { Pool } from 'pg';
import type { Accounts, Claimed, Owned, Performer } from '../due/performer.ts';
import { claimStages, type StageParcel } from '../due/stage-parcels.ts';
import type { GatewayAttempt, GatewayOf, GatewayResponse, SendLease } from '../gateways/gateway.ts';
import { NoRoomError, StageOverError } from '../gateways/gateway-lane.ts';
import { describeError, type Log } from '../log.ts';
import { AbandonedDatabaseError } from '../store/connection/errors.ts';
import { isDataError } from '../store/connection/insist.ts';
import { type MessageKey, newKeyedId } from '../store/message-key.ts';
import type { Replica } from '../store/replica.ts';
import { createAccountTurns } from './account-turns.ts';
import type { BegunStage } from './begin-accepted.ts';
import type { Applied, EngineEvent } from './events.ts';
import type { GatewayLanes } from './gateway-lanes.ts';
import { reportsOfResult } from './gateway-reports.ts';
import type { Holders } from './holders.ts';
import type { Withdrawals } from './withdrawals.ts';

export interface StageRunOptions {
  readonly pool: Pool;
  readonly replica: Pick<Replica, 'holds'>;
  readonly holders: Pick<Holders, 'hold'>;
  readonly gateways: GatewayOf;
  readonly lanes: Pick<GatewayLanes, 'enter' | 'isPaused' | 'closed'>;
  /** Applies an event to its message, and resolves once that is committed (`apply-batch.ts`). */
  apply(event: EngineEvent): Promise<Applied>;
  /** The first stage of a message, if it began with its acceptance; none has if absent. */
  takeBegun?(message: MessageKey): BegunStage | undefined;
  /** Nothing is withdrawn if absent. */
  readonly withdrawals?: Withdrawals;
  /**
   * Called with the seconds from a gateway's answer to the commit of its result. A kill meanwhile repeats the
   * send.
   */
  readonly onCommitted?: (seconds: number) => void;
  readonly log: Log;
  readonly now: () => Date;
}

/**
 * Heavy messages that are in memory at once, and those of one account: its gateway may answer none of them.
 */
const heavy = { atOnce: 16, ofAccount: 8 } as const;

/** Milliseconds between two tries to commit what is known of an attempt. */
const pauseMs = 1_000;

/**
 * The way of a stage, in this order: it begins, if the rules let it, held by one turn of this replica; its
 * attempt is sent; what the gateway says is committed, and what follows from that is written in the same
 * commit. All of this is done again where a process dies in it, so each step is idempotent.
 */
export class StageRun implements Performer<StageParcel> {
  readonly #options: StageRunOptions;
  readonly #inTurn = createAccountTurns(heavy);
  readonly #stopping = new AbortController();

  constructor(options: StageRunOptions) {
    this.#options = options;
  }

  claim(owner: number, { held, notNow }: Accounts): Promise<Claimed<Owned<StageParcel>>> {
    const { pool, lanes } = this.#options;
    return claimStages(pool, owner, { accounts: notNow, gateways: lanes.closed(held) });
  }

  perform(
    parcels: readonly Owned<StageParcel>[],
    free: (parcel: Owned<StageParcel>, places: number) => void,
  ): readonly Promise<readonly StageParcel[]>[] {
    return parcels.map((parcel) => this.run(parcel, () => free(parcel, 1)));
  }

  /**
   * Does a stage or ends a timer, for each message of a parcel; resolves to what is to be tried again.
   *
   * @param onEnd called when the work of a message has ended.
   */
  run(parcel: StageParcel, onEnd: () => void = () => {}): Promise<readonly StageParcel[]> {
    const run = () => this.#runAll(parcel, onEnd);
    return parcel.isHeavy ? this.#inTurn(parcel.accountId, run) : run();
  }

  /** Aborts the calls under way, and waits no longer for a database that is away. */
  abort(): void {
    this.#stopping.abort(new Error('the service stops'));
  }

  async #runAll(parcel: StageParcel, onEnd: () => void): Promise<readonly StageParcel[]> {
    const { queue, accountId, position, messageIds } = parcel;
    const works = messageIds.map(async (messageId): Promise<LeftMessage | undefined> => {
      const message = { accountId, messageId };
      try {
        await (queue === 'stage' ? this.#runStage(message, position) : this.#runTimer(message, position));
        return undefined;
      } catch (error) {
        return this.#leftAfter(error, parcel, messageId);
      } finally {
        onEnd();
      }
    });
    const left = (await Promise.all(works)).filter((message) => message !== undefined);
    const alike = Map.groupBy(left, ({ gateway, wasRefused }) => `${gateway} ${wasRefused}`);
    return [...alike.values()].map((messages) => retryOf(parcel, messages));
  }

  async #runStage(message: MessageKey, position: number): Promise<void> {
    const { apply, takeBegun, holders, now } = this.#options;
    const begun = position === 1 ? takeBegun?.(message) : undefined;
    const { holder, end } = begun ?? holders.hold();
    try {
      const attemptId = newKeyedId(message);
      const due = { kind: 'stage-due', ...message, position, attemptId, holder, at: now() } as const;
      // The attempt and its holder are committed before the gateway gets it. If it began before, `send` has
      // the id of then, and not the new one: after a crash it is sent again under the same id.
      const { send, isHeld } = begun === undefined ? await apply(due) : { send: begun.send, isHeld: false };
      if (isHeld) throw new HeldError('another send holds the attempt');
      if (send !== null) await this.send(send, holder, message.accountId);
    } finally {
      end();
    }
  }

  /** The next stage begins with the timer: what the channel before has not delivered is withdrawn first. */
  async #runTimer(message: MessageKey, position: number): Promise<void> {
    const { apply, withdrawals, now } = this.#options;
    await withdrawals?.withdraw(message, position);
    await apply({ kind: 'timer', ...message, position, at: now() });
  }

  /**
   * Resolves once the gateway's result is committed. @throws {SendError} if the outcome is unknown, or cannot
   * be committed; then the attempt is free again.
   */
  async send(attempt: GatewayAttempt, holder: Holder, accountId: number): Promise<void> {
    const { onCommitted, now } = this.#options;
    const { attemptId } = attempt;
    try {
      const result = await this.#call(attempt, holder, accountId);
      const answeredAt = performance.now();
      await this.#commit(reportsOfResult(attemptId, result, now()));
      onCommitted?.((performance.now() - answeredAt) / 1_000);
    } catch (error) {
      await this.#commit({ kind: 'send-failed', attemptId, holder });
      throw new SendError(attempt.channel, error);
    }
  }

  /** It may wait for its turn for long: the gateway is slow, and others have turns, too. */
  async #call(attempt: GatewayAttempt, holder: Holder, accountId: number): Promise<GatewayResponse> {
    const { lanes, gateways } = this.#options;
    const leave = lanes.enter(attempt.channel, accountId);
    if (leave === undefined) throw new NoRoomError('the gateway has no room');
    try {
      const lease = this.#leaseOf(holder, attempt);
      lease.check();
      return await gateways(attempt.channel).send(attempt, lease);
    } finally {
      leave();
    }
  }

  /** What is asked again right before the attempt is written. */
  #leaseOf(holder: Holder, { channel, expiresAt }: GatewayAttempt): SendLease {
    const { replica, lanes, now } = this.#options;
    const { signal } = this.#stopping;
    const leftMs = () => (typeof expiresAt === 'string' ? Date.parse(expiresAt) - now().getTime() : null);
    return {
      signal,
      leftMs,
      check() {
        signal.throwIfAborted();
        if (lanes.isPaused(channel)) throw new NoRoomError('an operator has paused the gateway');
        const left = leftMs();
        // Its timer ends it, and the work that is tried again finds nothing to do.
        if (left !== null && left <= 0) throw new StageOverError('its stage has expired');
        if (!replica.holds(holder.replica))
          throw new Error('this replica was silent, and another one may send the attempt by now');
      },
    };
  }

  /** The process alone knows the outcome: it is kept until the database takes it. */
  async #commit(event: EngineEvent): Promise<void> {
    const { apply, log } = this.#options;
    const { signal } = this.#stopping;
    for (let isFirst = true; ; isFirst = false) {
      try {
        await apply(event);
        return;
      } catch (error) {
        const isFinal = isDataError(error) || error instanceof AbandonedDatabaseError;
        if (isFinal || signal.aborted) throw error;
        if (isFirst) log.warn({ error: describeError(error) }, 'the outcome of a send is not committed yet');
        await pause(pauseMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  #leftAfter(error: unknown, { queue, position }: StageParcel, messageId: number): LeftMessage {
    const sent = error instanceof SendError ? error : undefined;
    const wasRefused = sent?.wasRefused ?? false;
    if (!wasRefused && !(error instanceof HeldError))
      this.#options.log.warn(
        { queue, position, error: describeError(error) },
        'due work failed and is tried again',
      );
    return { messageId, gateway: sent?.channel ?? null, wasRefused };
  }
}

/** No gateway has taken the attempt, as far as is known. */
class SendError extends Error {
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

/** Another send holds the attempt. The work is kept: that replica may die. */
class HeldError extends Error {
  override readonly name = 'HeldError';
}

/** A message that is to be tried again. */
interface LeftMessage {
  readonly messageId: number;
  /** The channel whose gateway failed, or had no room. */
  readonly gateway: string | null;
  /** It was not tried: there was no room. */
  readonly wasRefused: boolean;
}

/** What had no room is claimed as soon as there is some. */
function retryOf(parcel: StageParcel, messages: readonly LeftMessage[]): StageParcel {
  const { gateway = null, wasRefused = false } = messages[0] ?? {};
  const { tries } = parcel;
  return {
    ...parcel,
    id: randomUUID(),
    messageIds: messages.map(({ messageId }) => messageId),
    gateway,
    tries: wasRefused ? tries : Math.min(30, tries + 1),
    startAt: null,
    delayMs: wasRefused ? 0 : resendDelay(tries),
  };
}
