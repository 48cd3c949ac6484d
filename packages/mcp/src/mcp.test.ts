import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const client = new Client({ name: 'test', version: '1.0.0' });

beforeAll(async () => {
  const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli] }));
});

// Ends the server, too: its input ends.
afterAll(() => client.close());

/** The text that a tool answers with. */
async function call(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  const [first] = Array.isArray(content) ? content : [];
  return String(first?.text);
}

const message = {
  requestId: '6a1f0c2b-4d5e-4691-8111-12222aaaa001',
  cascadeId: 2002,
  subscriberFilter: { address: '+12025550199', type: 'PHONE' },
  content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
};
const emptied = { ...message, content: { smsContent: { contentType: 'TEXT', text: '' } } };

test('it offers four tools, and tells what it is for', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['explain', 'search', 'judge_request', 'send_to_mock']);
  expect(client.getInstructions()).toContain('search');
});

describe('explain', () => {
  test.each([
    ['out-of-balance', '# out-of-balance\n', 'The balance does not cover the prices of all stages.'],
    ['daily-rate-limit', '# daily-rate-limit\n', 'Send it again later'],
    ['§4.1/rule-2', '## §4.1/rule-2', 'Described at'],
    ['requestId', 'SchedulingRequest.requestId', 'A UUID'],
    ['subscriberFilter', 'field subscriberFilter: SchedulingRequest.subscriberFilter', 'required'],
    ['ADR-0007', '# ADR-0007', 'request id'],
    ['list-picker-title', '24', 'title'],
    ['scheduleMessage', '# Schedule a message', '/api/cascade/schedule'],
    ['codes/out-of-balance.md#client', '## In the client', 'retry'],
  ])('%s', async (name, start, part) => {
    const text = await call('explain', { name });
    expect(text).toContain(start);
    expect(text).toContain(part);
    expect(text.length).toBeLessThan(12_000);
  });

  test('names what is nearest', async () => {
    expect(await call('explain', { name: 'out-of-ballance' })).toMatch(
      /^Nothing is called .*\n.*code out-of-balance/,
    );
  });

  test('a long page lists the addresses of what is left out, which it then explains', async () => {
    const page = await call('explain', { name: 'receive-callbacks.md' });
    const [, rest = ''] = page.split('More, for explain:\n');
    const [, address = ''] = /\((\S+)\)/.exec(rest) ?? [];
    expect(await call('explain', { name: address })).toMatch(/^##+ /);
  });
});

describe('search', () => {
  test('lists finds with addresses, and shows the first', async () => {
    const text = await call('search', { query: 'insufficient funds' });
    expect(text).toMatch(/^- code out-of-balance: .*\(codes\/out-of-balance\.md\)/);
    expect(text).toContain('The first:\n\n# out-of-balance');
  });

  test('says when nothing is found', async () => {
    expect(await call('search', { query: 'xyzzyplugh' })).toMatch(/^Nothing found/);
  });
});

describe('judge_request', () => {
  test('a refusal has code, status, pointer, detail and the fix of the catalogue', async () => {
    const text = await call('judge_request', { body: emptied });
    expect(text).toContain('Refused: 400 text-not-specified\nPointer: /content/smsContent/text\n');
    expect(text).toContain('Detail: /content/smsContent/text: must not be empty');
    expect(text).toContain('Fix: Set text to a non-empty string.');
  });

  test('what only the provider knows is said', async () => {
    expect(await call('judge_request', { body: message })).toMatch(
      /^Accepted .*Only the provider knows whether the cascade/,
    );
    const cascades = [{ id: 2002, stages: [{ channel: 'CHATTWO' }] }];
    const judged = await call('judge_request', { body: message, cascades });
    expect(judged).toContain('cascade-scheduling-request-is-not-valid');
    expect(judged).not.toContain('whether the cascade');
  });

  test.each([
    ['a text that is not JSON', { body: '{"a":' }, 'matched-template-not-found'],
    [
      'an address without HTTPS',
      { body: { statusCallbackUrl: 'http://a.example' }, operation: 'setCallback' },
      'callback-url-not-valid',
    ],
    ['a page too large', { body: { limit: 1001 }, operation: 'listMessages' }, 'matched-template-not-found'],
  ])('%s', async (_what, request, code) => {
    expect(await call('judge_request', request)).toContain(`Refused: 400 ${code}`);
  });
});

describe('send_to_mock', () => {
  test('shows the answer and its signed callback', async () => {
    const text = await call('send_to_mock', { requests: [{ body: message }] });
    expect(text).toContain('HTTP 200\n');
    expect(text).toMatch(/Callback:\n\nPOST \/callback\n(?:.+\n)*webhook-signature: v1,/);
    expect(text).toContain('"status":"DELIVERED"');
  });

  test('requests share a mock: the second use of a request id is refused', async () => {
    const text = await call('send_to_mock', { requests: [{ body: message }, { body: message }] });
    expect(text).toMatch(/HTTP 200.*HTTP 400.*requestId-is-not-unique.*No callback/s);
  });

  test('each stage has its callback; headers choose others', async () => {
    const wanted = { headers: { Prefer: 'callback=spam-rate-limit-hit' }, body: message };
    const text = await call('send_to_mock', {
      requests: [wanted, { body: emptied, headers: { 'X-Api-Key': 'no' } }],
    });
    expect(text).toContain('"error":"spam-rate-limit-hit"');
    expect(text).toContain('HTTP 401');
  });
});
