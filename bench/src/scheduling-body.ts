import { randomUUID } from 'node:crypto';

/** A scheduling request with a one-time code and a new id; its comment holds the time of sending. */
export function schedulingBody(requestId: string = randomUUID()): string {
  const text = `Your code is 4821, do not share it. ${requestId}`;
  return JSON.stringify({
    requestId,
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550199', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text } },
    // The callbacks return it.
    comment: String(Date.now()),
  });
}

export function schedulingHeaders(key: string): Readonly<Record<string, string>> {
  return { 'x-api-key': key, 'content-type': 'application/json' };
}
