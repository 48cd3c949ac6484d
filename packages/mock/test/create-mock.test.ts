import { expect, onTestFinished, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { validBody } from './support/send.ts';

test('answers without a socket', async () => {
  const mock = await createMock();
  onTestFinished(() => mock.stop());
  const body = validBody();
  const request = {
    method: 'POST',
    target: '/api/cascade/schedule',
    headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json' },
    readBody: async () => Buffer.from(JSON.stringify(body)),
  };
  const first = await mock.answer(request);
  expect(first).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
  expect(JSON.parse(first.body)).toStrictEqual({ requestId: body.requestId });
  expect(await mock.answer(request)).toMatchObject({ status: 400, code: 'requestId-is-not-unique' });
});
