import { expect, test } from 'vitest';
import { sign } from './sign.ts';
import { parseSecret } from './signing-secret.ts';

test('signs as the example of Standard Webhooks does', () => {
  const key = parseSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const headers = sign(
    [key],
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    new Date(1_614_265_330_000),
    '{"test": 2432232314}',
  );
  expect(headers).toStrictEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('without a key there is no signature', () => {
  expect(Object.keys(sign([], 'msg_1', new Date(0), '{}'))).toEqual(['webhook-id', 'webhook-timestamp']);
});

test.each([
  '',
  'whsec_',
  'whsec_c2hvcnQ=',
  'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS!',
])('the secret %j is rejected, and not repeated', (secret) => {
  expect(() => parseSecret(secret)).toThrow(
    /^The callback secret must be whsec_ and the base64 of at least 24 bytes\.$/,
  );
});
