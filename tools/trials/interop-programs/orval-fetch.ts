/** The round trip of `npm run trials -- interop`, by the client over fetch that Orval generated. */
import {
  type CallbackRegistration,
  listMessages,
  type MessageHistoryRequest,
  type SchedulingRequest,
  type StatusEvent,
  scheduleMessage,
  setCallback,
} from './api/client';
import { sendTo } from './send';
import { type Step, takeSteps } from './steps';

async function take({ operation, url, body }: Step): Promise<object> {
  sendTo(url);
  if (operation === 'decode') {
    const { requestId, status, error = null }: StatusEvent = JSON.parse(body);
    return { requestId, status, error };
  }
  if (operation === 'setCallback') {
    const { status } = await setCallback(JSON.parse(body) as CallbackRegistration);
    return { status };
  }
  if (operation === 'history') {
    const answer = await listMessages(JSON.parse(body) as MessageHistoryRequest);
    return { status: answer.status, entries: answer.status === 200 ? answer.data.content.length : undefined };
  }
  const { status, data } = await scheduleMessage(JSON.parse(body) as SchedulingRequest);
  return 'requestId' in data
    ? { status, requestId: data.requestId }
    : { status, title: 'title' in data ? data.title : undefined };
}

void takeSteps(take);
