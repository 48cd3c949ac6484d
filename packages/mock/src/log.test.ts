import { expect, test } from 'vitest';
import { createPrintedLog } from './mock.ts';

const lines: string[] = [];
const log = createPrintedLog(
  (line) => void lines.push(line),
  () => new Date('2026-01-30T11:07:55.123Z'),
);
const last = (run: () => void) => {
  run();
  return lines.at(-1);
};

test('a request is one line', () => {
  const record = { method: 'POST', path: '/a', status: 400, code: 'out-of-balance', milliseconds: 2.6 };
  expect(last(() => log.request(record))).toBe('11:07:55.123 POST /a 400 out-of-balance 3 ms\n');
});

test('a member that is never read is named at its end', () => {
  const record = {
    method: 'POST',
    path: '/a',
    status: 200,
    milliseconds: 2,
    unread: ['/content/b\n/keyboard'],
  };
  expect(last(() => log.request(record))).toBe(
    '11:07:55.123 POST /a 200 - 2 ms never read, its switch is off: /content/b?/keyboard\n',
  );
});

test('a path cannot break its line, nor make it long', () => {
  const record = { method: 'GET', path: `/a\nb\u001b[31m${'x'.repeat(999)}`, status: 404, milliseconds: 0 };
  expect(last(() => log.request(record))).toMatch(/^11:07:55\.123 GET \/a\?b\?\[31mx{1,120} 404 - 0 ms\n$/);
});

test('a callback is one line', () => {
  const record = { status: 'DELIVERED', error: null, to: 'https://shop.example', result: '204' };
  expect(last(() => log.callback(record))).toBe(
    '11:07:55.123 callback DELIVERED - https://shop.example 204\n',
  );
});
