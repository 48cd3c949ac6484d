import { cascadeNotFound } from '../provider-problems.ts';
import { firstViolation, type ProcessingRule } from './rule.ts';

/** §4.1 rule 2: the cascadeId names a cascade of the account. */
export const cascadeRule: ProcessingRule = ({ body, violations, facts }) => {
  const malformed = firstViolation(violations, 2);
  if (malformed !== undefined) return malformed;
  if (facts.findCascade === undefined) return undefined;
  const cascadeId = Number(body.cascadeId);
  return facts.findCascade(cascadeId) === undefined ? cascadeNotFound(cascadeId) : undefined;
};
