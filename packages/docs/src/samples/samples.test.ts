import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runProgram, serve } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { jsonBodies, textBodies } from '../../test/support/awkward-bodies.ts';
import { type Interpreter, interpreters, isInstalled } from '../../test/support/interpreters.ts';
import { proofsOf } from '../../test/support/proofs.ts';
import { type Sample, type SampleRequest, samplesOf } from './index.ts';

const support = fileURLToPath(new URL('../../test/support', import.meta.url));
// Below this package, so that Node resolves `@cascade/client`.
const reports = fileURLToPath(new URL('../../reports', import.meta.url));
const longBody = JSON.stringify({ requestId: 'r', text: 'x'.repeat(100_000) });
/**
 * This takes seconds. The programs depend on nothing else of this repository, as that of TypeScript does on
 * our client.
 */
const compiled: readonly Sample['language'][] = ['go', 'java'];
const testing = ['awkward-bodies.ts', 'interpreters.ts'].map((file) => join(support, file));
const proofs = proofsOf(import.meta.filename, ...testing);
const json = { 'content-type': 'application/json' };
const key = { 'x-api-key': 'demo-key' };

/** What arrived, by the number at the beginning of its path. */
const arrived = new Map<
  number,
  { method: string; path: string; key: unknown; header: unknown; body: string }
>();
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  server = await serve(async (request, response) => {
    const body = await text(request);
    const { method = '', url = '', headers } = request;
    const [, index, path = ''] = /^\/(\d+)(\/.*)$/.exec(url) ?? [];
    arrived.set(Number(index), { method, path, key: headers['x-api-key'], header: headers['x-note'], body });
    response.writeHead(200, json).end('{"requestId":"r"}');
  });
});
beforeEach(() => arrived.clear());
afterAll(() => server.close());

/** Requests of every kind; only the first of these are sent by the client of TypeScript. */
function requests(): readonly SampleRequest[] {
  const sent: readonly Omit<SampleRequest, 'url'>[] = [
    ...jsonBodies.map((body) => ({ method: 'POST', headers: { ...key, ...json }, body })),
    ...textBodies.map((body) => ({ method: 'PUT', headers: { ...key, ...json }, body })),
    { method: 'POST', headers: { ...json, 'X-Note': `it's "a" $b \`c\` \\ {$d} ;` }, body: longBody },
    { method: 'GET', headers: key, body: 'not sent' },
    { method: 'DELETE', headers: {} },
  ];
  return sent.map((one, index) => ({
    ...one,
    keyIsPublic: true,
    url: `${server.url}/${index}/api/cascade/schedule`,
  }));
}

/** Runs the programs, and compares what arrived with the requests. */
async function sendAll(samples: readonly string[], interpreter: Interpreter): Promise<void> {
  mkdirSync(reports, { recursive: true });
  const folder = mkdtempSync(join(reports, 'samples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'body.json'), longBody);
  const { program, args } = interpreter.prepare(samples, folder);
  const { CASCADE_API_KEY: _, ...environment } = process.env;
  const ended = await runProgram(program, args, { cwd: folder, environment });
  expect(ended, ended.err).toMatchObject({ code: 0 });
  for (const [index, { method, headers, body }] of requests().entries()) {
    const got = arrived.get(index);
    expect(got).toMatchObject({ method, path: '/api/cascade/schedule' });
    expect([got?.key, got?.header]).toEqual([headers['x-api-key'], headers['X-Note']]);
    if (index < jsonBodies.length) expect(JSON.parse(got?.body ?? '')).toEqual(JSON.parse(body ?? ''));
    else expect(got?.body).toBe(method === 'GET' ? '' : (body ?? ''));
  }
}

const languages = Object.keys(interpreters) as Sample['language'][];

describe.each(languages)('%s', (language) => {
  const interpreter = interpreters[language];
  test.skipIf(!isInstalled(interpreter))(
    'what a program sends is the request',
    { timeout: 300_000 },
    async () => {
      const samples = requests().map(
        (request) => samplesOf(request).find((sample) => sample.language === language)?.text ?? '',
      );
      const send = () => sendAll(samples, interpreter);
      const independent = samples.map((text) => text.replaceAll(server.url, ''));
      await (compiled.includes(language) ? proofs.once(language, independent, send) : send());
    },
  );
});

test('a key that is not public is in no sample; none has it if the request has none', () => {
  const request = { method: 'POST', url: 'http://h/a', headers: { 'X-Api-Key': 'my-own-key' }, body: '{}' };
  for (const { text: program } of samplesOf(request)) {
    expect(program).not.toContain('my-own-key');
    expect(program).toContain('CASCADE_API_KEY');
  }
  for (const { text: program } of samplesOf({ ...request, headers: {} }))
    expect(program).not.toContain('CASCADE_API_KEY');
});

test('the client is used for its calls, and only for requests that it sends', () => {
  const request = { method: 'POST', headers: { ...key, ...json }, body: '{"a":1}' };
  const isOfClient = (change: Partial<SampleRequest> & { readonly url: string }) =>
    samplesOf({ ...request, ...change })[1]?.text.includes('createCascadeClient');
  expect(isOfClient({ url: 'http://h/api/callback/set' })).toBe(true);
  expect(isOfClient({ url: 'http://h/api/messages/history' })).toBe(false);
  expect(isOfClient({ url: 'http://h/api/callback/set', method: 'PUT' })).toBe(false);
  expect(isOfClient({ url: 'http://h/api/callback/set', body: '[1]' })).toBe(false);
  expect(isOfClient({ url: 'http://h/api/callback/set', headers: { ...key, prefer: 'code=400' } })).toBe(
    false,
  );
});
