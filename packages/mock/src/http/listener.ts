import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mock, MockAnswer } from '../mock.ts';
import { pathOf } from '../request/mock-request.ts';
import { linger } from './linger.ts';
import { readBody } from './read-body.ts';
import { isLeftUnread, writeAnswer } from './write-answer.ts';

/** Answers one HTTP request by the mock, and writes it to the log. Never rejects. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Connects a mock to Node's HTTP server. `100 Continue` is sent only when the body is read (RFC 9110
 * §10.1.1). While the server stops, each answer closes its connection.
 */
export function createListener(mock: Mock, isStopping: () => boolean): Listener {
  return async (request, response) => {
    const started = performance.now();
    const answer = await findAnswer(mock, request, response);
    const unread = answer !== undefined && isLeftUnread(request);
    if (answer !== undefined) writeAnswer(response, answer, unread || isStopping());
    mock.log.request({
      method: request.method ?? '',
      path: pathOf(request.url ?? ''),
      status: answer?.status,
      code: answer?.code,
      milliseconds: performance.now() - started,
    });
    if (unread) await linger(request);
    response.end();
    await answer?.afterwards?.();
  };
}

/** The answer of the mock; nothing if the client disconnected while sending. */
async function findAnswer(
  mock: Mock,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<MockAnswer | undefined> {
  try {
    return await mock.answer({
      method: request.method ?? '',
      target: request.url ?? '',
      headers: request.headers,
      readBody: () => readBody(request, () => continueSending(request, response)),
    });
  } catch (error) {
    if (request.errored !== null) return undefined;
    mock.log.fault(error);
    return mock.systemError();
  }
}

function continueSending(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}
