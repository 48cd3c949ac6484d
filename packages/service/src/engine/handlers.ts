import type { Receipt } from '../gateways/gateway.ts';
import { describeError, type Log } from '../log.ts';
import { type MessageKey, newKeyedId } from '../store/message-key.ts';
import { createAccountTurns } from './account-turns.ts';
import type { BegunStage } from './begin-accepted.ts';
import type { Applied, EngineEvent } from './events.ts';
import { reportsOfReceipt } from './gateway-reports.ts';
import { receiptTime } from './receipt-time.ts';
import type { LeftMessage } from './run-stages.ts';
import { SendError, type Sends } from './sends.ts';
import type { StageParcel } from './stage-parcels.ts';
import type { Withdrawals } from './withdrawals.ts';

/** What the handlers work with. */
export interface HandlerContext {
  apply(event: EngineEvent): Promise<Applied>;
  readonly sends: Pick<Sends, 'withHolder' | 'send'>;
  /** The first stage of a message, if it began with its acceptance; none has if absent. */
  takeBegun?(message: MessageKey): BegunStage | undefined;
  /** Nothing is withdrawn if absent. */
  readonly withdrawals?: Withdrawals;
  readonly log: Log;
  readonly now: () => Date;
}

/** The handlers of due work and of receipts. */
export function createHandlers(context: HandlerContext) {
  const inTurn = createAccountTurns(heavy);
  const run = (parcel: StageParcel) => runParcel(context, parcel);
  return {
    /**
     * Does a stage or ends a timer, for each message of a parcel; resolves to the messages that are to be
     * tried again.
     */
    run: (parcel: StageParcel): Promise<readonly LeftMessage[]> =>
      parcel.isHeavy ? inTurn(parcel.accountId, () => run(parcel)) : run(parcel),
    receipt: (receipt: Receipt) => applyReceipt(context, receipt),
    async heardReceipt(receipt: Receipt, reference: string): Promise<boolean> {
      const { isUnsure = false } = await context.apply(reportsOfReceipt(receipt, context.now(), reference));
      return !isUnsure;
    },
  };
}

/**
 * Heavy messages that are in memory at once, and those of one account: its gateway may answer none of them.
 */
const heavy = { atOnce: 16, ofAccount: 8 } as const;

/** A gateway may write the id in upper case (RFC 9562, §4). */
async function applyReceipt({ apply, log, now }: HandlerContext, said: Receipt): Promise<void> {
  const receipt = { ...said, attemptId: said.attemptId.toLowerCase() };
  const { attemptId, status, at } = receipt;
  if (!uuid.test(attemptId)) {
    log.warn({ status }, 'a receipt is dropped: its attemptId is not a UUID');
    return;
  }
  const received = now();
  if (receiptTime(at, received).isOutOfReason)
    log.warn({ attemptId, status, at }, 'a receipt has an unreasonable time, and counts from its arrival');
  await apply(reportsOfReceipt(receipt, received));
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What is done for each message must be idempotent: a parcel may be done again. */
async function runParcel(context: HandlerContext, parcel: StageParcel): Promise<readonly LeftMessage[]> {
  const { queue, accountId, position, messageIds } = parcel;
  const work = queue === 'stage' ? runStage : runTimer;
  const outcomes = await Promise.allSettled(
    messageIds.map((messageId) => work(context, { accountId, messageId }, position)),
  );
  return outcomes.flatMap((outcome, place) => {
    const messageId = messageIds[place];
    if (outcome.status === 'fulfilled' || messageId === undefined) return [];
    const { reason } = outcome;
    const sent = reason instanceof SendError ? reason : undefined;
    const wasRefused = sent?.wasRefused ?? false;
    if (!wasRefused && !(reason instanceof HeldError))
      context.log.warn(
        { queue, position, error: describeError(reason) },
        'due work failed and is tried again',
      );
    return [{ messageId, gateway: sent?.channel ?? null, wasRefused }];
  });
}

/** Another send holds the attempt. The work is kept: that replica may die. */
class HeldError extends Error {
  override readonly name = 'HeldError';
}

/**
 * The attempt and its holder are committed before the gateway gets it: after a crash it is sent again under
 * the same id.
 */
function runStage(
  { apply, sends, takeBegun, now }: HandlerContext,
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

/** The next stage begins with the timer: what the channel before has not delivered is withdrawn first. */
async function runTimer(
  { apply, withdrawals, now }: HandlerContext,
  message: MessageKey,
  position: number,
): Promise<void> {
  await withdrawals?.withdraw(message, position);
  await apply({ kind: 'timer', ...message, position, at: now() });
}
