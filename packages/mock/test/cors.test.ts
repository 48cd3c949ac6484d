import { expect, test } from 'vitest';
import { send, validBody } from './support/send.ts';
import { startForTest } from './support/start.ts';

const preflight = {
  method: 'OPTIONS',
  headers: {
    origin: 'https://docs.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-api-key',
  },
};

test('web pages of other origins are allowed with the option', async () => {
  const mock = await startForTest({ cors: true });
  const asked = await send(mock.url, preflight);
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked.headers.get('access-control-allow-methods')).toBe('POST');
  expect(asked.headers.get('access-control-allow-headers')).toBe('content-type,x-api-key');
  const answered = await send(mock.url, { body: validBody() });
  expect(answered.headers.get('access-control-allow-origin')).toBe('*');
  expect((await send(mock.url, { method: 'OPTIONS' })).status).toBe(405);
});

test('without it a preflight request is a method that is not allowed', async () => {
  const mock = await startForTest();
  const asked = await send(mock.url, preflight);
  expect(asked.status).toBe(405);
  expect(asked.headers.get('access-control-allow-origin')).toBeNull();
});
