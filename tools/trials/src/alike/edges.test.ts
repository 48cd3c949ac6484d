import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { edges } from './edges.ts';
import { type Providers, startProviders } from './providers.ts';
import { ask, type RawAnswer } from './raw-answer.ts';

/** Mock and service give the described answer at the edges, and the same one. */

let providers: Providers;
beforeAll(async () => {
  providers = await startProviders();
}, 120_000);
afterAll(() => providers?.close());

const described = ({ status, body }: RawAnswer) => {
  const { title, detail } = Object(body);
  return [status, ...[title, detail].filter((text) => text !== undefined)];
};

describe.each(['mock', 'service'] as const)('the %s', (name) => {
  test.each(edges)('$says', async ({ bytes, answers }) => {
    const received = await ask(providers[name], bytes(), { ends: false });
    expect(received.map(described)).toEqual(answers);
    for (const { status, headers, body } of received.filter((one) => one.status >= 400)) {
      expect(body).toMatchObject({ status });
      expect(headers['content-type']).toBe('application/problem+json');
      const { detail } = Object(body);
      expect(headers.allow).toBe(status === 405 ? detail.replace('allowed: ', '') : undefined);
    }
    expect(received.at(-1)?.headers.connection).toBe('close');
  });
});
