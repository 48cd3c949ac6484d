import { inCascadeOrder } from './in-cascade-order.ts';
import { firstViolation, type ProcessingRule } from './rule.ts';

/** §4.1 rule 4: the layout of the body, and the limits of the channel templates. */
export const templateRule: ProcessingRule = ({ body, violations, facts }) => {
  const cascade = facts.findCascade?.(Number(body.cascadeId));
  return firstViolation(inCascadeOrder(violations, cascade), 4);
};
