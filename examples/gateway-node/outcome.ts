import { demoNumberAt, demoOutcome } from '@cascade/types/demo-numbers';
import type { AttemptAnswer, Receipt } from '@cascade/types/gateway';

export interface Outcome {
  /** How often the attempt is not answered before it is. */
  readonly failures: number;
  readonly answer: AttemptAnswer;
  readonly receipts: readonly (Pick<Receipt, 'status' | 'reason'> & { readonly afterSeconds: number })[];
}

/**
 * What becomes of a message to this address: as at a demo number (ADR-0038); any other is delivered at once.
 */
export function outcomeAt(address: string, channel: string): Outcome {
  const { failures: often, receipts } = demoNumberAt(address) ?? { failures: 0, receipts: [] };
  const { status, reason } = demoOutcome(address, channel) ?? { status: 'DELIVERED', reason: null };
  const failures = often === 'always' ? Number.POSITIVE_INFINITY : often;
  const why = (changed: string) =>
    changed === 'UNDELIVERED' ? { reason: reason ?? 'message-undeliverable' } : {};
  if (receipts.length > 0 || status === 'SENT') {
    const changes = receipts.map((receipt) => ({ ...receipt, ...why(receipt.status) }));
    return { failures, answer: { status: 'SENT' }, receipts: changes };
  }
  if (reason !== null) return { failures, answer: { status: 'UNDELIVERED', reason }, receipts: [] };
  return { failures, answer: { status: 'SENT' }, receipts: [{ status: 'DELIVERED', afterSeconds: 0 }] };
}
