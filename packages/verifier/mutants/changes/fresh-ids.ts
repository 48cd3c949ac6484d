import { randomUUID } from 'node:crypto';
import type { Change } from '../mutant.ts';
import { readObject } from '../proxy/json.ts';
import { type Call, isScheduling, requestBody, withAnswerBody, withRequestBody } from '../proxy/wire.ts';

/**
 * Gives the provider a fresh request id where the old one should count as forgotten. Consumer and receiver see the id
 * that was sent.
 */
export function freshIdIf(is: (requestId: string, call: Call) => boolean): Change {
  const sentAs = new Map<string, string>();
  return {
    async answer(call, next) {
      const body = requestBody(call);
      const { requestId } = body;
      if (!isScheduling(call) || typeof requestId !== 'string' || !is(requestId, call)) return next(call);
      const fresh = randomUUID();
      sentAs.set(fresh, requestId);
      const answer = await next(withRequestBody(call, { ...body, requestId: fresh }));
      const said = readObject(answer.body);
      return said?.requestId === fresh ? withAnswerBody(answer, { ...said, requestId }) : answer;
    },
    deliver(callback, next) {
      const { requestId } = callback.event;
      const original = typeof requestId === 'string' ? sentAs.get(requestId) : undefined;
      if (original === undefined) return next(callback);
      return next({ ...callback, event: { ...callback.event, requestId: original } });
    },
  };
}
