import { expect, test } from 'vitest';
import { send, validBody } from './support/send.ts';
import { startForTest } from './support/start.ts';

test('each request leaves one line, with neither key nor address nor text', async () => {
  const mock = await startForTest();
  const body = validBody();
  await send(mock.url, { body });
  await send(mock.url, { body, path: '/api/cascade/schedule?secret=1' });
  await send(mock.url, { body: `{"a":"Code 4821"`, headers: { 'x-api-key': 'wrong-key' } });
  await send(mock.url, { body: { ...body, requestId: 'Code 4821' } });
  expect(
    mock.lines.map((line) => line.replace(/^[0-9:.]{12} /, '').replace(/[0-9]+ ms\n$/, 'N ms')),
  ).toStrictEqual([
    'POST /api/cascade/schedule 200 - N ms',
    'POST /api/cascade/schedule 400 requestId-is-not-unique N ms',
    'POST /api/cascade/schedule 401 auth-error N ms',
    'POST /api/cascade/schedule 400 matched-template-not-found N ms',
  ]);
  expect(mock.lines.join('')).not.toMatch(/demo-key|wrong-key|2025550100|4821|secret/);
});

test('the validation error is logged by its code, not by its title', async () => {
  const mock = await startForTest();
  const text = { contentType: 'TEXT', text: 'Hello' };
  await send(mock.url, { body: validBody({ content: { chatoneContent: text } }) });
  expect(mock.lines[0]).toContain(' 400 cascade-scheduling-request-is-not-valid ');
});

test('a fault of the mock is a system-error, and only the log shows its cause', async () => {
  const mock = await startForTest({
    provider: {
      accounts: [
        {
          name: 'broken',
          keys: [{ key: 'demo-key' }],
          balance: 1,
          prices: {
            get SMS(): number {
              throw new Error('the fault');
            },
          },
          cascades: [
            {
              id: 2002,
              name: 'One',
              stages: [
                {
                  uuid: '8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002',
                  channel: 'SMS',
                  subject: { id: 1, subject: 'a' },
                },
              ],
            },
          ],
        },
      ],
    },
  });
  const answer = await send(mock.url, { body: validBody() });
  expect(answer.status).toBe(500);
  expect(answer.body).toStrictEqual({
    title: 'system-error',
    status: 500,
    detail: 'a fault of the provider, not of the request, which may have been carried out',
  });
  expect(mock.lines[0]).toContain('fault Error: the fault');
});
