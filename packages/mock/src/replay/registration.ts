import { isObject } from '@cascade/validator';
import { parseJson } from './answer.ts';
import type { RecordedRequest, Recording } from './recorded.ts';

const path = '/api/callback/set';

interface Registration {
  readonly statusCallbackUrl: string;
  readonly subjectId?: unknown;
}

/** What a request registers; nothing if it is another request, or its provider refused it. */
export function registrationOf(request: RecordedRequest): Registration | undefined {
  const { method, answer, body } = request;
  if (method !== 'POST' || request.path.split('?')[0] !== path) return undefined;
  if (answer !== undefined && answer.status >= 300) return undefined;
  const value = parseJson(body);
  if (!isObject(value) || typeof value.statusCallbackUrl !== 'string') return undefined;
  const { statusCallbackUrl, subjectId } = value;
  return { statusCallbackUrl, subjectId };
}

/** The same registration of another address. */
export function withAddress(request: RecordedRequest, statusCallbackUrl: string): RecordedRequest {
  return { ...request, body: JSON.stringify({ ...Object(parseJson(request.body)), statusCallbackUrl }) };
}

/** A registration for the whole account, with the headers of a request that has its key. */
export function registrationLike({ headers }: RecordedRequest, statusCallbackUrl: string): RecordedRequest {
  const { 'x-api-key': key } = headers;
  return {
    name: 'registration',
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) },
    body: JSON.stringify({ statusCallbackUrl }),
  };
}

/** Whether a callback went to an address that no request above it has registered. */
export function needsRegistration({ requests, callbacks }: Recording): boolean {
  const subjects = new Set<unknown>();
  let read = 0;
  return callbacks.some(({ after, event }) => {
    for (const request of requests.slice(read, after)) {
      const registration = registrationOf(request);
      if (registration !== undefined) subjects.add(registration.subjectId ?? undefined);
    }
    read = after;
    return !subjects.has(undefined) && !subjects.has(event.subjectId);
  });
}
