import { problem } from '../request-problem.ts';
import { firstViolation, type ProcessingRule } from './rule.ts';

/** §4.1 rule 1: the requestId is a UUID that the account has not used before. */
export const requestIdRule: ProcessingRule = ({ body, violations, facts }) => {
  const malformed = firstViolation(violations, 1);
  if (malformed !== undefined) return malformed;
  const used = facts.isRequestIdUsed?.(String(body.requestId)) ?? false;
  return used ? problem('requestId-is-not-unique', { pointer: '/requestId' }) : undefined;
};
