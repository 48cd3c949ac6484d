import { problem, type RequestProblem } from '@cascade/validator';
import { membersOf } from '../json-object.ts';
import { hasMoreValues, isNestedDeeper } from './nesting.ts';

/**
 * Limits of this service beyond the contract: far above what any message needs, and below what harms the store, the
 * sender's memory or a receiver (`decisions/memory-for-bodies.md`).
 */
const limits = { contentLevels: 100, contentValues: 10_000 } as const;

const lengths = { requestId: 256, address: 1_024, type: 64, comment: 4_096 } as const;

/** The problem of a request that satisfies the contract but exceeds a limit of this service. */
export function judgeOwnLimits(request: unknown): RequestProblem | undefined {
  const { requestId, content, comment, subscriberFilter } = membersOf(request);
  const { address, type } = membersOf(subscriberFilter);
  if (isNestedDeeper(content, limits.contentLevels))
    return refuse('/content', `must not be nested deeper than ${limits.contentLevels} levels`);
  // A parsed value takes about a hundred bytes, however short its JSON is.
  if (hasMoreValues(content, limits.contentValues))
    return refuse('/content', `must not have more than ${limits.contentValues} values`);
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
