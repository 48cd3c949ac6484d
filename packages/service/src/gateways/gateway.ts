import type { GatewayStatus } from '@cascade/transition';
import type { Attempt, WithdrawalAnswer } from '@cascade/types/gateway';

/**
 * An attempt to send a message by a gateway, as HTTP gateways get it (ADR-0040). After a crash it is repeated
 * under the same id, and the gateway must not send it twice.
 */
export type GatewayAttempt = Attempt;

/** The response of a gateway: usually SENT; a gateway without receipts responds with the final status. */
export type GatewayResponse =
  | {
      readonly status: 'SENT' | 'DELIVERED';
      /** The gateway's own name for the message, which operators see. */
      readonly reference?: string;
      /**
       * Instead: what later receipts name the attempt by, with `smpp:` and the name of the gateway before it.
       */
      readonly receiptReference?: `smpp:${string}`;
    }
  | { readonly status: 'UNDELIVERED'; readonly reason: string; readonly reference?: string };

/** The right to send one attempt, which its holder can lose (decisions/one-holder.md). */
export interface SendLease {
  /**
   * Aborts when the call takes too long or the process stops. Nothing of the attempt may be sent afterwards.
   */
  readonly signal: AbortSignal;
  /**
   * Called right before bytes are sent.
   * @throws {Error} if another replica may send the attempt by now, or `signal` is aborted.
   */
  check(): void;
  /** Milliseconds until the stage of the attempt ends; null if it has no end. */
  leftMs(): number | null;
}

/** An attempt whose stage is over (ADR-0053), and the gateway's name for it, if that is known. */
export interface Withdrawal
  extends Pick<GatewayAttempt, 'attemptId' | 'channel' | 'address' | 'addressType' | 'subject'> {
  readonly reference: string | null;
}

/** WITHDRAWN if the message will not be delivered, or the status that it has. */
export type WithdrawalStatus = WithdrawalAnswer['status'];

/** A way to send on one or more channels. */
export interface Gateway {
  /**
   * Sends an attempt; must have its own time-out.
   * @throws any error if the outcome is unknown: the same attempt is then repeated.
   */
  send(attempt: GatewayAttempt, lease: SendLease): Promise<GatewayResponse>;
  /**
   * Asks the network not to deliver the message any more; idempotent. Absent if that is not offered.
   * @throws any error if what became of the message is unknown, or the reason of the signal.
   */
  withdraw?(withdrawal: Withdrawal, signal: AbortSignal): Promise<WithdrawalStatus>;
}

/** A later report of a gateway. Receipts may arrive in any order, repeatedly, and very late. */
export interface Receipt {
  readonly attemptId: string;
  readonly status: GatewayStatus;
  /** With UNDELIVERED (§7.4). */
  readonly reason?: string;
  /** When it happened; on arrival, if absent, in the future, or more than 30 days ago. */
  readonly at?: Date;
}

/** Handles a receipt. Resolves once committed; if it rejects, the gateway must repeat the receipt. */
export type OnReceipt = (receipt: Receipt) => Promise<void>;

/**
 * Handles a receipt of the attempt that this replica heard the reference for, if it is certain that no later
 * one has it. Resolves to false, and has done nothing, if it is not.
 */
export type OnHeardReceipt = (receipt: Receipt, reference: string) => Promise<boolean>;

/** The gateway of a channel. */
export type GatewayOf = (channel: string) => Gateway;
