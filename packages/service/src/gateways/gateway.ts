import type { GatewayStatus } from '../engine/status-rank.ts';

/** What a gateway is asked to send. */
export interface GatewayAttempt {
  /**
   * A UUID, the idempotency key: after a crash the same attempt comes again, and a gateway that knows the key must
   * not send twice.
   */
  readonly attemptId: string;
  readonly channel: string;
  readonly address: string;
  /** `subscriberFilter.type` (§2.1). */
  readonly addressType: string;
  /** The sender signature, if the stage names one. */
  readonly subject: string | null;
  /** The content object of the channel as it was accepted (§2.2). */
  readonly content: unknown;
  /** `traceparent` of the request that scheduled the message, if anybody traces. */
  readonly traceparent?: string | null;
}

/** What a gateway says at once. The usual answer is SENT; a gateway without receipts knows the end already. */
export type GatewayResult =
  | { readonly status: 'SENT' | 'DELIVERED'; readonly reference?: string }
  | { readonly status: 'UNDELIVERED'; readonly reason: string; readonly reference?: string };

/** A way to send on one or more channels. */
export interface Gateway {
  /**
   * Sends, within a time-out of its own.
   * @throws whatever it likes if it is not known what became of it: the same attempt comes again.
   */
  send(attempt: GatewayAttempt): Promise<GatewayResult>;
}

/** What a gateway says later. Receipts may come in any order, any number of times, and long after. */
export interface Receipt {
  readonly attemptId: string;
  readonly status: GatewayStatus;
  /** With UNDELIVERED (§7.4). */
  readonly reason?: string;
  /** When it happened; now, if absent. */
  readonly at?: Date;
}

/** Takes a receipt: once it comes back, the receipt is durable and need not be told again. */
export type OnReceipt = (receipt: Receipt) => Promise<void>;

/** The gateway of a channel. */
export type GatewayOf = (channel: string) => Gateway;
