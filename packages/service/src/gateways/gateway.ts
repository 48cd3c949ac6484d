import type { GatewayStatus } from '../engine/status-rank.ts';

/** An attempt to send a message by a gateway. */
export interface GatewayAttempt {
  /**
   * A UUID, the idempotency key. After a crash the same attempt is repeated, and the gateway must not send it
   * twice.
   */
  readonly attemptId: string;
  readonly channel: string;
  readonly address: string;
  /** `subscriberFilter.type` (§2.1). */
  readonly addressType: string;
  /** The sender signature, if the stage names one. */
  readonly subject: string | null;
  /** The content object of the channel, as accepted (§2.2). */
  readonly content: unknown;
  /** `traceparent` of the request that scheduled the message, if it had one. */
  readonly traceparent?: string | null;
}

/** The response of a gateway: usually SENT; a gateway without receipts responds with the final status. */
export type GatewayResult =
  | { readonly status: 'SENT' | 'DELIVERED'; readonly reference?: string }
  | { readonly status: 'UNDELIVERED'; readonly reason: string; readonly reference?: string };

/** A way to send on one or more channels. */
export interface Gateway {
  /**
   * Sends an attempt; must have its own time-out.
   * @throws any error if the outcome is unknown: the same attempt is then repeated.
   */
  send(attempt: GatewayAttempt): Promise<GatewayResult>;
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

/** The gateway of a channel. */
export type GatewayOf = (channel: string) => Gateway;
