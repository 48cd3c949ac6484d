import { undeliveredReasons } from '@cascade/types';
import type { GatewayResult, Receipt } from './gateway.ts';

/** What the simulator does with an attempt. */
export interface Behaviour {
  /** Sends that fail without an answer before one succeeds. */
  readonly failures: number;
  readonly result: GatewayResult;
  /** In this order; the seconds count from the answer. */
  readonly receipts: readonly SimulatedReceipt[];
}

export interface SimulatedReceipt extends Omit<Receipt, 'attemptId' | 'at'> {
  readonly afterSeconds: number;
}

const delivered: Behaviour = { failures: 0, result: { status: 'DELIVERED' }, receipts: [] };
const sent: Behaviour = { failures: 0, result: { status: 'SENT' }, receipts: [] };

/**
 * What the reserved numbers +1 202 555 01xx provoke; 555-01xx belong to nobody. 0101 to 0113 are
 * the reasons in the order of §7.4, the same as in the mock.
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
  // Sent, and nothing more is ever heard.
  [reserved(123), sent],
  // The gateway never answers.
  [reserved(124), { ...sent, failures: Number.POSITIVE_INFINITY }],
  // The gateway does not answer twice, then delivers.
  [reserved(125), { ...delivered, failures: 2 }],
  // A receipt after 5 seconds says that it was not delivered.
  [
    reserved(126),
    { ...sent, receipts: [{ status: 'UNDELIVERED', reason: 'message-undeliverable', afterSeconds: 5 }] },
  ],
  // Held up, then delivered.
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
  // The receipt is told twice, and after that an older one.
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

/** Not to be reached by chat, only by SMS: shows a cascade falling through. */
const smsOnly = reserved(130);
const chatReasons: ReadonlyMap<string, string> = new Map([
  ['CHATTWO', 'not-chattwo-user'],
  ['CHATONE', 'message-undeliverable'],
]);

/** Of chattwo only (§7.4): elsewhere its number is one like any other. */
const dailyLimit = 'daily-rate-limit';

/** What happens to a message to that address, written with or without `+`, on a channel. */
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
