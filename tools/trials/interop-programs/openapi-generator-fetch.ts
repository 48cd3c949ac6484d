/**
 * The round trip of `npm run trials -- interop`, by the client that OpenAPI Generator wrote for
 * TypeScript over fetch.
 */
import {
  CallbackRegistrationFromJSON,
  CallbacksApi,
  Configuration,
  HistoryApi,
  MessageHistoryRequestFromJSON,
  MessagesApi,
  ProblemFromJSON,
  ResponseError,
  SchedulingRequestFromJSON,
  StatusEventFromJSON,
} from './api';
import { type Step, takeSteps } from './steps';

async function take({ operation, url, body }: Step): Promise<object> {
  const json: unknown = JSON.parse(body);
  if (operation === 'decode') {
    const { requestId, status, error = null } = StatusEventFromJSON(json);
    return { requestId, status, error };
  }
  const configuration = new Configuration({ basePath: url, apiKey: 'demo-key' });
  const messages = new MessagesApi(configuration);
  if (operation === 'setCallback') {
    const callbackRegistration = CallbackRegistrationFromJSON(json);
    const { raw } = await new CallbacksApi(configuration).setCallbackRaw({ callbackRegistration });
    return { status: raw.status };
  }
  if (operation === 'history') {
    const answer = await new HistoryApi(configuration).listMessagesRaw({
      messageHistoryRequest: MessageHistoryRequestFromJSON(json),
    });
    return { status: answer.raw.status, entries: (await answer.value()).content.length };
  }
  try {
    const answer = await messages.scheduleMessageRaw({ schedulingRequest: SchedulingRequestFromJSON(json) });
    return { status: answer.raw.status, requestId: (await answer.value()).requestId };
  } catch (error) {
    return readProblem(error);
  }
}

/** The client throws the whole answer unless it is a success; the problem in it has a model. */
async function readProblem(error: unknown): Promise<object> {
  if (!(error instanceof ResponseError)) throw error;
  const { title } = ProblemFromJSON(await error.response.json());
  return { status: error.response.status, title };
}

void takeSteps(take);
