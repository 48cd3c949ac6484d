import type { TakesReceipts } from '../gateways/receipt-line.ts';
import type { Log } from '../log.ts';
import type { Applied, EngineEvent } from './events.ts';
import { reportsOfReceipt } from './gateway-reports.ts';
import { receiptTime } from './receipt-time.ts';

export interface ReceiptsOptions {
  apply(event: EngineEvent): Promise<Applied>;
  readonly log: Log;
  readonly now: () => Date;
}

/** Applies what gateways report later than in their answers. */
export function createReceipts({ apply, log, now }: ReceiptsOptions): TakesReceipts {
  return {
    /** Resolves once the receipt is committed. Receipts of unknown attempts are dropped. */
    async onReceipt(said) {
      // A gateway may write the id in upper case (RFC 9562, §4).
      const receipt = { ...said, attemptId: said.attemptId.toLowerCase() };
      const { attemptId, status, at } = receipt;
      if (!uuid.test(attemptId)) {
        log.warn({ status }, 'a receipt is dropped: its attemptId is not a UUID');
        return;
      }
      const received = now();
      if (receiptTime(at, received).isOutOfReason)
        log.warn(
          { attemptId, status, at },
          'a receipt has an unreasonable time, and counts from its arrival',
        );
      await apply(reportsOfReceipt(receipt, received));
    },
    /** Resolves to whether the attempt of that reference is certain; otherwise nothing is applied. */
    async onHeardReceipt(receipt, reference) {
      const { isUnsure = false } = await apply(reportsOfReceipt(receipt, now(), reference));
      return !isUnsure;
    },
  };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
