import { readDateTime } from './date-time.ts';
import * as callbackRegistration from './generated/callback-registration.js';
import * as listCascadesRequest from './generated/list-cascades-request.js';
import * as listTemplatesRequest from './generated/list-templates-request.js';
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

/** The problem of a request to list templates (ADR-0059), or nothing. */
export function judgeTemplateList(body: unknown): RequestProblem | undefined {
  return judgeShape(listTemplatesRequest, body);
}

/** The problem of a request for the message history (ADR-0035), or nothing. */
export function judgeMessageHistory(body: unknown): RequestProblem | undefined {
  return judgeShape(messageHistoryRequest, body) ?? judgeWindow(body);
}

/** What no schema says: the window of time must not end before it begins. */
function judgeWindow(body: unknown): RequestProblem | undefined {
  if (!isObject(body) || typeof body.dateFrom !== 'string' || typeof body.dateTo !== 'string')
    return undefined;
  if (readDateTime(body.dateFrom) <= readDateTime(body.dateTo)) return undefined;
  const detail = '/dateTo: must not be earlier than dateFrom';
  return problem('matched-template-not-found', { pointer: '/dateTo', detail });
}

/** The problem of a callback URL; `fault` says what it must be, and what was found (ADR-0036). */
export function callbackUrlNotValid(fault: string): RequestProblem {
  const pointer = '/statusCallbackUrl';
  return problem('callback-url-not-valid', { pointer, detail: `${pointer}: ${fault}` });
}

/**
 * The problem of a callback URL that passed the schema, before anything is sent to it (ADR-0014), or nothing.
 * @param allowsHttp Whether plain HTTP may be used, for development.
 */
export function judgeCallbackUrl(
  address: string,
  allowsHttp: (url: URL) => boolean,
): RequestProblem | undefined {
  const url = URL.parse(address);
  if (url === null) return callbackUrlNotValid('must be an HTTPS URL');
  if (url.username !== '' || url.password !== '')
    return callbackUrlNotValid('must have neither a user nor a password');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && allowsHttp(url))) return undefined;
  return callbackUrlNotValid('must be an HTTPS URL');
}
