import { expect, test } from 'vitest';
import { portsOf } from './servers.ts';

test('prefers the usual ports, and insists on given ones', () => {
  expect(portsOf({ mock: 0, docs: undefined, service: 8082 })).toEqual({
    mock: { port: 0, given: true },
    docs: { port: 4011, given: false },
    service: { port: 8082, given: true },
  });
});
