import { findLateStart } from '../late-start.ts';
import { inCascadeOrder } from './in-cascade-order.ts';
import { firstViolation, type ProcessingRule } from './rule.ts';

/** §4.1 rule 4: the layout of the body, the furthest start time, and the limits of the channel templates. */
export const templateRule: ProcessingRule = ({ body, violations, facts }) => {
  const cascade = facts.findCascade?.(Number(body.cascadeId));
  const late = facts.now === undefined ? [] : findLateStart(body.startTime, facts.now());
  return firstViolation(inCascadeOrder([...violations, ...late], cascade), 4);
};
