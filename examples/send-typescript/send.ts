import { createCascadeClient, type ScheduleFailure } from '@cascade/client';
import { retryAdvice } from '@cascade/client/advice';
import { parseViolations } from '@cascade/client/violations';

const {
  CASCADE_URL = 'http://127.0.0.1:4012',
  CASCADE_API_KEY = 'example-key',
  CASCADE_ID = '2002',
} = process.env;
const [address = '+12025550199', text = 'Code 4821', requestId] = process.argv.slice(2);

const client = createCascadeClient({ baseUrl: CASCADE_URL, apiKey: CASCADE_API_KEY });

const { data, error } = await client.schedule({
  requestId, // one is made if there is none
  cascadeId: Number(CASCADE_ID),
  subscriberFilter: { address, type: 'PHONE' },
  content: { smsContent: { contentType: 'TEXT', text } },
});

if (data) {
  console.log(`scheduled ${data.requestId}`);
  if (data.replayed) console.log('an earlier attempt had got through; nothing was sent twice');
} else {
  console.log(`${error.outcome}: ${explain(error)}`);
  if (error.outcome === 'unknown') console.log(advise(error));
  process.exitCode = error.outcome === 'unknown' ? 2 : 1;
}

/** A used id says that a request with it was seen: sending it again tells no more. */
function advise({ code, requestId }: ScheduleFailure): string {
  return code === 'requestId-is-not-unique'
    ? `look for its callbacks, or in the history, by the request id ${requestId}`
    : `send it again with the request id ${requestId}`;
}

function explain(failure: ScheduleFailure): string {
  switch (failure.kind) {
    case 'problem':
      return `${failure.code}: ${explainProblem(failure.code, failure.detail)}`;
    case 'unreadable':
      return `no answer of the service, but ${failure.status}: ${failure.text.slice(0, 80)}`;
    case 'timeout':
      return `no answer in time, ${failure.attempts} times`;
    case 'connection':
      return `no connection, ${failure.attempts} times`;
    case 'aborted':
      return 'stopped by us';
  }
}

/** The codes that your program can do something about; the list grows, so there is always a default. */
function explainProblem(code: string, detail: string | undefined): string {
  switch (code) {
    case 'auth-error':
      return 'the key is wrong or has expired: ask for another';
    case 'out-of-balance':
      return 'the account has to be topped up';
    case 'requestId-is-not-unique':
      return 'this request id was used before: has the message been sent already?';
    case 'cascade-scheduling-request-is-not-valid':
      return parseViolations(detail)
        .map(
          ({ kind, channel }) =>
            `${channel} ${kind === 'stage-not-found' ? 'is not in the cascade' : 'is missing'}`,
        )
        .join(', ');
    default:
      return retryAdvice(code)?.fix ?? detail ?? '';
  }
}
