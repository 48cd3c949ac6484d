import { expect, test } from 'vitest';
import { constraintWords } from './constraints.ts';

test.each([
  ['minimum', 0, 'at least 0'],
  ['maxLength', 24, 'at most 24 characters'],
  ['maximum', undefined, 'not limited'],
  ['pattern', '^https?://', 'text beginning with https:// or http://'],
  [
    'pattern',
    String.raw`^https?://[^\u0000-\u001f\u007f\ud800-\udfff]*$`,
    'text beginning with https:// or http://, without control characters and half surrogate pairs',
  ],
  [
    'pattern',
    String.raw`^https?://(?:[\u0020-\u007e\u0080-\ud7ff\ue000-\uffff]|[^\u0000-\uffff])*$`,
    'text beginning with https:// or http://, without control characters and half surrogate pairs',
  ],
  ['pattern', '^(ASC|DESC)$', 'ASC or DESC'],
  ['pattern', String.raw`^\d+$`, String.raw`text that matches ^\d+$`],
  ['pattern', 'https?://', 'text that matches https?://'],
  ['discriminator', {}, undefined],
])('%s %j', (keyword, value, words) => {
  expect(constraintWords(keyword, value)).toBe(words);
});
