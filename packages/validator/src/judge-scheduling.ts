import type { Facts } from './facts.ts';
import * as schedulingRequest from './generated/scheduling-request.js';
import { isObject } from './objects.ts';
import { problem, type RequestProblem } from './request-problem.ts';
import { type Case, firstViolation, type ProcessingRule } from './rules/rule.ts';
import { requestIdRule } from './rules/rule-1-request-id.ts';
import { cascadeRule } from './rules/rule-2-cascade.ts';
import { contentRule } from './rules/rule-3-content.ts';
import { templateRule } from './rules/rule-4-template.ts';
import { balanceRule } from './rules/rule-5-balance.ts';
import { findViolations } from './violation.ts';

/** §4.1: the five checks in their order. The first problem found is the answer. */
const processingRules: readonly ProcessingRule[] = [
  requestIdRule,
  cascadeRule,
  contentRule,
  templateRule,
  balanceRule,
];

/** The verdict on a scheduling request. */
export type SchedulingJudgement =
  | {
      /** In lower case, as it is compared (ADR-0007). */
      readonly requestId: string;
      readonly problem: RequestProblem | undefined;
    }
  /** Without a well-formed request id no provider needs to look up whether it was used. */
  | { readonly requestId: undefined; readonly problem: RequestProblem };

/**
 * Judges a scheduling request: its problem is the first in the order of §4.1. Without facts it checks only what
 * needs no provider.
 */
export function judgeScheduling(body: unknown, facts: Facts = {}): SchedulingJudgement {
  const violations = findViolations(schedulingRequest, body);
  if (!isObject(body))
    return { requestId: undefined, problem: problem('matched-template-not-found', violations[0]) };
  const malformedId = firstViolation(violations, 1);
  if (malformedId !== undefined) return { requestId: undefined, problem: malformedId };
  return {
    requestId: String(body.requestId).toLowerCase(),
    problem: firstProblem({ body, violations, facts }),
  };
}

function firstProblem(one: Case): RequestProblem | undefined {
  for (const rule of processingRules) {
    const found = rule(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
