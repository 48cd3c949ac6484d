import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connectTo, head } from '@cascade/repository/test-kit/vitest';
import { expect, test, vi } from 'vitest';
import { startServer } from '../testing/start-server.ts';

const mebibyte = 1024 * 1024;
/** More than the buffers of the operating system take. */
const page = { json: JSON.stringify('x'.repeat(32 * mebibyte)) };
/** The server frees the room when it notices that a connection has ended. */
const patience = { timeout: 60_000, interval: 50 };
const request = `${head('Content-Length: 2')}{}`;

/** Reads the beginning of the answer, and then nothing more. */
async function statusOfUnread(socket: Socket): Promise<string | undefined> {
  socket.write(request);
  const [chunk] = await once(socket, 'data');
  socket.pause();
  return /^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1];
}

test('50 readers that do not read take the room of an account, and no more', async () => {
  const answers = { total: 200 * mebibyte, perAccount: 70 * mebibyte };
  const { url } = await startServer(() => page, { answers });
  const readers = await Promise.all(Array.from({ length: 50 }, () => connectTo(url)));
  const statuses = await Promise.all(readers.map(statusOfUnread));
  expect(statuses.filter((status) => status === '200')).toHaveLength(2);
  expect(statuses.filter((status) => status === '503')).toHaveLength(48);
  for (const reader of readers) reader.destroy();
  await vi.waitFor(async () => {
    const reader = await connectTo(url);
    expect(await statusOfUnread(reader)).toBe('200');
    reader.destroy();
  }, patience);
});

test('a reader that stops reading is disconnected, and gives its room back', async () => {
  const answers = { total: 40 * mebibyte, perAccount: 40 * mebibyte };
  const { url } = await startServer(() => page, { answers, patience: { request: 1_000 } });
  const reader = await connectTo(url);
  expect(await statusOfUnread(reader)).toBe('200');
  await vi.waitFor(async () => {
    const other = await connectTo(url);
    expect(await statusOfUnread(other)).toBe('200');
    other.destroy();
  }, patience);
  reader.destroy();
});
