import * as messageHistoryRequest from './generated/message-history-request.js';
import { judgeShape } from './judge-shape.ts';
import { isObject } from './objects.ts';
import { problem, type RequestProblem } from './request-problem.ts';

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
