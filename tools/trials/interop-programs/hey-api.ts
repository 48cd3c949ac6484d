/** The round trip of `npm run trials -- interop`, by the client that @hey-api/openapi-ts generated. */
import { client } from './api/client.gen';
import { listMessages, scheduleMessage, setCallback } from './api/sdk.gen';
import type {
  CallbackRegistration,
  MessageHistoryRequest,
  SchedulingRequest,
  StatusEvent,
} from './api/types.gen';
import { type Step, takeSteps } from './steps';

async function take({ operation, url, body }: Step): Promise<object> {
  client.setConfig({ baseUrl: url as never, headers: { 'x-api-key': 'demo-key' } });
  if (operation === 'decode') {
    const { requestId, status, error = null }: StatusEvent = JSON.parse(body);
    return { requestId, status, error };
  }
  if (operation === 'setCallback') {
    const answer = await setCallback({ body: JSON.parse(body) as CallbackRegistration });
    return { status: answer.response?.status };
  }
  if (operation === 'history') {
    const answer = await listMessages({ body: JSON.parse(body) as MessageHistoryRequest });
    return { status: answer.response?.status, entries: answer.data?.content?.length };
  }
  const { data, error, response } = await scheduleMessage({ body: JSON.parse(body) as SchedulingRequest });
  return { status: response?.status, requestId: data?.requestId, title: error?.title };
}

void takeSteps(take);
