import type { HttpRequest } from '../exchange/http-request.ts';
import type { Verdict } from '../oracle/fault.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** One trial of a scenario, and its verdict. */
export interface Attempt {
  readonly scenario: Scenario;
  readonly verdict: Verdict;
  readonly request?: HttpRequest;
  /** Number of trials that this one stands for; 1 if absent. */
  readonly times?: number;
}
