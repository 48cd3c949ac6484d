import { undeliveredReasons } from '@cascade/types';
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
const sent: Behaviour = { failures: 0, result: { status: 'SENT' }, receipts: [] };

/**
 * Behaviours by number: +1 202 555 01xx, which is reserved for fiction. 0101 to 0113 are the reasons in the
 * order of §7.4, as in the mock.
 */
const behaviours: ReadonlyMap<string, Behaviour> = new Map([
  ...undeliveredReasons().map((reason, index): [string, Behaviour] => [
    reserved(101 + index),
    { ...sent, result: { status: 'UNDELIVERED', reason } },
  ]),
  // A receipt after 5 seconds.
  [reserved(120), { ...sent, receipts: [{ status: 'DELIVERED', afterSeconds: 5 }] }],
  // Read after 2 seconds.
  [
    reserved(121),
    {
      ...sent,
      receipts: [
        { status: 'DELIVERED', afterSeconds: 1 },
        { status: 'READ', afterSeconds: 2 },
      ],
    },
  ],
  // Delivered late: after 60 seconds, when a shorter TTL has let the next stage start.
  [reserved(122), { ...sent, receipts: [{ status: 'DELIVERED', afterSeconds: 60 }] }],
  // Sent, without any receipt.
  [reserved(123), sent],
  // The gateway never responds.
  [reserved(124), { ...sent, failures: Number.POSITIVE_INFINITY }],
  // Two attempts without a response, then delivered.
  [reserved(125), { ...delivered, failures: 2 }],
  // An UNDELIVERED receipt after 5 seconds.
  [
    reserved(126),
    { ...sent, receipts: [{ status: 'UNDELIVERED', reason: 'message-undeliverable', afterSeconds: 5 }] },
  ],
  // Delayed, then delivered.
  [
    reserved(127),
    {
      ...sent,
      receipts: [
        { status: 'DELAYED', afterSeconds: 1 },
        { status: 'DELIVERED', afterSeconds: 5 },
      ],
    },
  ],
  // The same receipt twice, then an outdated one.
  [
    reserved(128),
    {
      ...sent,
      receipts: [
        { status: 'DELIVERED', afterSeconds: 1 },
        { status: 'DELIVERED', afterSeconds: 1 },
        { status: 'SENT', afterSeconds: 2 },
      ],
    },
  ],
  // Delivered at once, as is every number that is not reserved.
  [reserved(199), delivered],
]);

/** The digits of +1 202 555 0xxx. */
function reserved(last: number): string {
  return String(12_025_550_000 + last);
}

/** Reachable by SMS only, not by chat: the cascade falls through. */
const smsOnly = reserved(130);
const chatReasons: ReadonlyMap<string, string> = new Map([
  ['CHATTWO', 'not-chattwo-user'],
  ['CHATONE', 'message-undeliverable'],
]);

/** A reason of chattwo only (§7.4): on other channels its number is an ordinary one. */
const dailyLimit = 'daily-rate-limit';

/** The behaviour for an address, with or without `+`, on a channel. */
export function behaviourOf(address: string, channel: string): Behaviour {
  const digits = address.replace(/^\+/, '');
  const reason = digits === smsOnly ? chatReasons.get(channel) : undefined;
  if (reason !== undefined) return { ...sent, result: { status: 'UNDELIVERED', reason } };
  const behaviour = behaviours.get(digits) ?? delivered;
  const { result } = behaviour;
  const isElsewhere =
    result.status === 'UNDELIVERED' && result.reason === dailyLimit && channel !== 'CHATTWO';
  return isElsewhere ? delivered : behaviour;
}
