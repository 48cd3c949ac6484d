import type { GatewayResult } from '../gateway.ts';
import { ok } from './command-status.ts';
import type { Fields, Pdu } from './pdu.ts';
import { put } from './remember-references.ts';
import { resultOf } from './result-of.ts';

/** Sends the parts of a long text that come before its last, in order. */
export type SendFirstParts = (
  attemptId: string,
  parts: readonly Fields[],
) => Promise<GatewayResult | undefined>;

/** Submits a part. `heard` is called even with a late response. */
type Submit = (fields: Fields, heard: (response: Pdu) => void) => Promise<Pdu>;

/**
 * Repeats no part that the SMSC accepted before, of the latest `most` attempts. The function resolves to the result of
 * the first part that is refused for good, and rejects if the attempt must be retried.
 */
export function createPartSender(submit: Submit, most = 10_000): SendFirstParts {
  const accepted = new Map<string, number>();
  return async (attemptId, parts) => {
    for (const [at, part] of parts.entries()) {
      if (at < (accepted.get(attemptId) ?? 0)) continue;
      const { command_status: status } = await submit(part, (heard) => {
        if (heard.command_status === ok) put(accepted, attemptId, at + 1, most);
      });
      const result = resultOf(status, undefined);
      if (result.status === 'UNDELIVERED') return result;
    }
    return undefined;
  };
}
