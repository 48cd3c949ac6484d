import { canonicalProblemCode, isKnownProblemCode, type ProblemFacts, problemFacts } from '@cascade/types';
import { problemAdvice } from '@cascade/types/advice';

/** What to do about a problem code: `retry` for programs, the rest for people. */
export interface RetryAdvice {
  /**
   * `after-fix` of the request, `after-setup` of the account, `later` as it is, `used-before`: not with this
   * id.
   */
  readonly retry: ProblemFacts['retry'];
  readonly cause: string;
  readonly fix: string;
  readonly advice: string;
}

/** The catalogue's advice on a problem code, in either spelling (§7.1); nothing for an unlisted code. */
export function retryAdvice(code: string): RetryAdvice | undefined {
  const known = canonicalProblemCode(code);
  if (!isKnownProblemCode(known)) return undefined;
  return { retry: problemFacts(known).retry, ...problemAdvice[known] };
}
