import { demoNumbers as generated } from './generated/demo-numbers.ts';
import type { KnownUndeliveredReason } from './undelivered-reason.ts';

/** The last status of a message on a channel; the undelivered reason with UNDELIVERED, otherwise null. */
export interface DemoOutcome {
  readonly status: 'SENT' | 'DELIVERED' | 'READ' | 'UNDELIVERED';
  readonly reason: KnownUndeliveredReason | null;
}

/** A receipt of the simulator, and how long after SENT it comes. */
export interface DemoReceipt {
  readonly status: 'SENT' | 'DELAYED' | 'DELIVERED' | 'READ' | 'UNDELIVERED';
  readonly afterSeconds: number;
}

/** What becomes of a message to a demo number (ADR-0038). */
export interface DemoNumber {
  /** By channel, for each channel of §1. */
  readonly outcomes: Readonly<Record<'SMS' | 'CHATONE' | 'CHATTWO', DemoOutcome>>;
  /** How many attempts get no response before one does. */
  readonly failures: number | 'always';
  /** Empty: the response has the outcome. */
  readonly receipts: readonly DemoReceipt[];
}

/** The demo numbers with `+`, in the order of the catalogue: first a number for each reason of §7.4. */
export const demoNumbers: Readonly<Record<string, DemoNumber>> = generated;

/** The demo number at an address, with or without `+`; undefined for any other address. */
export function demoNumberAt(address: string): DemoNumber | undefined {
  const number = address.startsWith('+') ? address : `+${address}`;
  return Object.hasOwn(demoNumbers, number) ? demoNumbers[number] : undefined;
}

/** How a message to this address ends on a channel; undefined if the address is not a demo number. */
export function demoOutcome(address: string, channel: string): DemoOutcome | undefined {
  const outcomes: Readonly<Record<string, DemoOutcome>> = demoNumberAt(address)?.outcomes ?? {};
  return Object.hasOwn(outcomes, channel) ? outcomes[channel] : undefined;
}

/** How a gateway treats a message: what simulator and mock play. */
export interface Scene {
  /** How many attempts get no response before one does; `Infinity` if none ever does. */
  readonly failures: number;
  readonly response:
    | { readonly status: 'SENT' | 'DELIVERED' }
    | { readonly status: 'UNDELIVERED'; readonly reason: string };
  /** In this order; the seconds count from the response. A reason is there only with UNDELIVERED. */
  readonly receipts: readonly (DemoReceipt & { readonly reason?: string })[];
}

const deliveredAtOnce: Scene = { failures: 0, response: { status: 'DELIVERED' }, receipts: [] };

/**
 * The scene of an address on a channel: that of the catalogue for a demo number (ADR-0038). A message to any
 * other address is delivered at once.
 */
export function sceneOf(address: string, channel: string): Scene {
  const demo = demoNumberAt(address);
  const outcome = demoOutcome(address, channel);
  if (demo === undefined || outcome === undefined) return deliveredAtOnce;
  const { status, reason } = outcome;
  const failures = demo.failures === 'always' ? Number.POSITIVE_INFINITY : demo.failures;
  const receipts = demo.receipts.map((receipt) =>
    receipt.status === 'UNDELIVERED' && reason !== null ? { ...receipt, reason } : receipt,
  );
  if (receipts.length > 0 || status === 'SENT') return { failures, response: { status: 'SENT' }, receipts };
  const response = reason === null ? deliveredAtOnce.response : ({ status: 'UNDELIVERED', reason } as const);
  return { failures, response, receipts };
}

/** The address, with `+`, that provokes a reason on CHATTWO, the channel that has all reasons. */
export function demoAddressOf(reason: KnownUndeliveredReason): string {
  const found = Object.entries(demoNumbers).find(([, { outcomes }]) => outcomes.CHATTWO.reason === reason);
  if (found === undefined) throw new Error(`no demo number has the reason ${reason}`);
  return found[0];
}
