import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, createConsumer } from './support/consumer.ts';

const program = `
import { createCascadeClient, type NewMessage } from '@cascade/client';
import { retryAdvice } from '@cascade/client/advice';
import { preflight } from '@cascade/client/preflight';
import { createTestProvider } from '@cascade/client/testing';
import { parseViolations } from '@cascade/client/violations';

const provider = createTestProvider();
const client = createCascadeClient({ baseUrl: 'https://provider.test', apiKey: 'demo-key', fetch: provider.fetch });
const message: NewMessage = {
  cascadeId: 31634,
  subscriberFilter: { address: '+12025550100', type: 'PHONE' },
  content: { chatoneContent: { contentType: 'TEXT', text: 'Hello' } },
};
const { error } = await client.schedule(message);
const violations = error?.kind === 'problem' ? parseViolations(error.detail) : [];
const { data } = await client.schedule({ ...message, cascadeId: 2002, content: { smsContent: { contentType: 'TEXT', text: 'Hi' } } });
console.log(JSON.stringify([error?.code, violations.length, retryAdvice(error?.code ?? '')?.retry, preflight({})?.code, data?.replayed]));
`;

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  outDir: 'out',
};

let consumer: Consumer;

beforeAll(async () => {
  consumer = await createConsumer();
  await consumer.write('main.ts', program);
}, 180_000);

afterAll(() => consumer.remove());

describe('the packed packages, outside the workspace', () => {
  test.each([
    ['in a browser', { lib: ['es2024', 'dom', 'dom.iterable'], types: [] }],
    [
      'with the older resolution of bundlers',
      { lib: ['es2024', 'dom', 'dom.iterable'], types: [], module: 'esnext', moduleResolution: 'bundler' },
    ],
  ])('type check under strict %s', { timeout: 60_000 }, async (_, options) => {
    const config = { compilerOptions: { ...compilerOptions, ...options }, files: ['main.ts'] };
    await consumer.write('tsconfig.json', JSON.stringify(config));
    await consumer.run('tsc', '-p', 'tsconfig.json');
  });

  test('run with Node', { timeout: 60_000 }, async () => {
    expect(JSON.parse(await consumer.run('node', 'out/main.js'))).toEqual([
      'cascade-scheduling-request-is-not-valid',
      1,
      'after-fix',
      'matched-template-not-found',
      false,
    ]);
  });
});
