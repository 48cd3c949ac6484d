import { type LenientSwitches, readSchedulingRequest } from '@cascade/lenient-requests';
import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import { type CascadeShape, judgeScheduling, problem, type RequestProblem } from '@cascade/validator';
import { membersOf } from '../json-object.ts';

/** A request whose id the store has to know, in the described form, and the problem that a later rule found. */
interface WithId {
  readonly requestId: string;
  readonly request: unknown;
  readonly found: RequestProblem | undefined;
}

/** Judges a scheduling request by the rules that need no store; a problem is final, since it comes before rule 1. */
export function judgeBeforeStore(
  body: unknown,
  lenient: LenientSwitches,
  { cascades, now }: { readonly cascades: ReadonlyMap<number, CascadeShape>; readonly now: () => Date },
): WithId | { readonly problem: RequestProblem } {
  const reading = readSchedulingRequest(body, lenient, uuidV5);
  if ('problem' in reading) return reading;
  const request = reading.value;
  const judged = judgeScheduling(request, { findCascade: (id) => cascades.get(id), now });
  if (judged.requestId === undefined) return { problem: judged.problem };
  return { requestId: judged.requestId, request, found: judged.problem ?? judgeOwnLimits(request) };
}

/**
 * Limits of this service beyond the contract, in UTF-16 units: far above what any message needs, and below what harms
 * the store, the sender's memory or a receiver (`decisions/memory-for-bodies.md`).
 */
const lengths = { requestId: 256, address: 1_024, type: 64, comment: 4_096 } as const;

/** The problem of a request that satisfies the contract but exceeds a limit of this service. */
function judgeOwnLimits(request: unknown): RequestProblem | undefined {
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
