import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { serve } from '@cascade/repository/test-kit';
import { closedAfterTest, connectTo, head, statusesOf } from '@cascade/repository/test-kit/vitest';
import { expect, test, vi } from 'vitest';
import type { ProcessorShare } from '../sharing/processor-share.ts';
import { startServer } from '../testing/start-server.ts';
import { readInTurns, sliceInBytes } from './read-in-turns.ts';

const mebibyte = 1_048_576;
const request = `${head(`Content-Length: ${mebibyte}`)}${'x'.repeat(mebibyte)}`;

/** A share whose turns the test gives. */
function manualShare() {
  const waiting: (() => void)[] = [];
  const share: Pick<ProcessorShare, 'take'> = {
    async take({ run }) {
      await new Promise<void>((resolve) => void waiting.push(resolve));
      return run();
    },
  };
  return { share, waiting };
}

/** Reads bodies in turns; a body that has ended is answered. */
async function startReader(share: Pick<ProcessorShare, 'take'>) {
  const requests: IncomingMessage[] = [];
  const { url } = await closedAfterTest(
    serve((incoming, response) => {
      requests.push(incoming);
      readInTurns(incoming, share, 1);
      incoming.once('end', () => response.end('{}'));
    }),
  );
  const bytesRead = () => requests.reduce((sum, { socket }) => sum + socket.bytesRead, 0);
  return { url, bytesRead };
}

async function turnsOfTheLoop(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

test('of 16 megabytes at once, a few slices are read until the party has its turn, then one with each turn', async () => {
  const { share, waiting } = manualShare();
  const { url, bytesRead } = await startReader(share);
  for (let n = 0; n < 16; n += 1) (await connectTo(url)).write(request);
  await vi.waitFor(() => expect(waiting).toHaveLength(16), { timeout: 20_000 });
  await turnsOfTheLoop();
  expect(bytesRead()).toBeLessThanOrEqual(16 * 4 * sliceInBytes);
  const before = bytesRead();
  waiting.shift()?.();
  await vi.waitFor(() => expect(waiting).toHaveLength(16), { timeout: 20_000 });
  await turnsOfTheLoop();
  expect(bytesRead() - before).toBeLessThanOrEqual(4 * sliceInBytes);
});

test('a body needs a turn for each slice after the first, and arrives whole', async () => {
  let turns = 0;
  const share: Pick<ProcessorShare, 'take'> = {
    async take({ run }) {
      turns += 1;
      return run();
    },
  };
  const { url } = await startReader(share);
  const socket = await connectTo(url);
  socket.write(request);
  const [answer] = await once(socket, 'data');
  expect(statusesOf(String(answer))).toEqual(['200']);
  expect(turns).toBeGreaterThanOrEqual(8);
  expect(turns).toBeLessThanOrEqual(mebibyte / sliceInBytes);
});

test('a party with too many bodies waiting loses the connection', async () => {
  const { url } = await startReader({ take: async () => 'refused' });
  const socket = await connectTo(url);
  const closed = new Promise((resolve) => void socket.on('error', resolve).on('close', resolve));
  socket.write(request);
  await closed;
});

test.each([
  ['a wrong key', request.replace('demo-key', 'other'), '401'],
  ['another URL', request.replace('/schedule', '/nothing'), '404'],
  ['another media type', request.replace('application/json', 'text/plain'), '415'],
])(
  'after a megabyte with %s is refused, the connection serves the next request',
  async (_what, bytes, status) => {
    const { url } = await startServer(() => ({ body: {} }));
    const socket = await connectTo(url);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    // As clients do that read the answer only after they have sent the body.
    await new Promise((resolve) => void socket.write(bytes, resolve));
    socket.write(`${head('Content-Length: 2')}{}`);
    await vi.waitFor(() => expect(statusesOf(received)).toEqual([status, '200']), { timeout: 20_000 });
  },
);
