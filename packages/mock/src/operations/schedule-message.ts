import { readSchedulingRequest } from '@cascade/lenient-requests';
import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import { cascadeNotFound, isObject, judgeScheduling } from '@cascade/validator';
import type { Callbacks } from '../callback/callbacks.ts';
import { type ScheduledMessage, toSeconds, wantedEvents } from '../callback/status-event.ts';
import { problemOutcome } from '../outcome.ts';
import type { RememberedMessage } from '../provider/account.ts';
import type { Operation } from './operation.ts';

/**
 * Schedules a message (§4.1): returns the problem of the request, or echoes its request id. The status events
 * that the request asked for are sent after the answer.
 */
export function createScheduleMessage(callbacks: Callbacks, now: () => Date): Operation {
  let lastMessageId = 0;
  return ({ account, body: sent, preferences }) => {
    const reading = readSchedulingRequest(sent, account.lenient, uuidV5);
    if ('problem' in reading) return problemOutcome(reading.problem);
    const body = reading.value;
    const { problem: found } = judgeScheduling(body, { ...account, now });
    if (found !== undefined) return problemOutcome(found);
    const { requestId: key, cascadeId, address, addressType, comment, content } = readRequest(body);
    const { requestId } = readRequest(sent);
    const cascade = account.findCascade(cascadeId);
    if (cascade === undefined) return problemOutcome(cascadeNotFound(cascadeId));

    account.accept(key, cascade);
    lastMessageId += 1;
    const acceptedAt = now();
    const remembered: RememberedMessage = {
      messageId: lastMessageId,
      requestId,
      key: key.toLowerCase(),
      comment,
      address,
      addressType,
      cascade,
      content,
      acceptedAt,
      stages: cascade.stages
        .slice(0, 1)
        .map((stage) => ({ stage, status: 'ENQUEUED', statusAt: toSeconds(acceptedAt), error: null })),
    };
    account.messages.add(remembered);
    const wanted = wantedEvents(preferences.callback, address, cascade.stages);
    const message: ScheduledMessage = { requestId, messageId: lastMessageId, cascade, comment };
    return {
      status: 200,
      example: 'scheduled',
      fill: (example) => ({ ...(isObject(example) ? example : {}), requestId }),
      ...(wanted.length === 0
        ? {}
        : { afterwards: () => callbacks.send(account, message, wanted, remembered) }),
    };
  };
}

/** Reads a body that has passed the rules: with any other, the conversion to strings can throw. */
function readRequest(body: unknown) {
  const { requestId, cascadeId, subscriberFilter, comment, content } = isObject(body) ? body : {};
  const { address, type } = isObject(subscriberFilter) ? subscriberFilter : {};
  return {
    requestId: String(requestId),
    cascadeId: Number(cascadeId),
    address: String(address),
    addressType: String(type),
    content: isObject(content) ? content : {},
    comment: typeof comment === 'string' ? comment : null,
  };
}
