/** The round trip of `npm run trials -- interop`, with the schemas for Zod that Orval generated; sent by fetch. */
import * as api from './api/schemas';
import { type Step, takeSteps } from './steps';

const operations = {
  schedule: { path: '/api/cascade/schedule', request: api.SchedulingRequest },
  setCallback: { path: '/api/callback/set', request: api.CallbackRegistration },
  history: { path: '/api/messages/history', request: api.MessageHistoryRequest },
};

async function take({ operation, url, body }: Step): Promise<object> {
  if (operation === 'decode') {
    const { requestId, status, error = null } = api.StatusEvent.parse(JSON.parse(body));
    return { requestId, status, error };
  }
  const { path, request } = operations[operation as keyof typeof operations];
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json' },
    body: JSON.stringify(request.parse(JSON.parse(body))),
  });
  return { status: answer.status, ...seen(operation, answer.status, await answer.json()) };
}

function seen(operation: string, status: number, answer: unknown): object {
  if (status !== 200) return { title: api.Problem.parse(answer).title };
  if (operation === 'history') return { entries: api.MessageHistory.parse(answer).content.length };
  if (operation === 'setCallback') return api.CallbackRegistration.parse(answer) && {};
  return { requestId: api.SchedulingResult.parse(answer).requestId };
}

void takeSteps(take);
