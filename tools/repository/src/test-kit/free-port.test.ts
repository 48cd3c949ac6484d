import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort, listen } from './serve.ts';

const ports = (count: number) => Promise.all(Array.from({ length: count }, freePort));

test('a process gets different ports, and skips those that are in use', async () => {
  const [port] = await ports(1);
  const server = createServer();
  await listen(server, port);
  try {
    const others = await ports(500);
    expect(new Set(others).size).toBe(500);
    expect(others).not.toContain(port);
  } finally {
    server.close();
  }
});

test('a process whose number leads to the same ports gets others', async () => {
  const mine = await freePort();
  const module = JSON.stringify(new URL('serve.ts', import.meta.url).href);
  const program = `
    Object.defineProperty(process, 'pid', { value: ${process.pid} });
    const { freePort } = await import(${module});
    console.log(await freePort());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const slotOf = (port: number) => Math.floor((port - 10_000) / 128);
  expect(slotOf(Number(stdout))).not.toBe(slotOf(mine));
}, 60_000);
