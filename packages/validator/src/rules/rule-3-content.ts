import { findCoverageProblem } from '../coverage.ts';
import { inCascadeOrder } from './in-cascade-order.ts';
import { firstViolation, type ProcessingRule } from './rule.ts';

/** §4.1 rule 3: `content` is present, matches the stages, and has its required fields, in this order (ADR-0009). */
export const contentRule: ProcessingRule = ({ body, violations, facts }) => {
  const absent = firstViolation(violations, 3, ({ pointer }) => pointer === '/content');
  if (absent !== undefined) return absent;
  const cascade = facts.findCascade?.(Number(body.cascadeId));
  const { content } = body;
  if (cascade !== undefined && typeof content === 'object' && content !== null) {
    const uncovered = findCoverageProblem(content, cascade);
    if (uncovered !== undefined) return uncovered;
  }
  return firstViolation(inCascadeOrder(violations, cascade), 3);
};
