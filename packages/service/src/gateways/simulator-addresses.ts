import { type DemoReceipt, demoNumberAt, demoOutcome } from '@cascade/types/demo-numbers';
import type { GatewayResult, Receipt } from './gateway.ts';

/** How the simulator treats an attempt. */
export interface Behaviour {
  /** How many sends fail without a response before one succeeds. */
  readonly failures: number;
  readonly result: GatewayResult;
  /** In this order; the seconds count from the response. */
  readonly receipts: readonly SimulatedReceipt[];
}

export interface SimulatedReceipt extends Omit<Receipt, 'attemptId' | 'at'> {
  readonly afterSeconds: number;
}

const delivered: Behaviour = { failures: 0, result: { status: 'DELIVERED' }, receipts: [] };

/**
 * The behaviour for an address, with or without `+`, on a channel: that of the catalogue for a demo number
 * (ADR-0038). Any other number is delivered at once.
 */
export function behaviourOf(address: string, channel: string): Behaviour {
  const demo = demoNumberAt(address);
  const outcome = demoOutcome(address, channel);
  if (demo === undefined || outcome === undefined) return delivered;
  const { status, reason } = outcome;
  const failures = demo.failures === 'always' ? Number.POSITIVE_INFINITY : demo.failures;
  const receipts = demo.receipts.map((receipt) => receiptOf(receipt, reason));
  if (receipts.length > 0 || status === 'SENT') return { failures, result: { status: 'SENT' }, receipts };
  return {
    failures,
    result: reason === null ? { status: 'DELIVERED' } : { status: 'UNDELIVERED', reason },
    receipts,
  };
}

function receiptOf({ status, afterSeconds }: DemoReceipt, reason: string | null): SimulatedReceipt {
  return status === 'UNDELIVERED' && reason !== null
    ? { status, reason, afterSeconds }
    : { status, afterSeconds };
}
