import { titleIn } from '../json.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** The member of a request that names its scenario; JSON leaves it out. */
export const scenarioOf: unique symbol = Symbol('scenario');

/** A request below the base address of the target. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly [scenarioOf]?: Scenario;
}

/** An answer, read completely. */
export interface TargetAnswer {
  readonly status: number;
  /** Names in lower case; several values joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Why there is no answer to judge. */
export interface NoAnswer {
  readonly none: 'unreachable' | 'time-out' | 'closed' | 'too-large' | 'tls';
  readonly says: string;
  /**
   * The connection had carried an answer before: the provider may have closed it as idle, unseen until then.
   */
  readonly wasReused?: boolean;
}

/** What came of a request. */
export type AnswerOrNone = TargetAnswer | NoAnswer;

/**
 * Whether the answer is one of what is in front of the API, a gateway or a load balancer: 502 to 504 without
 * a problem.
 */
export function isOfProxy(outcome: AnswerOrNone): boolean {
  if ('none' in outcome || outcome.status < 502 || outcome.status > 504) return false;
  return titleIn(outcome.text) === undefined;
}

/** Any 2xx: status and body of a success are not shown. */
export function isAccepted(outcome: AnswerOrNone): boolean {
  return !('none' in outcome) && outcome.status >= 200 && outcome.status < 300;
}
