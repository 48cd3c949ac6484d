import { execFileSync } from 'node:child_process';
import { readContract, readYamlFile, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { readValueLists, withInlineLists } from '../description/read-description.ts';
import { byHand, callbackPage, duration, firstAttempts, readRetries } from './callback-page.ts';
import { callbackSamples } from './callback-samples.ts';

const openapi = withInlineLists(readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value);
const contract = readContract();
const lists = readValueLists(openapi);

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
  const retries = readRetries(contract);
  expect(retries).toEqual({ delays: [4, 128, 2048], thenEvery: 3600, giveUpAfter: 86_400 });
  expect(firstAttempts(retries).map(({ since }) => since)).toEqual([0, 4, 132, 2180, 5780]);
  expect([0, 4, 128, 3600, 5780].map(duration)).toEqual([
    'at once',
    '4 s',
    '2 min 8 s',
    '1 h',
    '1 h 36 min 20 s',
  ]);
  expect(() => readRetries({ decisions: [] })).toThrow('ADR-0018');
});
