import type { Log } from '../../log.ts';
import type { OnReceipt } from '../gateway.ts';
import { ok, toldAgainLater } from './command-status.ts';
import { type ErrorReasons, parseReceipt, type SmppReceipt } from './parse-receipt.ts';
import { put } from './remember-references.ts';
import type { Pdu } from './smpp-connection.ts';

export interface ReceiptTakerOptions {
  readonly name: string;
  readonly reasons: ErrorReasons;
  readonly onReceipt: OnReceipt;
  /** Finds the attempt of an id of the SMSC: here, or in the store. */
  attemptOf(id: string): Promise<string | undefined>;
  /** Comes back when the submits that are outstanding now are answered, or have been waited for long enough. */
  answered(): Promise<void>;
  readonly log: Log;
  readonly now: () => number;
}

/** Receipts that nobody knows are refused for so long: another replica may just be storing their id. */
const patienceMs = 60_000;

/** Ids that nobody knows and that are remembered at most. */
const mostStrangers = 1000;

/**
 * Takes a deliver_sm and gives the command status to answer it with. A receipt is taken once it is durable. It may
 * overtake the response to its submit, so one that nobody knows waits for the responses that are outstanding; if it is
 * still unknown the SMSC has to tell it again, for a minute. What is no receipt is taken and forgotten.
 */
export function createReceiptTaker(options: ReceiptTakerOptions): (deliver: Pdu) => Promise<number> {
  const { name, reasons, onReceipt, attemptOf, answered, log, now } = options;
  const strangers = new Map<string, number>();

  async function find({ id }: SmppReceipt): Promise<string | undefined> {
    const known = await attemptOf(id);
    if (known !== undefined) return known;
    await answered();
    return attemptOf(id);
  }

  function refuse(id: string): number {
    const since = strangers.get(id) ?? now();
    put(strangers, id, since, mostStrangers);
    if (now() - since < patienceMs) return toldAgainLater;
    strangers.delete(id);
    log.warn({ gateway: name, id }, 'a receipt of a message that nobody knows is dropped');
    return ok;
  }

  return async (deliver) => {
    const receipt = parseReceipt(deliver, reasons);
    if (receipt === undefined) return ok;
    const attemptId = await find(receipt);
    if (attemptId === undefined) return refuse(receipt.id);
    const { id, ...told } = receipt;
    await onReceipt({ attemptId, ...told });
    strangers.delete(id);
    return ok;
  };
}
