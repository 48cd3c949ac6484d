import { expect, test } from 'vitest';
import { clientOf, message } from '../test/support/client-of.ts';

const answering = (body: string | null, init: ResponseInit = {}) =>
  clientOf({ retry: false, fetch: async () => new Response(body, { status: 400, ...init }) });

const failureOf = async (body: string | null, init?: ResponseInit) =>
  (await answering(body, init).schedule(message)).error;

test.each(['cascade-scheduling-request-not-valid', 'cascade-scheduling-request-is-not-valid'])(
  'the spelling %s gives the listed code',
  async (title) => {
    const error = await failureOf(JSON.stringify({ title, status: 400, detail: 'why' }));
    expect(error).toMatchObject({
      kind: 'problem',
      code: 'cascade-scheduling-request-is-not-valid',
      title,
      detail: 'why',
    });
  },
);

test.each(['of-tomorrow', 'constructor', ''])('an unlisted code is kept: %j', async (title) => {
  expect(await failureOf(JSON.stringify({ title, status: 400 }))).toMatchObject({
    code: title,
    detail: undefined,
  });
});

test.each([
  ['a page', '<html>Forbidden</html>', 403],
  ['truncated JSON', '{"title":"text-not-spe', 400],
  ['JSON of another kind', '{"message":"Forbidden"}', 403],
  ['JSON that is not an object', '[1]', 400],
  ['a title that is not a string', '{"title":1}', 400],
])('%s keeps status, headers and text', async (_, body, status) => {
  const error = await failureOf(body, { status, headers: { server: 'proxy' } });
  expect(error).toMatchObject({ kind: 'unreadable', status, text: body, outcome: 'not-scheduled' });
  expect(error?.headers?.get('server')).toBe('proxy');
});

test.each([null, ''])('an empty body keeps the status: %j', async (body) => {
  expect(await failureOf(body, { status: 404 })).toMatchObject({ kind: 'unreadable', status: 404, text: '' });
});

test('a long text is truncated', async () => {
  const error = await failureOf('x'.repeat(100_000));
  expect(error?.kind === 'unreadable' && error.text).toHaveLength(4_096);
});

test('a rejection with an incomplete body keeps its status', async () => {
  const broken = new Response(
    new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) }),
    {
      status: 400,
    },
  );
  const { error } = await clientOf({ retry: false, fetch: async () => broken }).schedule(message);
  expect(error).toMatchObject({ kind: 'connection', status: 400, outcome: 'not-scheduled' });
});
