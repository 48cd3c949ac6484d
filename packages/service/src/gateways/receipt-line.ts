import { StoreAwayError } from '../store/connection/errors.ts';
import type { OnHeardReceipt, OnReceipt } from './gateway.ts';

/** What takes receipts: an engine. */
export interface TakesReceipts {
  readonly onReceipt: OnReceipt;
  readonly onHeardReceipt: OnHeardReceipt;
}

/**
 * Leads receipts from the gateways to the engine, which starts after them. Until it is connected they reject,
 * so that gateways repeat them.
 */
export function createReceiptLine() {
  let engine: TakesReceipts | undefined;

  function connected(): TakesReceipts {
    if (engine === undefined) throw new StoreAwayError('the service has not started yet');
    return engine;
  }

  return {
    onReceipt: async (receipt) => connected().onReceipt(receipt),
    onHeardReceipt: async (receipt, reference) => connected().onHeardReceipt(receipt, reference),
    connect(to: TakesReceipts): void {
      engine = to;
    },
  } satisfies TakesReceipts & { connect(to: TakesReceipts): void };
}
