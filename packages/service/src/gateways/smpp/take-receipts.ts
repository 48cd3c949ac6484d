import type { Log } from '../../log.ts';
import type { OnReceipt } from '../gateway.ts';
import { ok, retryLater } from './command-status.ts';
import { parseReceipt, type SmppReceipt } from './parse-receipt.ts';
import type { Pdu } from './pdu.ts';
import { put } from './remember-references.ts';
import type { ErrorReasons } from './smpp-settings.ts';

export interface ReceiptTakerOptions {
  readonly name: string;
  readonly reasons: ErrorReasons;
  readonly onReceipt: OnReceipt;
  /** Finds the attempt by the SMSC's id, in memory or in the store. */
  attemptOf(id: string): Promise<string | undefined>;
  /** Resolves when the submits that are outstanding now are answered, or after a time-out. */
  answered(): Promise<void>;
  readonly log: Log;
  readonly now: () => number;
}

/** How long receipts with an unknown id are refused: another replica may just be storing the id. */
const patienceMs = 60_000;

/** The most unknown ids to remember. */
const mostUnknown = 1000;

/**
 * Handles a deliver_sm; resolves to the command status of its response. A receipt is acknowledged once it is
 * committed. It may overtake the response to its submit, so a receipt with an unknown id waits for the
 * outstanding responses. If the id remains unknown, the SMSC is asked to retry for a minute. Anything but a
 * receipt is acknowledged and dropped.
 */
export function createReceiptTaker(options: ReceiptTakerOptions): (deliver: Pdu) => Promise<number> {
  const { name, reasons, onReceipt, attemptOf, answered, log, now } = options;
  const unknownSince = new Map<string, number>();

  async function find({ id }: SmppReceipt): Promise<string | undefined> {
    const known = await attemptOf(id);
    if (known !== undefined) return known;
    await answered();
    return attemptOf(id);
  }

  function refuse(id: string): number {
    const since = unknownSince.get(id) ?? now();
    put(unknownSince, id, since, mostUnknown);
    if (now() - since < patienceMs) return retryLater;
    unknownSince.delete(id);
    log.warn({ gateway: name, id }, 'a receipt of an unknown message is dropped');
    return ok;
  }

  return async (deliver) => {
    const receipt = parseReceipt(deliver, reasons);
    if (receipt === undefined) return ok;
    const attemptId = await find(receipt);
    if (attemptId === undefined) return refuse(receipt.id);
    const { id, ...report } = receipt;
    await onReceipt({ attemptId, ...report });
    unknownSince.delete(id);
    return ok;
  };
}
