import type { Facts, RequestProblem } from '../judgement.ts';
import { problem } from '../judgement.ts';
import type { Violation } from '../violation.ts';

/** What a processing rule looks at. */
export interface Case {
  readonly body: Readonly<Record<string, unknown>>;
  readonly violations: readonly Violation[];
  readonly facts: Facts;
}

/** A processing rule of §4.1: the problem that it finds, or nothing. */
export type ProcessingRule = (one: Case) => RequestProblem | undefined;

/** The first violation that comes to light at a rule, as a problem. */
export function firstViolation(
  violations: readonly Violation[],
  rule: number,
  accept: (violation: Violation) => boolean = () => true,
): RequestProblem | undefined {
  const found = violations.find((violation) => violation.rule === rule && accept(violation));
  return found === undefined ? undefined : problem(found.code, found);
}
