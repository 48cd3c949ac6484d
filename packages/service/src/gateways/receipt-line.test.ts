import { expect, test } from 'vitest';
import { StoreAwayError } from '../store/connection/errors.ts';
import type { Receipt } from './gateway.ts';
import { createReceiptLine } from './receipt-line.ts';

test('receipts go to the engine, and are refused until it runs, so that the gateway repeats them', async () => {
  const receipt: Receipt = { attemptId: 'one', status: 'DELIVERED' };
  const { connect, onReceipt, onHeardReceipt } = createReceiptLine();
  await expect(onReceipt(receipt)).rejects.toThrow(StoreAwayError);
  await expect(onHeardReceipt(receipt, 'smpp:SMS:1')).rejects.toThrow(StoreAwayError);
  const got: Receipt[] = [];
  connect({
    onReceipt: async (one) => void got.push(one),
    onHeardReceipt: async (one) => got.push(one) > 0,
  });
  await onReceipt(receipt);
  expect(await onHeardReceipt(receipt, 'smpp:SMS:1')).toBe(true);
  expect(got).toEqual([receipt, receipt]);
});
