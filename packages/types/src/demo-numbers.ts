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

/** The address, with `+`, that provokes a reason on CHATTWO, the channel that has all reasons. */
export function demoAddressOf(reason: KnownUndeliveredReason): string {
  const found = Object.entries(demoNumbers).find(([, { outcomes }]) => outcomes.CHATTWO.reason === reason);
  if (found === undefined) throw new Error(`no demo number has the reason ${reason}`);
  return found[0];
}
