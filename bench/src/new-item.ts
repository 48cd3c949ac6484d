import { randomUUID } from 'node:crypto';
import { fingerprint } from '@cascade/service/bench';

/** What the server passes to the intake for a valid request with a new id. */
export function newItem(accountId: number) {
  const requestId = randomUUID();
  const address = '+12025550199';
  const content = { smsContent: { contentType: 'TEXT', text: requestId } };
  const stages = [
    { uuid: randomUUID(), channel: 'SMS', ttlSeconds: null, subjectId: 1, subject: 'codes', price: 5 },
  ];
  const message = {
    requestIdAsSent: requestId,
    cascadeId: 2002,
    address,
    addressType: 'PHONE',
    comment: null,
    startAt: null,
    cost: 5,
    stages,
    content,
  };
  return { accountId, requestId, message: { ...message, fingerprint: fingerprint(address, content) } };
}
