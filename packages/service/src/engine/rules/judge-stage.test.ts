import { expect, test } from 'vitest';
import { factsOf } from '../../testing/facts-of.ts';
import { judgeStage } from './judge-stage.ts';

const templates = [{ name: 'code', text: 'Code {code}' }];

test('accepts an ordinary message', () => {
  expect(judgeStage(factsOf())).toEqual({ refusal: null, template: null });
});

test('names the matched template', () => {
  const content = { text: 'Code 4821', marketing: false };
  expect(judgeStage(factsOf({ templates, content }))).toEqual({ refusal: null, template: 'code' });
});

test('gives the same reason when an invalid message is sent twice', () => {
  expect(judgeStage(factsOf({ address: 'call me', duplicate: true })).refusal).toBe('error-address-format');
});

test('a channel without a gateway is the first reason', () => {
  expect(judgeStage(factsOf({ hasGateway: false, address: 'call me' })).refusal).toBe(
    'message-undeliverable',
  );
});

test.each([
  ['error-address-format', { address: 'call me' }],
  ['error-subject-unknown', { senderActivated: false }],
  ['too-long-message', { lengthLimit: 1 }],
  ['no-template-match', { templates }],
  ['session-not-started', { templates, channel: 'CHATTWO' }],
  ['duplicated', { duplicate: true }],
  [
    'daily-rate-limit',
    { templates, channel: 'CHATTWO', content: { text: 'Code 1', marketing: false }, templateMessagesLeft: 0 },
  ],
])('knows %s', (reason, facts) => {
  expect(judgeStage(factsOf(facts)).refusal).toBe(reason);
});
