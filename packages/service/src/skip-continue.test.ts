import { createServer } from 'node:net';
import { listen } from '@cascade/repository/test-kit';
import { Agent, buildConnector } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { post } from './post.ts';
import { skippingContinue } from './skip-continue.ts';

const final = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const interim = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Posts twice over one connection to a server that answers each request with these pieces. */
async function postTwice(pieces: readonly string[]) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.setNoDelay();
    let sent = '';
    socket.on('data', async (data) => {
      sent += data;
      if (!sent.endsWith('{}')) return;
      sent = '';
      for (const piece of pieces) {
        await new Promise<void>((resolve) => socket.write(piece, () => setImmediate(resolve)));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
  });
  const port = await listen(server, 0);
  const connector = buildConnector({});
  const agent = new Agent({
    connections: 1,
    connect: (options, callback) => connector(options, skippingContinue(callback)),
  });
  onTestFinished(async () => {
    await agent.destroy();
    server.close();
  });
  const options = {
    url: `http://127.0.0.1:${port}/`,
    headers: {},
    body: '{}',
    timeoutMs: 20_000,
    bodyMs: 20_000,
  };
  const answers = [await post(agent, options), await post(agent, options)];
  return { texts: answers.map(({ status, text }) => `${status} ${text}`), connections };
}

test.each([
  ['before the response', [interim + final]],
  ['in a segment of its own', [interim, final]],
  ['twice, and with fields', [`HTTP/1.1 100 Continue\r\nx: y\r\n\r\n${interim}`, final]],
  ['byte by byte', [...interim, final]],
  ['with the first bytes of the response', [`${interim}HTTP/1.1 2`, final.slice('HTTP/1.1 2'.length)]],
  ['before another interim response', [`${interim}HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n`, final]],
  ['behind another interim response', [`HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${interim}`, final]],
  ['behind another one, each in a segment', ['HTTP/1.1 102 Processing\r\n\r\n', interim, final]],
  ['never', [final]],
])('an unasked 100 Continue %s is skipped', async (_, pieces) => {
  expect(await postTwice(pieces)).toEqual({ texts: ['200 ok', '200 ok'], connections: 1 });
});

test('a body is left as it is, whatever it looks like', async () => {
  const body = `${interim}${interim}`;
  const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`;
  const { texts } = await postTwice([answer, body]);
  expect(texts).toEqual([`200 ${body}`, `200 ${body}`]);
});
