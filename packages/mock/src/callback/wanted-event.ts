import { undeliveredReasons } from '@cascade/types';

/** The status event that a scheduling request asked the mock to send. */
export interface WantedEvent {
  readonly status: string;
  /** The undelivered reason, with UNDELIVERED; otherwise null. */
  readonly error: string | null;
}

/**
 * Reserved numbers from +1 202 555 0101: one for each reason, in the order of §7.4. Numbers with 555-01xx are
 * fictitious, so they never reach a real subscriber.
 */
const reasonOfAddress: ReadonlyMap<string, string> = new Map(
  undeliveredReasons().map((reason, index) => [String(12_025_550_101 + index), reason]),
);

const deliveredAddress = '12025550199';

/**
 * The event that `Prefer: callback=…` or a reserved address asks for. A word in capitals is a status
 * (ADR-0016); any other is an undelivered reason, also an unlisted one, since the list grows (§7).
 */
export function wantedEvent(
  preference: string | undefined,
  address: string,
  channels: readonly string[],
): WantedEvent | undefined {
  const wanted = preference ?? wantedByAddress(address.replace(/^\+/, ''), channels);
  if (wanted === undefined || wanted === '') return undefined;
  return /^[A-Z_]+$/.test(wanted)
    ? { status: wanted, error: null }
    : { status: 'UNDELIVERED', error: wanted };
}

function wantedByAddress(digits: string, channels: readonly string[]): string | undefined {
  const reason = reasonOfAddress.get(digits);
  // Only chattwo has this limit (§7.4), so without it the message is delivered.
  const isElsewhere = reason === 'daily-rate-limit' && !channels.includes('CHATTWO');
  return digits === deliveredAddress || isElsewhere ? 'DELIVERED' : reason;
}
