import { isObject } from '@cascade/validator';
import type { RecordedRequest } from './recording.ts';

/** An answer, reduced to what a reader compares. */
export interface ReplayedAnswer {
  readonly status: number;
  readonly title?: string;
  readonly detail?: string;
  readonly body: unknown;
}

/** No answer came: the address, the port or the process is wrong. */
class UnreachableError extends Error {
  constructor(target: string, why: string) {
    super(`${target} did not answer (${why}). Is it running there?`);
    this.name = 'UnreachableError';
  }
}

const timeoutInMilliseconds = 10_000;

/** Sends a recorded request to a target, with another key if one is given. */
export async function sendRecorded(
  target: string,
  request: RecordedRequest,
  key?: string,
): Promise<ReplayedAnswer> {
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
    return read(response.status, await response.text());
  } catch (error) {
    throw new UnreachableError(target, reasonOf(error));
  }
}

function read(status: number, text: string): ReplayedAnswer {
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // A page or an empty body is compared as text.
  }
  const { title, detail } = isObject(body) ? body : {};
  return {
    status,
    body,
    ...(status >= 400 && typeof title === 'string' ? { title } : {}),
    ...(status >= 400 && typeof detail === 'string' ? { detail } : {}),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return `nothing within ${timeoutInMilliseconds / 1_000} s`;
  const cause =
    error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : error.message;
  return cause === 'ECONNREFUSED' ? 'connection refused' : cause;
}
