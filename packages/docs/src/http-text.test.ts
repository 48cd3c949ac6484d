import { expect, test } from 'vitest';
import { answerText, requestText } from './http-text.ts';

test('a request is shown as HTTP text; a long string is cut', () => {
  const body = { text: 'x'.repeat(1_100_000), short: 'as it is' };
  expect(requestText({ method: 'POST', path: '/a', headers: { 'x-api-key': 'k' }, body })).toBe(
    `POST /a\nx-api-key: k\n\n{\n  "text": "${'x'.repeat(40)}… (1,100,000 characters)",\n  "short": "as it is"\n}`,
  );
});

test('an answer has a detail only if there is one', () => {
  expect(answerText('auth-error', 401, undefined)).toContain(
    '{\n  "title": "auth-error",\n  "status": 401\n}',
  );
  expect(answerText('x', 400, 'why')).toContain('"detail": "why"');
});
