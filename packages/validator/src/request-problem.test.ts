import { problemFacts } from '@cascade/types';
import { expect, test } from 'vitest';
import { judgeCallbackUrl } from './judge-shape.ts';
import { serviceUnavailable, systemError, tooManyRequests } from './request-problem.ts';

test.each([systemError(), serviceUnavailable('busy'), tooManyRequests(10)])(
  'the example of $code in the description has the text of the providers',
  ({ code, detail, example }) => {
    expect(problemFacts(code).examples).toHaveProperty([example], detail);
  },
);

test.each([
  ['https://shop.example/status', false, undefined],
  ['http://shop.example/status', true, undefined],
  ['http://shop.example/status', false, '/statusCallbackUrl: must be an HTTPS URL'],
  ['ftp://shop.example/status', true, '/statusCallbackUrl: must be an HTTPS URL'],
  ['https://', true, '/statusCallbackUrl: must be an HTTPS URL'],
  ['https://user:S3CRET@shop.example', true, '/statusCallbackUrl: must have neither a user nor a password'],
  ['https://user@shop.example', true, '/statusCallbackUrl: must have neither a user nor a password'],
])('the callback URL %s, with HTTP allowed: %s', (url, allowsHttp, detail) => {
  expect(judgeCallbackUrl(url, () => allowsHttp)?.detail).toBe(detail);
});
