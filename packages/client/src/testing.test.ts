import { problemCodes, undeliveredReasons } from '@cascade/types';
import { describe, expect, test } from 'vitest';
import { clientOf, message } from '../test/support/client-of.ts';
import { caseNames, createTestProvider, provokingRequest, undeliveredEvent } from './testing.ts';

const send = (
  fetch: (request: Request) => Promise<Response>,
  { method, path, headers, body }: ReturnType<typeof provokingRequest>['request'],
) => fetch(new Request(`https://provider.test${path}`, { method, headers, body: JSON.stringify(body) }));

/** Nothing tells what a key lacks (ADR-0036). */
const withoutDetail = 'auth-error';

describe('every case of the catalogue', () => {
  test.each(caseNames)('%s is provoked by its request', async (name) => {
    const { request, sentBefore, title, status, detail } = provokingRequest(name);
    const { fetch } = createTestProvider();
    if (sentBefore) await send(fetch, request);
    const answer = await send(fetch, request);
    expect(answer.status).toBe(status);
    const explained = { title, status, detail: detail ?? expect.stringMatching(/./) };
    expect(await answer.json()).toEqual(title === withoutDetail ? { title, status } : explained);
  });

  test('there is one for each code', () => {
    expect(new Set(caseNames.map((name) => provokingRequest(name).code))).toEqual(new Set(problemCodes()));
  });
});

test('its fetch takes what the global one takes', async () => {
  const { fetch } = createTestProvider();
  const { request } = provokingRequest('text-not-specified');
  const { method, path, headers, body } = request;
  const init = { method, headers, body: JSON.stringify(body) };
  const answers = [
    fetch(`https://provider.test${path}`, init),
    fetch(new URL(path, 'https://provider.test'), init),
  ];
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400]);
  const aborted = fetch(`https://provider.test${path}`, { ...init, signal: AbortSignal.abort() });
  await expect(aborted).rejects.toThrow('abort');
});

describe('any code on request', () => {
  test.each(problemCodes())('%s', async (code) => {
    const provider = createTestProvider();
    provider.next({ code });
    expect((await clientOf({ ...provider, retry: false }).schedule(message)).error?.code).toBe(code);
    expect(provider.scheduled).toEqual([]);
  });

  test('an unlisted code', async () => {
    const provider = createTestProvider();
    provider.next({ code: 'of-tomorrow', status: 418 });
    expect((await clientOf(provider).schedule(message)).error).toMatchObject({
      code: 'of-tomorrow',
      status: 418,
    });
  });
});

test.each(undeliveredReasons())('the callback body of %s', (reason) => {
  expect(undeliveredEvent(reason, { requestId: 'mine' })).toMatchObject({
    status: 'UNDELIVERED',
    error: reason,
    requestId: 'mine',
  });
});

test('a test can set its own cascades', async () => {
  const provider = createTestProvider({ cascades: [{ id: 7, stages: [{ uuid: 'a', channel: 'SMS' }] }] });
  const client = clientOf(provider);
  expect((await client.schedule({ ...message, cascadeId: 7 })).data).toBeDefined();
  expect((await client.schedule(message)).error?.code).toBe('cascade-not-found');
});
