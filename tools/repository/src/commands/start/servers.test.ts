import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Serving, serve } from '../../test-kit/index.ts';
import { type StartedServers, startServers } from './servers.ts';
import { sendSamples, showCascade } from './show.ts';

const anyPort = 0;
const noLog = () => {};
let blocker: Serving;
let servers: StartedServers | undefined;

beforeEach(async () => {
  blocker = await serve(() => {});
});

afterEach(async () => {
  await servers?.close();
  servers = undefined;
  await blocker.close();
});

test('a preferred port that is taken is replaced by a free one', async () => {
  const usual = { mock: 4010, docs: blocker.port, service: 4012 };
  servers = await startServers({ mock: anyPort, service: anyPort }, noLog, usual);
  expect(new URL(servers.docs.url).port).not.toBe(String(blocker.port));
  expect((await fetch(servers.docs.url, { method: 'POST' })).status).toBe(405);
});

test('a given port that is taken is an error', async () => {
  const start = startServers({ mock: anyPort, service: anyPort, docs: blocker.port }, noLog);
  await expect(start).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('the mock answers every sample as expected, and a second time refuses those that it accepted', async () => {
  servers = await startServers({ mock: anyPort, docs: anyPort, service: anyPort }, noLog);
  const lines: string[] = [];
  expect(await sendSamples(servers.mock.url, (text) => lines.push(text))).toBe(0);
  expect(lines.join('')).toContain('✓ one-time code by SMS');
  expect(await sendSamples(servers.mock.url, (text) => lines.push(text))).toBeGreaterThan(0);
  expect(lines.join('')).toContain('✗ one-time code by SMS');
});

test('a message falls through chattwo and chatone to SMS, and every callback arrives', async () => {
  servers = await startServers({ mock: anyPort, docs: anyPort, service: anyPort }, noLog);
  const lines: string[] = [];
  await showCascade(servers.service.url, (text) => lines.push(text));
  expect(lines.join('')).toMatch(/CHATTWO\s+UNDELIVERED: not-chattwo-user\n/);
  expect(lines.join('')).toMatch(/CHATONE\s+UNDELIVERED: message-undeliverable\n/);
  expect(lines.join('')).toMatch(/SMS\s+DELIVERED\n/);
});
