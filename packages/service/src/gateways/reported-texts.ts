import { canonicalReason, isKnownUndeliveredReason } from '@cascade/types';
import type { Log } from '../log.ts';
import { createRecentMap } from '../recent-map.ts';

/** Characters, as spec/gateway has them. */
const longest = { reason: 100, reference: 255 } as const;

/** Reads the texts of answers and receipts that are passed on. A gateway may write anything. */
export type ReportedTexts = ReturnType<typeof createReportedTexts>;

/** @param gateway the channel, or what else the log calls the gateway by. */
export function createReportedTexts(log: Log, gateway: object) {
  const logged = createRecentMap<string, true>(100);

  function logOnce(key: string, fields: object, message: string): void {
    if (logged.get(key) !== undefined) return;
    logged.set(key, true);
    log.warn({ ...gateway, ...fields }, message);
  }

  return {
    /** An undelivered reason, which callbacks report: the list is open (§7.4). Undefined if it is none. */
    reason(said: string): string | undefined {
      const { length } = said;
      if (length === 0 || length > longest.reason || !said.isWellFormed() || /\p{Cc}/u.test(said)) {
        logOnce(
          '',
          { length },
          'a gateway gave a reason that is none, and message-undeliverable is reported',
        );
        return undefined;
      }
      // Another text may hold a number.
      const reason = /^[a-z]+(?:-[a-z]+)*$/.test(said) ? said : undefined;
      if (!isKnownUndeliveredReason(canonicalReason(said)))
        logOnce(said, { reason, length }, 'a gateway gave a reason that is not listed, which is passed on');
      return said;
    },
    /** The gateway's own name of a message. Undefined if it could not be given back as it is. */
    reference(said: unknown): string | undefined {
      if (typeof said !== 'string') return undefined;
      const { length } = said;
      if (length > 0 && length <= longest.reference && said.isWellFormed() && !said.includes('\0'))
        return said;
      logOnce('\0', { length }, 'a gateway gave a reference that is none, and is stored without');
      return undefined;
    },
  };
}
