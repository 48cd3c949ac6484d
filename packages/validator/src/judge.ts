import type { Facts } from './facts.ts';
import { isObject } from './objects.ts';
import { problem, type RequestProblem } from './request-problem.ts';
import type { ProcessingRule } from './rules/rule.ts';
import { requestIdRule } from './rules/rule-1-request-id.ts';
import { cascadeRule } from './rules/rule-2-cascade.ts';
import { contentRule } from './rules/rule-3-content.ts';
import { templateRule } from './rules/rule-4-template.ts';
import { balanceRule } from './rules/rule-5-balance.ts';
import { findViolations, type RequestSchema, type Violation } from './violation.ts';

/** §4.1: the five checks in their order. The first problem found is the answer. */
const processingRules: readonly ProcessingRule[] = [
  requestIdRule,
  cascadeRule,
  contentRule,
  templateRule,
  balanceRule,
];

/**
 * The problem of a scheduling request: the first in the order of §4.1, or nothing. Without facts it checks only
 * what needs no provider.
 */
export function judgeScheduling(body: unknown, facts: Facts = {}): RequestProblem | undefined {
  const violations = findViolations('SchedulingRequest', body);
  if (!isObject(body)) return firstOf(violations);
  for (const rule of processingRules) {
    const found = rule({ body, violations, facts });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The problem of a request to list cascades (ADR-0013), or nothing. */
export function judgeCascadeList(body: unknown): RequestProblem | undefined {
  return judgeShape('ListCascadesRequest', body);
}

/** The problem of a callback registration (ADR-0014), or nothing. The address itself is not tried. */
export function judgeCallbackRegistration(body: unknown): RequestProblem | undefined {
  return judgeShape('CallbackRegistration', body);
}

function judgeShape(schema: RequestSchema, body: unknown): RequestProblem | undefined {
  return firstOf(findViolations(schema, body));
}

function firstOf(violations: readonly Violation[]): RequestProblem | undefined {
  const [first] = violations;
  return first === undefined ? undefined : problem(first.code, first);
}
