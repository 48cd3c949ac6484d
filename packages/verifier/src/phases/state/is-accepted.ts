import type { Outcome } from '../../exchange/http-request.ts';

/** Any 2xx: status and body of a success are not shown. */
export function isAccepted(outcome: Outcome): boolean {
  return !('none' in outcome) && outcome.status >= 200 && outcome.status < 300;
}
