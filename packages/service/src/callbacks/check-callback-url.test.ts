import type { LookupAddress } from 'node:dns';
import { type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPrivateReceivers } from '../permitted-address.ts';
import { checkCallbackUrl, describeFault } from './check-callback-url.ts';

let receiver: Receiver;
let port: string;

beforeAll(async () => {
  receiver = await startReceiver((response, { path }) => {
    if (path === '/silent') return;
    if (path === '/moved') response.writeHead(307, { location: '/status' }).end();
    else response.writeHead(path === '/status' ? 200 : 204).end();
  });
  port = new URL(receiver.url).port;
});

afterAll(async () => {
  await receiver.close();
});

/** A resolver that gives every name the same addresses. */
const resolvesTo =
  (...addresses: string[]) =>
  (_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('in production', () => {
  test.each([
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://0',
    'https://0.0.0.0',
    'https://127.0.0.1.',
    'https://localhost',
    'https://[::1]',
    'https://[::]',
    'https://[0:0:0:0:0:0:0:1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:a00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://[fe80::1]',
    'https://[fd00:ec2::254]',
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166',
    'https://10.0.0.1',
    'https://192.168.1.1',
  ])('refuses %s before it connects', async (url) => {
    const withPort = new URL(url);
    withPort.port = port;
    const verdict = await checkCallbackUrl(withPort.href, { allowLoopback: false });
    expect(verdict).toBe('address-not-allowed');
  });

  test.each([
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    // One blocked address is enough.
    [['8.8.8.8', '10.0.0.1']],
    [[]],
  ])('refuses a name that resolves to %j', async (addresses) => {
    const resolve = resolvesTo(...addresses);
    const verdict = await checkCallbackUrl('https://receiver.example/status', {
      allowLoopback: false,
      resolve,
    });
    expect(verdict).toBe('address-not-allowed');
  });

  test('refuses the other name of localhost, whether it resolves or not', async () => {
    const url = 'https://localhost./status';
    const resolve = resolvesTo('127.0.0.1');
    expect(await checkCallbackUrl(url, { allowLoopback: false, resolve })).toBe('address-not-allowed');
    expect(await checkCallbackUrl(url, { allowLoopback: false })).not.toBe('ok');
  });
});

describe('with private receivers permitted', () => {
  const privateReceivers = createPrivateReceivers(['10.20.0.0/16', 'receiver.internal', 'localhost']);
  const check = (url: string, ...addresses: string[]) =>
    checkCallbackUrl(url, {
      allowLoopback: false,
      privateReceivers,
      timeoutMs: 1,
      resolve: resolvesTo(...addresses),
    });

  test.each([
    ['https://receiver.internal', ['192.168.7.7']],
    ['https://other.example', ['10.20.1.1']],
    ['https://10.20.1.1', []],
  ])('connects to %s at %j', async (url, addresses) => {
    expect(await check(url, ...addresses)).not.toBe('address-not-allowed');
  });

  test.each([
    // The name is permitted, and not where it leads.
    ['https://receiver.internal', ['169.254.169.254']],
    ['https://receiver.internal', ['192.168.7.7', '169.254.169.254']],
    ['https://receiver.internal', ['127.0.0.1']],
    ['https://receiver.internal', ['::ffff:192.168.7.7']],
    ['https://localhost', ['127.0.0.1']],
    ['https://localhost', ['::1']],
    // The address is another one.
    ['https://other.example', ['10.21.1.1']],
    ['https://other.example', ['10.20.1.1', '10.21.1.1']],
    ['https://other.receiver.internal', ['192.168.7.7']],
    ['https://receiver.internal@other.example', ['192.168.7.7']],
    ['https://10.21.1.1', []],
    ['https://[::ffff:10.20.1.1]', []],
    ['https://[64:ff9b::10.20.1.1]', []],
    ['https://[fe80::1]', []],
    ['https://169.254.169.254', []],
  ])('refuses %s at %j', async (url, addresses) => {
    expect(await check(url, ...addresses)).toBe('address-not-allowed');
  });

  test('still needs HTTPS', async () => {
    expect(await check('http://receiver.internal', '192.168.7.7')).not.toBe('ok');
  });
});

describe('in development', () => {
  const check = (url: string, timeoutMs = 5_000) => checkCallbackUrl(url, { allowLoopback: true, timeoutMs });

  test('takes plain HTTP on loopback that answers 200 to HEAD', async () => {
    expect(await check(receiver.url)).toBe('ok');
    expect(receiver.received.at(-1)?.method).toBe('HEAD');
    expect(await check(`http://localhost:${port}/status`)).toBe('ok');
  });

  test.each([
    ['/other', 'status-204'],
    ['/moved', 'status-307'],
  ])('refuses %s: %s', async (path, fault) => {
    expect(await check(new URL(path, receiver.url).href)).toBe(fault);
  });

  test('refuses what does not answer in time', async () => {
    expect(await check(new URL('/silent', receiver.url).href, 50)).toBe('no-answer');
  });

  test('names what failed: the connection, the name, TLS, the status', async () => {
    expect(await check('http://127.0.0.1:1/status')).toBe('connection-refused');
    expect(await check('http://localhost:1/status')).toBe('connection-refused');
    expect(await check(`https://127.0.0.1:${port}/status`)).toBe('tls-failure');
    const resolve = (_name: string, _options: object, callback: (error: Error, found: []) => void) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
    const url = 'https://receiver.invalid/status';
    expect(await checkCallbackUrl(url, { allowLoopback: true, resolve })).toBe('unknown-host');
    expect(describeFault('connection-refused')).toMatch('connection refused');
    expect(describeFault('status-404')).toMatch('found 404');
  });

  test.each([
    ['EAI_AGAIN', 'cannot-tell'],
    ['ENETUNREACH', 'cannot-tell'],
    ['ENOTFOUND', 'unknown-host'],
    ['EHOSTUNREACH', 'connection-broken'],
    ['ETIMEDOUT', 'no-answer'],
  ])('tells faults of our own network from those of the address: %s is %s', async (code, verdict) => {
    const resolve = (_name: string, _options: object, callback: (error: Error, found: []) => void) =>
      callback(Object.assign(new Error('broken'), { code }), []);
    const url = 'https://receiver.invalid/status';
    expect(await checkCallbackUrl(url, { allowLoopback: true, resolve })).toBe(verdict);
  });

  test('refuses plain HTTP to anywhere else', async () => {
    const resolve = resolvesTo('8.8.8.8');
    expect(await checkCallbackUrl('http://receiver.example', { allowLoopback: true, resolve })).toBe(
      'address-not-allowed',
    );
    expect(await check('http://10.0.0.1/status')).toBe('address-not-allowed');
  });
});
