import { canonicalProblemCode, isKnownProblemCode, type ProblemFacts, problemFacts } from '@cascade/types';
import { problemAdvice } from '@cascade/types/advice';

/** What to do about a problem code, for programs (`retry`) and for people. */
export interface RetryAdvice {
  /** `after-fix` of the request, `after-setup` of the account, `later` as it is, `accepted-before`: it is scheduled. */
  readonly retry: ProblemFacts['retry'];
  readonly cause: string;
  readonly fix: string;
  readonly advice: string;
}

/** What the catalogue advises about a problem code, in either spelling (§7.1); nothing about one that it does not list. */
export function retryAdvice(code: string): RetryAdvice | undefined {
  const known = canonicalProblemCode(code);
  if (!isKnownProblemCode(known)) return undefined;
  return { retry: problemFacts(known).retry, ...problemAdvice[known] };
}
