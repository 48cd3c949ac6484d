import type { DeservedProblem, Facts } from './judgement.ts';
import { problem } from './judgement.ts';
import type { ProcessingRule } from './rules/rule.ts';
import { requestIdRule } from './rules/rule-1-request-id.ts';
import { cascadeRule } from './rules/rule-2-cascade.ts';
import { contentRule } from './rules/rule-3-content.ts';
import { templateRule } from './rules/rule-4-template.ts';
import { balanceRule } from './rules/rule-5-balance.ts';
import { findViolations, type RequestSchema, type Violation } from './violation.ts';

/** §4.1: the five checks in their order; the first problem is the answer. */
const processingRules: readonly ProcessingRule[] = [
  requestIdRule,
  cascadeRule,
  contentRule,
  templateRule,
  balanceRule,
];

/**
 * The problem that a scheduling request deserves: the first in the order of §4.1, or nothing. Without
 * facts it finds all that needs no provider.
 */
export function judgeScheduling(body: unknown, facts: Facts = {}): DeservedProblem | undefined {
  const violations = findViolations('SchedulingRequest', body);
  if (!isObject(body)) return firstOf(violations);
  for (const rule of processingRules) {
    const found = rule({ body, violations, facts });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The problem that a request to list cascades deserves (ADR-0013), or nothing. */
export function judgeCascadeList(body: unknown): DeservedProblem | undefined {
  return judgeShape('ListCascadesRequest', body);
}

/** The problem that a callback registration deserves (ADR-0014) before the address is tried, or nothing. */
export function judgeCallbackRegistration(body: unknown): DeservedProblem | undefined {
  return judgeShape('CallbackRegistration', body);
}

function judgeShape(schema: RequestSchema, body: unknown): DeservedProblem | undefined {
  return firstOf(findViolations(schema, body));
}

function firstOf(violations: readonly Violation[]): DeservedProblem | undefined {
  const [first] = violations;
  return first === undefined ? undefined : problem(first.code, first);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
