import type { Alteration } from './start-altering-proxy.ts';

/**
 * One step of the round trip. `body` is JSON text: the program of a tool reads it as the generated model of the
 * operation, sends that by the generated client to `url`, and reports the members named in `expected` as it saw them in
 * the generated model of the answer. The operation `decode` sends nothing: `body` is a callback.
 */
export interface Step {
  readonly name: string;
  readonly operation: 'schedule' | 'setCallback' | 'history' | 'decode';
  readonly url: string;
  readonly body: string;
  readonly expected: Seen;
}

/** Members of an answer or callback; `status` of an answer is that of HTTP. */
export type Seen = Readonly<Record<string, string | number | null>>;

/** Steps against the proxy at `url`; `callbacks` are bodies that the provider sent. */
export function roundTrip(url: string, callbacks: readonly string[]): Step[] {
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => crypto.randomUUID());
  const schedule = (name: string, alteration: Alteration, requestId: string | undefined, expected: Seen) =>
    ({ name, operation: 'schedule', url: url + alteration, body: request(requestId), expected }) as const;
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

function decodeStep(body: string): Step {
  const { requestId, status, error } = JSON.parse(body);
  const name = `callback ${status}${error ? ` ${error}` : ''}`;
  return { name, operation: 'decode', url: '', body, expected: { requestId, status, error: error ?? null } };
}

/** A callback of a later version. */
function withMore(body: string): string {
  return JSON.stringify({ ...JSON.parse(body), status: 'RECALLED', error: null, country: 'US', parts: [{}] });
}

/** What went wrong, for each step that did; `output` has a line of JSON for each step that the program got through. */
export function failedSteps(steps: readonly Step[], output: string): string[] {
  const seen = new Map<string, Seen>();
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
