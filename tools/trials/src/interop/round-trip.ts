import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { startMock } from '@cascade/mock';
import { serve, startReceiver } from '@cascade/repository/test-kit';
import {
  listReasons,
  onDemandVectors,
  type SingleRequestVector,
  singleRequestVectors,
  vectorBody,
  violationVectors,
} from './inputs.ts';

/** What a client of another language must survive: each is a path before the path of the operation. */
const alterations = {
  '/plain': (answer: Answer) => answer,
  '/extra-member': ({ status, body }: Answer) => ({ status, body: { ...body, billedParts: 3, x: [{}] } }),
  '/deep-extra': ({ status, body }: Answer) => ({ status, body: withMoreInside(body) as object }),
  '/unlisted-code': () => problem(400),
  '/status-402': () => problem(402),
} as const;

/** As a later version has it: one more member in every object, however deep. */
function withMoreInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoreInside);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, child]) => [name, withMoreInside(child)]);
  return { ...Object.fromEntries(members), ofALaterVersion: { parts: [1] } };
}

function problem(status: number): Answer {
  return { status, body: { title: 'new-code', status, detail: 'A code of a later version.' } };
}

/** The first part of a URL, which says how the answer is altered. */
type Alteration = keyof typeof alterations;

interface Answer {
  readonly status: number;
  readonly body: object;
}

export type AlteringProxy = Awaited<ReturnType<typeof startAlteringProxy>>;

/**
 * Passes requests on to the provider at `url`, and alters its JSON answers as the first part of the path
 * says: `/counted` counts what the provider accepts, `/prefer/<preference>` asks the mock for an answer,
 * `/vector/<index>` sends the request of a vector instead, `/violations/<index>` refuses with the `detail` of
 * a vector, `/again` sends the request twice and answers with the refusal.
 */
export async function startAlteringProxy(url: string) {
  const accepted = new Map<string, number>();
  const special: Readonly<Record<string, (request: IncomingMessage, path: string) => Promise<Response>>> = {
    counted: async (request, path) => {
      const body = await text(request);
      const answer = await pass(request, `${url}/${path}`, { body });
      const { requestId } = JSON.parse(body);
      if (answer.ok) accepted.set(requestId, (accepted.get(requestId) ?? 0) + 1);
      return answer;
    },
    prefer: (request, path) => {
      const [preference = ''] = path.split('/', 1);
      const headers = { prefer: decodeURIComponent(preference) };
      return pass(request, url + path.slice(preference.length), { headers });
    },
    vector: async (request, path) => {
      const { requestId } = JSON.parse(await text(request));
      const vector = [...singleRequestVectors, ...onDemandVectors][Number.parseInt(path, 10)];
      const answer = await sendVector(vector, url);
      // An echo of another request id would contradict the success (ADR-0001).
      return answer.ok ? Response.json({ ...Object(await answer.json()), requestId }) : answer;
    },
    again: async (request, path) => {
      const body = await text(request);
      const answers = await Promise.all([1, 2].map(() => pass(request, `${url}/${path}`, { body })));
      return answers.find(({ ok }) => !ok) ?? Response.error();
    },
    violations: async (_, path) => {
      const detail = violationVectors[Number.parseInt(path, 10)]?.detail;
      const title = 'cascade-scheduling-request-is-not-valid';
      return Response.json({ title, status: 400, detail }, { status: 400 });
    },
  };
  const serving = await serve(async (request, response) => {
    const path = String(request.url);
    const [, how = ''] = path.split('/');
    const answerOf = special[how];
    if (answerOf !== undefined) return send(response, await answerOf(request, path.slice(how.length + 2)));
    const name = Object.keys(alterations).find((one): one is Alteration => path.startsWith(`${one}/`));
    if (name === undefined) return response.writeHead(404).end();
    const answer = await pass(request, url + path.slice(name.length));
    const json = await answer.text();
    const { status, body } = alterations[name]({ status: answer.status, body: json ? JSON.parse(json) : {} });
    const type = status < 300 ? 'application/json' : 'application/problem+json';
    return response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
  });
  /** How often the provider accepted each request id that came through `/counted`. */
  return { ...serving, accepted: (): ReadonlyMap<string, number> => accepted };
}

/** `fetch` sends no body with GET, and the provider does not need it. */
async function sendVector(vector: SingleRequestVector | undefined, url: string): Promise<Response> {
  if (vector === undefined) throw new Error('expected the index of a vector');
  const { method, path, headers } = vector.request;
  return fetch(url + path, { method, headers, ...(method === 'GET' ? {} : { body: vectorBody(vector) }) });
}

async function send(response: ServerResponse, answer: Response) {
  const type = String(answer.headers.get('content-type'));
  return response.writeHead(answer.status, { 'content-type': type }).end(await answer.text());
}

interface Passing {
  readonly headers?: Readonly<Record<string, string>>;
  /** That of the request, if it was read before. */
  readonly body?: string;
}

async function pass(
  request: IncomingMessage,
  url: string,
  { headers = {}, body }: Passing = {},
): Promise<Response> {
  const { 'x-api-key': key, 'content-type': type = '' } = request.headers;
  const sent = body ?? (await buffer(request));
  // The provider may close a connection just as a request is sent through it: then it has not read the
  // request.
  const once = () =>
    fetch(url, {
      method: String(request.method),
      headers: { 'x-api-key': String(key), 'content-type': type, ...headers },
      body: sent,
    });
  return once().catch(once);
}

