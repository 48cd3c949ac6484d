import { problem, type RequestProblem } from '@cascade/validator';
import { membersOf } from '../json-object.ts';

/**
 * Limits of this service beyond the contract, in UTF-16 units: far above what any message needs, and below what harms
 * the store, the sender's memory or a receiver (`decisions/memory-for-bodies.md`).
 */
const lengths = { requestId: 256, address: 1_024, type: 64, comment: 4_096 } as const;

/** The problem of a request that satisfies the contract but exceeds a limit of this service. */
export function judgeOwnLimits(request: unknown): RequestProblem | undefined {
  const { requestId, comment, subscriberFilter } = membersOf(request);
  const { address, type } = membersOf(subscriberFilter);
  return (
    judgeLength('/requestId', requestId, lengths.requestId) ??
    judgeLength('/subscriberFilter/address', address, lengths.address) ??
    judgeLength('/subscriberFilter/type', type, lengths.type) ??
    judgeLength('/comment', comment, lengths.comment)
  );
}

function judgeLength(pointer: string, value: unknown, limit: number): RequestProblem | undefined {
  if (typeof value !== 'string' || value.length <= limit) return undefined;
  return refuse(pointer, `must have at most ${limit} characters, found ${value.length}`);
}

function refuse(pointer: string, what: string): RequestProblem {
  return problem('matched-template-not-found', { detail: `${pointer}: ${what}`, pointer });
}
