import { cascadeNotFound, isObject, judgeScheduling } from '@cascade/validator';
import type { Callbacks } from '../callback/callbacks.ts';
import type { ScheduledMessage } from '../callback/status-event.ts';
import { wantedEvent } from '../callback/wanted-event.ts';
import { defined } from '../defined.ts';
import { problemOutcome } from '../outcome.ts';
import type { Operation } from './operation.ts';

/**
 * Schedules a message (§4.1): returns the problem of the request, or echoes its request id. The status event
 * that the request asked for is sent after the answer.
 */
export function createScheduleMessage(callbacks: Callbacks): Operation {
  return ({ account, body, preferences }) => {
    const { problem: found } = judgeScheduling(body, account);
    if (found !== undefined) return problemOutcome(found);
    const { requestId, cascadeId, address, comment } = readRequest(body);
    const cascade = account.findCascade(cascadeId);
    if (cascade === undefined) return problemOutcome(cascadeNotFound(cascadeId));

    account.accept(requestId, cascade);
    const channels = cascade.stages.map(({ channel }) => channel);
    const wanted = wantedEvent(preferences.callback, address, channels);
    const message: ScheduledMessage = { requestId, cascade, comment };
    return {
      status: 200,
      example: 'scheduled',
      fill: (example) => ({ ...(isObject(example) ? example : {}), requestId }),
      ...defined({ afterwards: wanted && (() => callbacks.send(account, message, wanted)) }),
    };
  };
}

/** Reads a body that has passed the rules: with any other, the conversion to strings can throw. */
function readRequest(body: unknown) {
  const { requestId, cascadeId, subscriberFilter, comment } = isObject(body) ? body : {};
  const { address } = isObject(subscriberFilter) ? subscriberFilter : {};
  return {
    requestId: String(requestId),
    cascadeId: Number(cascadeId),
    address: String(address),
    comment: typeof comment === 'string' ? comment : null,
  };
}
