import { expect, test } from 'vitest';
import { contentOf, readContent } from './stage-content.ts';

test('finds the object of a channel', () => {
  const content = { smsContent: { text: 'a' }, chattwoContent: { text: 'b' } };
  expect(contentOf(content, 'CHATTWO')).toEqual({ text: 'b' });
  expect(contentOf(content, 'CHATONE')).toBeUndefined();
  expect(contentOf(null, 'SMS')).toBeUndefined();
});

test('reads the text, or the caption', () => {
  expect(readContent({ text: 'a', caption: 'b' }).text).toBe('a');
  expect(readContent({ caption: 'b' }).text).toBe('b');
  expect(readContent({ text: 7 }).text).toBe('');
  expect(readContent(undefined)).toEqual({ text: '', marketing: false });
});

test('recognises marketing messages', () => {
  expect(readContent({ useMarketingMessagesApi: true }).marketing).toBe(true);
  expect(readContent({ useMarketingMessagesApi: 'true' }).marketing).toBe(false);
});
