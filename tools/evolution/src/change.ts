import type { Impact } from './impact.ts';

/** One difference between the released contract and the present one, for a reviewer to read. */
export interface Change {
  readonly impact: Impact;
  /** What has changed: a code, a limit, a clause, a place of a description. */
  readonly subject: 'code' | 'reason' | 'limit' | 'clause' | 'decision' | 'openapi' | 'asyncapi';
  /** Where: an id of the catalogue, the id of a decision, or a JSON pointer into the description. */
  readonly at: string;
  /** What has changed there, as text that follows `at`. */
  readonly says: string;
}
