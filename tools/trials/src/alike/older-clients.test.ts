import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestBytes } from './edges.ts';
import { type Providers, startProviders } from './providers.ts';
import { ask } from './raw-answer.ts';

/** Mock and service answer the calls by which integrations set themselves up, with what these read. */

interface OlderCall {
  readonly name: string;
  readonly kind: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  /** The members that the integration reads of each entry. */
  readonly reads: readonly string[];
}

const file = fileURLToPath(import.meta.resolve('@cascade/spec/samples/older-clients.json'));
const { requests }: { readonly requests: readonly OlderCall[] } = JSON.parse(readFileSync(file, 'utf8'));

let providers: Providers;
beforeAll(async () => {
  providers = await startProviders();
}, 120_000);
afterAll(() => providers?.close());

async function answerOf(url: string, { request }: OlderCall) {
  const { method, path, headers, body } = request;
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const sent = {
    'content-type': undefined,
    'content-length': undefined,
    ...Object.fromEntries(lowerCase),
    ...(body === undefined ? {} : { 'content-length': String(JSON.stringify(body).length) }),
  };
  const bytes = requestBytes({ method, path, headers: sent, body: JSON.stringify(body) ?? '' });
  const [answer, ...others] = await ask(url, bytes, { ends: false });
  expect(others).toEqual([]);
  return answer;
}

test.each(requests)('$name', async (call) => {
  const { headers, body, status } = (await answerOf(providers.mock, call)) ?? {};
  expect(await answerOf(providers.service, call)).toEqual({ headers, body, status });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(headers?.['content-type']).toBe('application/json');
  if (call.kind === 'set-callback') return;
  if (!Array.isArray(body)) throw new Error(`expected a bare array, found ${JSON.stringify(body)}`);
  for (const entry of body) for (const name of call.reads) expect(entry).toHaveProperty(name);
  // The accounts of the samples declare no templates.
  expect(body.length > 0).toBe(call.kind === 'list-channel-profiles');
});
