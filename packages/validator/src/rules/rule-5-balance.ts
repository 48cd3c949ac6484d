import { outOfBalance } from '../provider-problems.ts';
import type { ProcessingRule } from './rule.ts';

/** §4.1 rule 5: the balance covers the message. */
export const balanceRule: ProcessingRule = ({ body, facts }) => {
  const cascade = facts.findCascade?.(Number(body.cascadeId));
  if (cascade === undefined || facts.canAfford === undefined) return undefined;
  return facts.canAfford(cascade) ? undefined : outOfBalance(cascade.id);
};
