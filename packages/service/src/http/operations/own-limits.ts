import { type DeservedProblem, problem } from '@cascade/validator';
import { isNestedDeeper } from './nesting.ts';
import { membersOf } from './operation.ts';

/**
 * What this service bears beyond the contract (ADR-0030): far more than any message needs, and less than what does harm
 * to the store, to the memory of whoever sends callbacks, or to a receiver.
 */
const limits = { contentLevels: 100, addressLength: 1_024, commentLength: 4_096 } as const;

/** The problem of a request that is right by the contract, and more than we bear. */
export function judgeOwnLimits(request: unknown): DeservedProblem | undefined {
  const { content, comment, subscriberFilter } = membersOf(request);
  const { address } = membersOf(subscriberFilter);
  if (isNestedDeeper(content, limits.contentLevels))
    return refuse('/content', `must not be nested deeper than ${limits.contentLevels} levels`);
  if (isLonger(address, limits.addressLength))
    return refuse('/subscriberFilter/address', `must not have more than ${limits.addressLength} characters`);
  if (isLonger(comment, limits.commentLength))
    return refuse('/comment', `must not have more than ${limits.commentLength} characters`);
  return undefined;
}

function isLonger(value: unknown, limit: number): boolean {
  return typeof value === 'string' && value.length > limit;
}

function refuse(pointer: string, what: string): DeservedProblem {
  return problem('matched-template-not-found', { detail: `${pointer}: ${what}`, pointer });
}
