import * as callbackRegistration from './generated/callback-registration.js';
import * as listCascadesRequest from './generated/list-cascades-request.js';
import * as messageHistoryRequest from './generated/message-history-request.js';
import { isObject } from './objects.ts';
import { problem, type RequestProblem } from './request-problem.ts';
import type { CompiledSchema } from './validate-function.ts';
import { findViolations } from './violation.ts';

/** The first problem of a request body that only its schema judges, or nothing. */
function judgeShape(schema: CompiledSchema, body: unknown): RequestProblem | undefined {
  const [first] = findViolations(schema, body);
  return first === undefined ? undefined : problem(first.code, first);
}

/** The problem of a callback registration (ADR-0014), or nothing. The address itself is not tried. */
export function judgeCallbackRegistration(body: unknown): RequestProblem | undefined {
  return judgeShape(callbackRegistration, body);
}

/** The problem of a request to list cascades (ADR-0013), or nothing. */
export function judgeCascadeList(body: unknown): RequestProblem | undefined {
  return judgeShape(listCascadesRequest, body);
}

/** The problem of a request for the message history (ADR-0035), or nothing. */
export function judgeMessageHistory(body: unknown): RequestProblem | undefined {
  return judgeShape(messageHistoryRequest, body) ?? judgeWindow(body);
}

/** What no schema says: the window of time must not end before it begins. */
function judgeWindow(body: unknown): RequestProblem | undefined {
  if (!isObject(body) || typeof body.dateFrom !== 'string' || typeof body.dateTo !== 'string')
    return undefined;
  if (Date.parse(body.dateFrom) <= Date.parse(body.dateTo)) return undefined;
  const detail = '/dateTo: must not be earlier than dateFrom';
  return problem('matched-template-not-found', { pointer: '/dateTo', detail });
}
