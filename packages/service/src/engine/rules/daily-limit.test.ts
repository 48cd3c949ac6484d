import { expect, test } from 'vitest';
import { factsOf } from '../../testing/facts-of.ts';
import { dailyLimit } from './daily-limit.ts';

const last = factsOf({
  channel: 'CHATTWO',
  templates: [{ name: 'code', text: 'Code {code}' }],
  content: { text: 'Code 4821', marketing: false },
  templateMessagesLeft: 1,
});

test('refuses template messages when none are left', () => {
  expect(dailyLimit(last)).toBeNull();
  expect(dailyLimit({ ...last, templateMessagesLeft: 0 })).toBe('daily-rate-limit');
});

test('does not count free text, nor other channels', () => {
  const used = { ...last, templateMessagesLeft: 0 };
  expect(dailyLimit({ ...used, content: { text: 'Hello', marketing: false } })).toBeNull();
  expect(dailyLimit({ ...used, channel: 'CHATONE' })).toBeNull();
});
