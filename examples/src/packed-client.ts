/** A program that imports every entry of the packed client, and needs no server. */
export const program = `
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

const strict = {
  target: 'es2022',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  outDir: 'out',
};

/** Compiler options for both kinds of module resolution: Node's, and that of bundlers. */
export const compilerOptions = {
  nodenext: strict,
  bundler: { ...strict, module: 'esnext', moduleResolution: 'bundler' },
} as const;
