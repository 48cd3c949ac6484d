import { requestIdUsed } from '../provider-problems.ts';
import type { ProcessingRule } from './rule.ts';

/** §4.1 rule 1: the account has not used the requestId before. Its form is checked before the rules run. */
export const requestIdRule: ProcessingRule = ({ body, facts }) => {
  const used = facts.isRequestIdUsed?.(String(body.requestId)) ?? false;
  return used ? requestIdUsed() : undefined;
};
