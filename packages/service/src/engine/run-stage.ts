import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Claimed } from '../due/due-rows.ts';
import type { Accounts, Performer } from '../due/due-work.ts';
import type { Owned } from '../due/held-parcels.ts';
import { claimStages, retryDelay, type StageParcel } from '../due/stage-parcels.ts';
import { describeError, type Log } from '../log.ts';
import { type MessageKey, newKeyedId } from '../store/message-key.ts';
import { createAccountTurns } from './account-turns.ts';
import type { BegunStage } from './begin-accepted.ts';
import type { Applied, EngineEvent } from './events.ts';
import { SendError, type Sends } from './sends.ts';
import type { Withdrawals } from './withdrawals.ts';

/** What due stages and timers are done with. */
export interface StageContext {
  apply(event: EngineEvent): Promise<Applied>;
  readonly sends: Pick<Sends, 'withHolder' | 'send'>;
  /** The first stage of a message, if it began with its acceptance; none has if absent. */
  takeBegun?(message: MessageKey): BegunStage | undefined;
  /** Nothing is withdrawn if absent. */
  readonly withdrawals?: Withdrawals;
  readonly log: Log;
  readonly now: () => Date;
}

/** Where due stages and timers are claimed. */
export interface StageClaims {
  readonly pool: Pool;
  /** The gateways that have no room for what they have been tried with; see `GatewayLanes.closed`. */
  closedGateways(accountIds: readonly number[]): readonly string[];
}

/** Claims stages and timers, and does them. */
export function stagePerformer(
  run: StageRun,
  { pool, closedGateways }: StageClaims,
): Performer<StageParcel, unknown> {
  return {
    claim: (owner, { held, notNow }: Accounts): Promise<Claimed<Owned<StageParcel>>> =>
      claimStages(pool, owner, { accounts: notNow, gateways: closedGateways(held) }),
    perform: (parcels, free) => parcels.map((parcel) => run(parcel, () => free(parcel, 1))),
  };
}

/**
 * Heavy messages that are in memory at once, and those of one account: its gateway may answer none of them.
 */
const heavy = { atOnce: 16, ofAccount: 8 } as const;

/**
 * Does a stage or ends a timer, for each message of a parcel; resolves to what is to be tried again.
 *
 * @param onEnd called when the work of a message has ended.
 */
export type StageRun = (parcel: StageParcel, onEnd?: () => void) => Promise<readonly StageParcel[]>;

export function createStageRun(context: StageContext): StageRun {
  const inTurn = createAccountTurns(heavy);
  return (parcel, onEnd) => {
    const run = () => runParcel(context, parcel, onEnd);
    return parcel.isHeavy ? inTurn(parcel.accountId, run) : run();
  };
}

/** What is done for each message must be idempotent: a parcel may be done again. */
async function runParcel(
  context: StageContext,
  parcel: StageParcel,
  onEnd: () => void = () => {},
): Promise<readonly StageParcel[]> {
  const { queue, accountId, position, messageIds } = parcel;
  const work = queue === 'stage' ? runStage : runTimer;
  const works = messageIds.map(async (messageId): Promise<LeftMessage | undefined> => {
    try {
      await work(context, { accountId, messageId }, position);
      return undefined;
    } catch (error) {
      return leftAfter(context.log, { messageId, parcel, error });
    } finally {
      onEnd();
    }
  });
  const left = (await Promise.all(works)).filter((message) => message !== undefined);
  const alike = Map.groupBy(left, ({ gateway, wasRefused }) => `${gateway} ${wasRefused}`);
  return [...alike.values()].map((messages) => retryOf(parcel, messages));
}

/** The next stage begins with the timer: what the channel before has not delivered is withdrawn first. */
async function runTimer(
  { apply, withdrawals, now }: StageContext,
  message: MessageKey,
  position: number,
): Promise<void> {
  await withdrawals?.withdraw(message, position);
  await apply({ kind: 'timer', ...message, position, at: now() });
}

/**
 * The attempt and its holder are committed before the gateway gets it: after a crash it is sent again under
 * the same id.
 */
function runStage(
  { apply, sends, takeBegun, now }: StageContext,
  message: MessageKey,
  position: number,
): Promise<void> {
  const begun = position === 1 ? takeBegun?.(message) : undefined;
  if (begun !== undefined)
    return sends.send(begun.send, begun.holder, message.accountId).finally(begun.release);
  return sends.withHolder(async (holder) => {
    const attemptId = newKeyedId(message);
    const due = { kind: 'stage-due', ...message, position, attemptId, holder, at: now() } as const;
    const { send, isHeld } = await apply(due);
    if (isHeld) throw new HeldError('another send holds the attempt');
    if (send !== null) await sends.send(send, holder, message.accountId);
  });
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

interface Failed {
  readonly messageId: number;
  readonly parcel: StageParcel;
  readonly error: unknown;
}

function leftAfter(log: Log, { messageId, parcel: { queue, position }, error }: Failed): LeftMessage {
  const sent = error instanceof SendError ? error : undefined;
  const wasRefused = sent?.wasRefused ?? false;
  if (!wasRefused && !(error instanceof HeldError))
    log.warn({ queue, position, error: describeError(error) }, 'due work failed and is tried again');
  return { messageId, gateway: sent?.channel ?? null, wasRefused };
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
    delayMs: wasRefused ? 0 : retryDelay(tries),
  };
}
