import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readDescribed } from '../description/read-description.ts';
import { byHand, callbackPage } from './callback-page.ts';
import { callbackSamples } from './callback-samples.ts';

const { openapi, contract, lists } = readDescribed();

test('each status and each reason is on the page as a message', () => {
  const { text } = callbackPage(openapi, lists, contract).body;
  for (const { reason } of contract.reasons) expect(text).toContain(`id="reason-${reason}"`);
  const statuses = lists.find(({ schema }) => schema === 'MessageStatus')?.values ?? [];
  expect(statuses.length).toBeGreaterThan(5);
  for (const { value } of statuses) expect(text).toContain(`id="status-${value}"`);
  expect(text.match(/<div class="bytes">/g)).toHaveLength(2 + statuses.length + contract.reasons.length);
});

test('the commands for the signature print that of the message', () => {
  const message = callbackSamples(openapi).ofReason('too-long-message');
  const printed = execFileSync('sh', ['-c', byHand(message)], { encoding: 'utf8', timeout: 60_000 });
  expect(printed.trim()).toBe(message.headers['webhook-signature']);
});

test('the schedule of the retries is that of the decision', () => {
  const { text } = callbackPage(openapi, lists, contract).body;
  const rows = [...text.matchAll(/<tr><th scope="row">(\d)<\/th><td>(.*)<\/td><td>(.*)<\/td><\/tr>/g)];
  expect(rows.map(([, ...cells]) => cells)).toEqual([
    ['1', 'at once', 'at once'],
    ['2', '4 s after the failure', '4 s'],
    ['3', '2 min 8 s after the failure', '2 min 12 s'],
    ['4', '34 min 8 s after the failure', '36 min 20 s'],
    ['5', '1 h after the failure', '1 h 36 min 20 s'],
  ]);
  expect(text).toContain('Then every 1 h, until 24 h have passed.');
  expect(() => callbackPage(openapi, lists, { ...contract, decisions: [] })).toThrow('ADR-0018');
});

test('the headers are those of the callback, and no parameter of another operation', () => {
  const { text } = callbackPage(openapi, lists, contract).body;
  const [, headers = ''] = /<h2 id="headers">.*?<\/h2>(.*?)<h2/s.exec(text) ?? [];
  expect([...headers.matchAll(/<summary><code>([\w-]+):/g)].map(([, name]) => name)).toEqual([
    'content-type',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ]);
});
