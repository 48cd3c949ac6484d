import { channels } from '../channels.ts';
import type { GatewayOf, Withdrawal, WithdrawalStatus } from '../gateways/gateway.ts';
import { describeError, type Log } from '../log.ts';
import type { MessageKey } from '../store/message-key.ts';
import { withTimeout } from '../with-timeout.ts';
import { createAccountTurns } from './account-turns.ts';
import type { Applied, EngineEvent } from './events.ts';
import type { GatewayLanes } from './gateway-lanes.ts';
import { reportsOfReceipt } from './gateway-reports.ts';

export interface WithdrawalOptions {
  readonly gateways: GatewayOf;
  readonly lanes: Pick<GatewayLanes, 'isPaused'>;
  apply(event: EngineEvent): Promise<Applied>;
  /** Called with what each withdrawal of a channel came to. */
  readonly onAnswer?: ((channel: string, answer: WithdrawalOutcome) => void) | undefined;
  readonly log: Log;
  readonly now: () => Date;
}

/** What the gateway says, if it does in time. */
export type WithdrawalOutcome = WithdrawalStatus | 'unknown';

/** Withdraws what a channel has not delivered when its stage ends (ADR-0053). */
export type Withdrawals = ReturnType<typeof createWithdrawals>;

/** The longest wait of the next stage; and for a turn, so that a gateway has time to answer. */
const patienceSeconds = 1;
const turnSeconds = 0.5;

/**
 * Withdrawals of one gateway under way. They take no turn of its lane: behind the attempts that wait there,
 * none would be answered in time.
 */
const limits = { atOnce: 64, ofAccount: 32 } as const;

export function createWithdrawals(options: WithdrawalOptions) {
  const { gateways, lanes, apply, onAnswer = () => {}, log, now } = options;
  const turns = new Map(channels.map((channel) => [channel, createAccountTurns(limits)]));

  /** Never rejects: the timer of the stage follows, whatever the gateway does. */
  async function ask(accountId: number, withdrawal: Withdrawal): Promise<WithdrawalOutcome> {
    const { channel } = withdrawal;
    const { withdraw } = gateways(channel);
    const inTurn = turns.get(channel);
    if (withdraw === undefined || inTurn === undefined || lanes.isPaused(channel)) return 'unknown';
    const signal = AbortSignal.timeout(patienceSeconds * 1_000);
    const isLate = AbortSignal.timeout(turnSeconds * 1_000);
    const answer = inTurn(accountId, () => withdraw(withdrawal, signal), isLate);
    try {
      const status = await withTimeout(patienceSeconds, answer);
      onAnswer(channel, status);
      return status;
    } catch (error) {
      onAnswer(channel, 'unknown');
      log.debug?.({ channel, error: describeError(error) }, 'what became of a withdrawal is unknown');
      return 'unknown';
    }
  }

  return {
    /**
     * To be called before the timer of a stage is applied, and idempotent like that. If the message was
     * delivered already, that is committed, and the timer changes nothing.
     * @throws the error of the database.
     */
    async withdraw(message: MessageKey, position: number): Promise<void> {
      if (channels.every((channel) => gateways(channel).withdraw === undefined)) return;
      const { withdrawal } = await apply({ kind: 'expiring', ...message, position });
      if (withdrawal === undefined) return;
      const status = await ask(message.accountId, withdrawal);
      if (status !== 'DELIVERED' && status !== 'READ') return;
      const { attemptId } = withdrawal;
      await apply(reportsOfReceipt({ attemptId, status }, now()));
    },
  };
}
