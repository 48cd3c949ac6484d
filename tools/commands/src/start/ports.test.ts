import { expect, test } from 'vitest';
import { portsOf } from './servers.ts';

test('prefers the default ports without options', () => {
  expect(portsOf({})).toEqual({
    mock: { port: 4010, given: false },
    docs: { port: 4011, given: false },
    service: { port: 4012, given: false },
  });
});

test('uses a given port or none', () => {
  expect(portsOf({ 'mock-port': '0', 'docs-port': '8081', 'service-port': '8082' })).toEqual({
    mock: { port: 0, given: true },
    docs: { port: 8081, given: true },
    service: { port: 8082, given: true },
  });
});

test.each(['abc', '65536', '-1', '', '80 80'])(
  'rejects the port «%s», and says which ports are allowed',
  (port) => {
    expect(portsOf({ 'docs-port': port })).toBe(`--docs-port expects a port from 0 to 65535, found ${port}`);
  },
);
