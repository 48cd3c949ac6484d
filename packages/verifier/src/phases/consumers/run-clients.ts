import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { type AnswerFault, errorOf, verdictOf } from '../../oracle/fault.ts';
import type { Recorder } from '../../report/recorder.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { listenAt } from '../callback/start-receiver.ts';

/** How a client ended: 0 scheduled, 1 refused, 2 unknown; null if it was killed. */
export interface ClientRun {
  readonly code: number | null;
  /** Its standard output, which names the code of a refusal. */
  readonly out: string;
  readonly err?: string;
}

/**
 * Schedules one message at CASCADE_URL, with CASCADE_API_KEY and the cascade CASCADE_ID, which has an SMS
 * stage.
 */
export type Client = (
  variables: Readonly<Record<'CASCADE_URL' | 'CASCADE_API_KEY' | 'CASCADE_ID', string>>,
) => Promise<ClientRun>;

interface ClientContext {
  readonly client: Client;
  readonly scenarios: readonly Scenario[];
  readonly recorder: Recorder;
}

type Ask = (answer: { readonly status: number; readonly body: JsonObject }) => Promise<ClientRun>;

/** Answers a client as the scenarios say; returns the reason if it cannot be judged. */
export async function runClients({
  client,
  scenarios,
  recorder,
}: ClientContext): Promise<string | undefined> {
  const provider = await startAnswering();
  const variables = { CASCADE_URL: provider.url, CASCADE_API_KEY: 'demo-key', CASCADE_ID: '2002' };
  const ask: Ask = (answer) => {
    provider.answer(answer);
    return client(variables);
  };
  try {
    const first = await ask({ status: 200, body: {} });
    if (first.code !== 0 || provider.requests() === 0)
      return `the client must end with 0 once its request is accepted; ${endOf(first)}, after ${provider.requests()} requests`;
    for (const scenario of scenarios)
      recorder.record({ scenario, verdict: verdictOf(await judge(scenario, ask)) });
  } finally {
    await provider.close();
  }
  return undefined;
}

async function judge({ when: { answers = [] } }: Scenario, ask: Ask): Promise<AnswerFault[]> {
  const told = new Set<string>();
  for (const answer of answers) {
    const code = String(answer.body.title);
    const run = await ask(answer);
    if (run.code !== 1 || !run.out.includes(code))
      return [faultOf(`the end code 1 and ${code} on the standard output`, `${endOf(run)}`)];
    told.add(run.out.replaceAll(code, 'CODE').replaceAll(uuids, 'ID').trim());
  }
  return told.size > 1 ? [faultOf('the same output for each of the codes', [...told].join('; '))] : [];
}

const uuids = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi;

function faultOf(expected: string, actual: string): AnswerFault {
  return errorOf('client', expected, actual);
}

function endOf({ code, out, err = '' }: ClientRun): string {
  const said = `${out}${err}`.trim().slice(-300);
  return `it ended with ${code ?? 'no code in time'}${said === '' ? '' : ` and '${said}'`}`;
}

/**
 * A provider that answers every request with the answer of the moment; an acceptance has the id of the
 * request.
 */
async function startAnswering() {
  let requests = 0;
  let current: { readonly status: number; readonly body: JsonObject } = { status: 500, body: {} };
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    requests += 1;
    const { status, body } = current;
    const asked = parseJson(sent);
    const echo = status < 300 && isObject(asked) ? { requestId: asked.requestId } : {};
    const type = status < 300 ? 'application/json' : 'application/problem+json';
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify({ ...echo, ...body }));
  });
  const { port, close } = await listenAt(server, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    answer(next: typeof current) {
      current = next;
    },
    close,
  };
}
