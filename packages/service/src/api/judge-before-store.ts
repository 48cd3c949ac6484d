import { readSchedulingRequest } from '@cascade/lenient-requests';
import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import { judgeScheduling, type RequestProblem } from '@cascade/validator';
import { factsOf, type JudgedAccount } from '../accounts/account-settings.ts';

/** A request whose id the store has to know, in the described form, and the problem that a later rule found. */
interface WithId {
  readonly requestId: string;
  readonly request: unknown;
  readonly found: RequestProblem | undefined;
}

/** Judges a scheduling request by the rules that need no store; a problem is final, since it comes before rule 1. */
export function judgeBeforeStore(
  body: unknown,
  account: JudgedAccount,
  now: () => Date,
): WithId | { readonly problem: RequestProblem } {
  const reading = readSchedulingRequest(body, account.settings.lenient, uuidV5);
  if ('problem' in reading) return reading;
  const request = reading.value;
  const judged = judgeScheduling(request, { ...factsOf(account), now });
  if (judged.requestId === undefined) return { problem: judged.problem };
  return { requestId: judged.requestId, request, found: judged.problem };
}
