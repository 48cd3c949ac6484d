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

test('with the control, both options let web pages of other origins control the mock, and read its answers', async () => {
  const mock = await startForTest({ cors: true, control: true });
  const path = '/control/accounts';
  const asked = await send(mock.url, { ...preflight, path });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  const { origin } = preflight.headers;
  const created = await send(mock.url, { path, headers: { origin }, body: {} });
  expect(created.status).toBe(201);
  expect(created.headers.get('access-control-allow-origin')).toBe('*');
});

test('with the control alone, a preflight request of its paths is refused, and so is what a page sends without one', async () => {
  const mock = await startForTest({ control: true });
  const path = '/control/reset';
  const asked = await send(mock.url, { ...preflight, path });
  expect(asked.status).toBe(403);
  expect(asked.headers.get('access-control-allow-origin')).toBeNull();
  const headers = { origin: preflight.headers.origin, 'content-type': 'text/plain' };
  expect(await send(mock.url, { path, headers, body: '{}' })).toMatchObject({
    status: 403,
    body: { title: 'forbidden' },
  });
});
