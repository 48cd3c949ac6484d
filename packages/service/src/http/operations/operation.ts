import type { Account } from '../../accounts/index.ts';
import type { Answer } from '../answer.ts';

/** An operation of the description, after URL, method, key and JSON are settled. */
export type Operation = (account: Account, body: unknown) => Answer | Promise<Answer>;

/** A JSON object, or one without members for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
