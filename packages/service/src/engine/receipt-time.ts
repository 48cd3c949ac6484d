const day = 24 * 3600 * 1_000; // milliseconds

/**
 * Milliseconds: a stage that begins at this age of its message writes its timer itself. For the others the
 * upkeep does, once the message is as old as the longest receipt; an attempt is sent within a day, or ends.
 */
export const lateFrom = 8 * day;

/** A receipt that is held back for longer than that still counts. */
const oldest = 30 * day;

/** Clocks of gateways differ by minutes; a larger difference is an error that an operator should see. */
const tolerance = 5 * 60 * 1_000; // milliseconds

/** When the report of a receipt happened. */
export interface ReceiptTime {
  readonly at: Date;
  /** Whether the gateway's time was not used, and by more than clocks differ. */
  readonly isOutOfReason: boolean;
}

/**
 * The time of a receipt that arrived at `now`: as the gateway says, unless that is in the future or more than
 * 30 days ago. Then it is the time of arrival. A receipt without a time happened on arrival.
 */
export function receiptTime(said: Date | undefined, now: Date): ReceiptTime {
  const age = said === undefined ? 0 : now.getTime() - said.getTime();
  if (said !== undefined && age >= 0 && age <= oldest) return { at: said, isOutOfReason: false };
  return { at: now, isOutOfReason: age > oldest || age < -tolerance };
}
