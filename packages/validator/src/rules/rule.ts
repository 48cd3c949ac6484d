import type { Facts } from '../facts.ts';
import { problem, type RequestProblem } from '../request-problem.ts';
import type { Violation } from '../violation.ts';

/** The input of a processing rule. */
export interface Case {
  readonly body: Readonly<Record<string, unknown>>;
  readonly violations: readonly Violation[];
  readonly facts: Facts;
}

/** A processing rule of §4.1: returns the problem of the request, or nothing. */
export type ProcessingRule = (one: Case) => RequestProblem | undefined;

/** The first violation that a rule reports, as a problem. */
export function firstViolation(
  violations: readonly Violation[],
  rule: number,
  accept: (violation: Violation) => boolean = () => true,
): RequestProblem | undefined {
  const found = violations.find((violation) => violation.rule === rule && accept(violation));
  return found === undefined ? undefined : problem(found.code, found);
}
