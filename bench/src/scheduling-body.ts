import { randomUUID } from 'node:crypto';

/** A request like those of an integration that sends codes, with a fresh id; its comment says when it was sent. */
export function schedulingBody(): string {
  const requestId = randomUUID();
  const text = `Your code is 4821, do not show it to anybody. ${requestId}`;
  return JSON.stringify({
    requestId,
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550199', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text } },
    // Comes back in the callbacks.
    comment: String(Date.now()),
  });
}

export function schedulingHeaders(key: string): Readonly<Record<string, string>> {
  return { 'x-api-key': key, 'content-type': 'application/json' };
}
