import { expect, test, vi } from 'vitest';
import { heardLog } from '../testing/heard-log.ts';
import { logServed } from './create-log.ts';

test.each([
  [200, 'debug'],
  [400, 'info'],
  [429, 'info'],
  [500, 'info'],
  [503, 'debug'],
] as const)('a response with %d is a line at level %s', (status, level) => {
  const log = { ...heardLog(), debug: vi.fn() };
  logServed(log, { operation: '/api/cascade/schedule', status, code: undefined, accountId: 1, seconds: 0.1 });
  expect({ debug: log.debug.mock.calls.length, info: log.info.mock.calls.length }).toEqual({
    debug: level === 'debug' ? 1 : 0,
    info: level === 'info' ? 1 : 0,
  });
});
