import { randomUUID } from 'node:crypto';
import type { CatalogueRequest } from '@cascade/contract';

/** A valid request of the demo account with new ids; `part` replaces members. */
export function scheduling(part: object = {}, key = 'demo-key'): CatalogueRequest {
  const body = {
    requestId: randomUUID(),
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: randomUUID() } },
    ...part,
  };
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  return { method: 'POST', path: '/api/cascade/schedule', headers, body };
}

/** The same request with a new request id: cases and neighbours of the catalogue share theirs. */
export function fresh(request: CatalogueRequest): CatalogueRequest {
  const { body } = request;
  const isObject = typeof body === 'object' && body !== null && 'requestId' in body;
  return isObject ? { ...request, body: { ...body, requestId: randomUUID() } } : request;
}

/** A response, without the headers that HTTP adds. */
export interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly retryAfter: string | null;
  readonly body: unknown;
}

/** Sends a request to the service at that address. */
export async function send(url: string, { method, path, headers, body }: CatalogueRequest): Promise<Answer> {
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    retryAfter: answer.headers.get('retry-after'),
    body: await answer.json(),
  };
}
