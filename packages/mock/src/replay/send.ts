import { type Answer, answerOf, keepHeaders, parseAnswerBody } from './answer.ts';
import type { RecordedRequest } from './recorded.ts';

/** No answer came: the address, the port or the process is wrong. */
class UnreachableError extends Error {
  constructor(target: string, why: string) {
    super(`${target} did not answer (${why}). Is it running there?`);
    this.name = 'UnreachableError';
  }
}

const timeoutInMilliseconds = 10_000;

/** Sends a recorded request to a target, with another key if one is given. */
export async function sendRecorded(target: string, request: RecordedRequest, key?: string): Promise<Answer> {
  const { method, path, headers, body } = request;
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  try {
    const response = await fetch(`${target.replace(/\/$/, '')}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(key === undefined ? {} : { 'x-api-key': key }) },
      signal: AbortSignal.timeout(timeoutInMilliseconds),
      ...(hasBody ? { body } : {}),
    });
    const kept = keepHeaders((name) => response.headers.get(name));
    return answerOf(response.status, kept, parseAnswerBody(await response.text()));
  } catch (error) {
    throw new UnreachableError(target, reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return `nothing within ${timeoutInMilliseconds / 1_000} s`;
  const cause =
    error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : error.message;
  return cause === 'ECONNREFUSED' ? 'connection refused' : cause;
}
