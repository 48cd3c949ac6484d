import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import express from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StatusHandler } from './create-status-handler.ts';
import { toNodeHandler } from './node.ts';
import { callback, receiver, secretOf, undelivered, verdict } from './testing/callbacks.ts';

async function start(listener: RequestListener): Promise<string> {
  const { url } = await closedAfterTest(serve(listener));
  return url;
}

const nodeServer = (handler: StatusHandler) => start(toNodeHandler(handler));

/** Over the wire, with the headers and bytes that were signed. */
async function send(url: string, request: Request, type = 'application/json'): Promise<Response> {
  const headers = { ...Object.fromEntries(request.headers), 'content-type': type };
  return fetch(url, { method: 'POST', headers, body: await request.text() });
}

describe('a server of Node', () => {
  test('takes callbacks, and answers as the handler does', async () => {
    const { handler, events } = receiver();
    const url = await nodeServer(handler);
    expect(await verdict(send(url, await callback({ ...undelivered, comment: 'żółć 🙂' })))).toEqual([200]);
    expect(events).toMatchObject([{ reason: 'not-chattwo-user', comment: 'żółć 🙂' }]);
    const forged = await send(
      url,
      await callback(undelivered, { secrets: [secretOf('a secret of another sender')] }),
    );
    expect(forged.headers.get('content-type')).toBe('application/problem+json');
    expect(await verdict(forged)).toEqual([401, 'callback-signature-not-valid']);
  });

  test.each(['GET', 'HEAD'])('answers %s with 200', async (method) => {
    const url = await nodeServer(receiver().handler);
    expect(await verdict(fetch(`${url}//odd?path`, { method }))).toEqual([200]);
  });

  test.each(['TRACE', 'PUT', 'PROPFIND'])('answers %s with 405', async (method) => {
    const url = await nodeServer(receiver().handler);
    const outgoing = httpRequest(url, { method }).end();
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    expect([incoming?.statusCode, incoming?.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    incoming?.resume();
  });

  test('answers 413 to a body without end, and the same connection goes on', async () => {
    const url = await nodeServer(receiver().handler);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const endless = httpRequest(url, { agent, method: 'POST', headers: { 'transfer-encoding': 'chunked' } });
    endless.write(Buffer.alloc(70_000));
    const [refusal]: IncomingMessage[] = await once(endless, 'response');
    if (refusal === undefined) throw new Error('there is no answer');
    expect(refusal.statusCode).toBe(413);
    expect(JSON.parse(await text(refusal))).toMatchObject({ title: 'payload-too-large' });
    const { localPort } = refusal.socket;
    // The sender was in the middle of it, and says the rest.
    endless.end(Buffer.alloc(1_000_000));
    const next = httpRequest(url, { agent }).end();
    const [answer]: IncomingMessage[] = await once(next, 'response');
    expect([answer?.statusCode, answer?.socket.localPort]).toEqual([200, localPort]);
    answer?.resume();
  });

  test('outlives a sender that hangs up in the middle', async () => {
    const { handler, events, errors } = receiver();
    const { promise: received, resolve } = Promise.withResolvers<Response>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const url = await nodeServer(async (request) => {
      begin();
      const answer = await handler(request);
      resolve(answer.clone());
      return answer;
    });
    const outgoing = httpRequest(url, { method: 'POST', headers: { 'content-length': '1000' } });
    outgoing.on('error', () => {});
    outgoing.write('{');
    await begun;
    outgoing.destroy();
    expect(await verdict(received)).toEqual([400, 'callback-not-valid']);
    expect([events, errors]).toEqual([[], []]);
    expect(await verdict(send(url, await callback()))).toEqual([200]);
  });
});

describe('Express', () => {
  const at = async (prepare: (app: express.Express) => void, handler: StatusHandler) => {
    const app = express();
    prepare(app);
    app.all('/status', toNodeHandler(handler));
    const failures: unknown[] = [];
    app.use(((error: unknown, _request, response, _next) => {
      failures.push(error);
      response.status(500).end();
    }) satisfies express.ErrorRequestHandler);
    return { url: `${await start(app)}/status`, failures };
  };
  const keepBytes = express.json({
    verify: (request, _response, bytes) => void Object.assign(request, { rawBody: bytes }),
  });

  test.each<[string, (app: express.Express) => void]>([
    ['no body parser', () => {}],
    ['a body parser after it', (app) => app.use('/other', express.json())],
    ['express.json() that keeps rawBody', (app) => app.use(keepBytes)],
    ['express.raw()', (app) => app.use(express.raw({ type: '*/*' }))],
    ['express.text()', (app) => app.use(express.text({ type: '*/*' }))],
    [
      'express.json() that passes over another type',
      (app) => app.use(express.json({ type: 'application/other' })),
    ],
  ])('with %s takes callbacks', async (_, prepare) => {
    const { handler, events } = receiver();
    const { url, failures } = await at(prepare, handler);
    expect(await verdict(fetch(url, { method: 'HEAD' }))).toEqual([200]);
    expect(await verdict(send(url, await callback({ ...undelivered, comment: 'żółć' })))).toEqual([200]);
    expect(events).toMatchObject([{ comment: 'żółć' }]);
    expect(failures).toEqual([]);
  });

  test('with express.json() before it tells the developer what to do', async () => {
    const { handler, events } = receiver();
    const { url, failures } = await at((app) => app.use(express.json()), handler);
    expect((await send(url, await callback())).status).toBe(500);
    expect(events).toEqual([]);
    expect(failures).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/before express\.json/) }),
    ]);
  });
});

test('without next, a consumed body is answered with what to do', async () => {
  const listener = toNodeHandler(receiver().handler);
  const url = await start(async (request, response) => {
    await text(request);
    await listener(request, response);
  });
  const answer = await send(url, await callback());
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({
    title: 'system-error',
    detail: expect.stringMatching(/rawBody/),
  });
});
