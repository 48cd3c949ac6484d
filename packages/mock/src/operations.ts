import { readListRequest, readSchedulingRequest, unreadMembers } from '@cascade/lenient-requests';
import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import { isObject } from '@cascade/validator';
import type { Judged } from '@cascade/validator/memory-provider';
import { preferredEvent } from './callback/status-event.ts';
import type { Lives } from './life/lives.ts';
import { type Outcome, problemOutcome } from './outcome.ts';
import type { MockAccount } from './provider/account.ts';
import type { Preferences } from './request.ts';

/** An authenticated request. */
interface Call {
  readonly account: MockAccount;
  /** Of the request target, without its question mark. */
  readonly query: string;
  /** The JSON body; undefined if the operation takes none. */
  readonly body: unknown;
  readonly preferences: Preferences;
}

/** Answers a call. Changes state synchronously, so calls cannot interleave. */
export type MockOperation = (call: Call) => Outcome;

/**
 * Schedules a message (§4.1): returns the problem of the request, or echoes its request id. The message lives
 * from now on; its status events are sent after the answer.
 */
export function createScheduling(lives: Lives): MockOperation {
  return ({ account, body: sent, preferences }) => {
    const reading = readSchedulingRequest(sent, account.lenient, uuidV5);
    if ('problem' in reading) return problemOutcome(reading.problem);
    const judged = account.schedule(reading.value, sent);
    if ('problem' in judged) return problemOutcome(judged.problem);
    const { requestId } = judged.answer.request;
    const preferred = preferredEvent(preferences.callback);
    return {
      status: 200,
      example: 'scheduled',
      unread: unreadMembers(sent, account.lenient),
      fill: (example) => ({ ...(isObject(example) ? example : {}), requestId }),
      afterwards:
        preferred === undefined
          ? lives.begin(account, judged.answer)
          : lives.show(account, judged.answer, preferred),
    };
  };
}

/** Lists the remembered messages (ADR-0035), with one entry for each stage that has started. */
export const listMessages: MockOperation = ({ account, body }) =>
  listed(account.listMessages(readListRequest(body, account.lenient)));

/** Lists the cascades of the account, from `offset`, at most `limit` (ADR-0013). */
export const listCascades: MockOperation = ({ account, body }) =>
  listed(account.listCascades(readListRequest(body, account.lenient)));

/** Lists the senders of the account (ADR-0059). */
export const listChannelProfiles: MockOperation = ({ account, query }) =>
  listed({ answer: account.listChannelProfiles(query) });

/** Lists the templates of a sender (ADR-0059). */
export const listTemplates: MockOperation = ({ account, body }) => listed(account.listTemplates(body));

/** What the provider in memory answers. */
function listed(judged: Judged<object>): Outcome {
  return 'problem' in judged ? problemOutcome(judged.problem) : { status: 200, fill: () => judged.answer };
}

/**
 * Keeps the registration and echoes it (ADR-0014). Sends no HEAD request to the address of the status
 * callback: a mock has to work before the receiver runs, and without a network.
 */
export const setCallback: MockOperation = ({ account, body }) => {
  const judged = account.registerCallback(body);
  const { statusCallbackUrl } = 'answer' in judged ? judged.answer : {};
  if (typeof statusCallbackUrl === 'string') account.receivers.registered(statusCallbackUrl);
  return listed(judged);
};
