import * as callbackRegistration from './generated/callback-registration.js';
import { judgeShape } from './judge-shape.ts';
import type { RequestProblem } from './request-problem.ts';

/** The problem of a callback registration (ADR-0014), or nothing. The address itself is not tried. */
export function judgeCallbackRegistration(body: unknown): RequestProblem | undefined {
  return judgeShape(callbackRegistration, body);
}
