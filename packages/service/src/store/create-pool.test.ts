import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPool, createReadPool } from './create-pool.ts';

const pools = {
  createPool,
  createReadPool,
};

test.each(Object.entries(pools))('the settings of %s are such as PgBouncer takes', async (_, open) => {
  const starts: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      starts.push(data.toString());
      socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const pool = open({ connectionString: `postgresql://u@127.0.0.1:${port}/d?sslmode=disable` });
  onTestFinished(() => pool.end());
  await expect(pool.query('select')).rejects.toThrow();

  // PgBouncer from 1.20 on reads them, and refuses anything else, even a space at the end.
  const [start = ''] = starts;
  const [, options] = /\0options\0([^\0]*)\0/.exec(start) ?? [];
  expect(options).toMatch(/^(-c \w+=\w+ )*-c \w+=\w+$/);
});