const headers = { 'x-api-key': 'demo-key', 'content-type': 'application/json' };

/** The body of a callback of each reason, as the mock at `url` sends it. */
export async function collectCallbacks(url: string, reasons: readonly string[]): Promise<string[]> {
  const receiver = await startReceiver();
  const post = async (path: string, body: object, more: Record<string, string> = {}) => {
    const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
    const answer = await fetch(url + path, init);
    if (!answer.ok) throw new Error(`the mock refused ${path}: ${await answer.text()}`);
  };
  try {
    await post('/api/callback/set', { statusCallbackUrl: receiver.url });
    for (const [index, reason] of ['DELIVERED', ...reasons].entries()) {
      await post(
        '/api/cascade/schedule',
        {
          requestId: crypto.randomUUID(),
          cascadeId: 2002,
          subscriberFilter: { address: '+12025550100', type: 'PHONE' },
          content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
        },
        { prefer: `callback=${reason}` },
      );
      await receiver.got(index + 1);
    }
    return receiver.received.map(({ body }) => body);
  } finally {
    await receiver.close();
  }
}

/**
 * One step of the round trip. `body` is JSON text: the program of a tool reads it as the generated model of
 * the operation, sends that by the generated client to `url`, and reports the members named in `expected` as
 * it saw them in the generated model of the answer. The operation `decode` sends nothing: `body` is a
 * callback.
 */
export interface RoundTripStep {
  readonly name: string;
  readonly operation: 'schedule' | 'setCallback' | 'history' | 'decode';
  readonly url: string;
  readonly body: string;
  readonly expected: SeenMembers;
}

/** Members of an answer or callback; `status` of an answer is that of HTTP. */
type SeenMembers = Readonly<Record<string, string | number | null>>;

/** Steps against the proxy at `url`; `callbacks` are bodies that the provider sent. */
export function roundTrip(url: string, callbacks: readonly string[]): RoundTripStep[] {
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => crypto.randomUUID());
  const schedule = (
    name: string,
    alteration: Alteration,
    requestId: string | undefined,
    expected: SeenMembers,
  ) => ({ name, operation: 'schedule', url: url + alteration, body: request(requestId), expected }) as const;
  return [
    schedule('success', '/plain', first, { status: 200, requestId: String(first) }),
    schedule('success with more members', '/extra-member', second, {
      status: 200,
      requestId: String(second),
    }),
    schedule('400 with a listed code', '/plain', first, { status: 400, title: 'requestId-is-not-unique' }),
    schedule('400 with an unlisted code', '/unlisted-code', third, { status: 400, title: 'new-code' }),
    schedule('402, which is not described', '/status-402', fourth, { status: 402, title: 'new-code' }),
    {
      name: 'setCallback',
      operation: 'setCallback',
      url: `${url}/plain`,
      body: JSON.stringify({ statusCallbackUrl: 'https://shop.example/status', subjectId: null }),
      expected: { status: 200 },
    },
    {
      name: 'history',
      operation: 'history',
      url: `${url}/plain`,
      body: JSON.stringify({ requestId: first }),
      expected: { status: 200, entries: 1 },
    },
    {
      name: 'history with more members everywhere',
      operation: 'history',
      url: `${url}/deep-extra`,
      body: JSON.stringify({ requestId: first }),
      expected: { status: 200, entries: 1 },
    },
    ...callbacks.map(decodeStep),
    decodeStep(withMore(callbacks[0] ?? '{}')),
  ];
}

function request(requestId: string | undefined): string {
  return JSON.stringify({
    requestId,
    cascadeId: 50505,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' },
    content: {
      smsContent: { contentType: 'TEXT', text: 'Code 4821' },
      chatoneContent: { contentType: 'TEXT', text: 'Code 4821' },
    },
    comment: null,
  });
}

function decodeStep(body: string): RoundTripStep {
  const { requestId, status, error } = JSON.parse(body);
  const name = `callback ${status}${error ? ` ${error}` : ''}`;
  return { name, operation: 'decode', url: '', body, expected: { requestId, status, error: error ?? null } };
}

/** A callback of a later version. */
function withMore(body: string): string {
  return JSON.stringify({ ...JSON.parse(body), status: 'RECALLED', error: null, country: 'US', parts: [{}] });
}

/**
 * What went wrong, for each step that did; `output` has a line of JSON for each step that the program got
 * through.
 */
export function failedSteps(steps: readonly RoundTripStep[], output: string): string[] {
  const seen = new Map<string, SeenMembers>();
  for (const line of output.split('\n').filter((one) => one.startsWith('{'))) {
    const { step, saw } = JSON.parse(line);
    seen.set(step, saw);
  }
  return steps.flatMap(({ name, expected }) => {
    const saw = seen.get(name);
    const differs = Object.entries(expected).filter(([member, value]) => (saw?.[member] ?? null) !== value);
    if (saw && differs.length === 0) return [];
    return [`${name}: expected ${JSON.stringify(expected)}, saw ${JSON.stringify(saw ?? 'nothing')}`];
  });
}

/** Each attempt has a mock of its own: request ids are new, and callbacks are those of this mock. */
export async function withProvider<Value>(
  use: (steps: readonly RoundTripStep[]) => Promise<Value>,
): Promise<Value> {
  const mock = await startMock({ port: 0, log: () => {} });
  const proxy = await startAlteringProxy(mock.url);
  try {
    return await use(roundTrip(proxy.url, await collectCallbacks(mock.url, listReasons())));
  } finally {
    await proxy.close();
    await mock.close();
  }
}
