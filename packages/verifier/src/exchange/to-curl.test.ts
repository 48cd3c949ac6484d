import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { toCurl } from './to-curl.ts';

test('a shell gives curl the very bytes, and the key of the reader', () => {
  const body = `{"text":"it's $HOME \`x\` \\"q\\" — 🎉"}`;
  const curl = toCurl('http://127.0.0.1:1', {
    method: 'POST',
    path: '/api/cascade/schedule',
    headers: { 'content-type': 'application/json', 'x-api-key': 'secret' },
    body,
  });
  const printed = execFileSync('sh', ['-c', `API_KEY=mine; curl() { printf '%s\\n' "$@"; }; ${curl}`], {
    encoding: 'utf8',
  });
  expect(printed.trimEnd().split('\n')).toEqual([
    '-i',
    '-X',
    'POST',
    'http://127.0.0.1:1/api/cascade/schedule',
    '-H',
    'content-type: application/json',
    '-H',
    'x-api-key: mine',
    '--data-raw',
    body,
  ]);
  expect(curl).not.toContain('secret');
});

test('a body of many spaces is short in the command, and has all of them', () => {
  const body = `{${' '.repeat(200_000)}"text":"100 %s"}`;
  const curl = toCurl('http://127.0.0.1:1', { method: 'POST', path: '/', headers: {}, body });
  expect(curl.length).toBeLessThan(200);
  const sent = execFileSync('sh', ['-c', `curl() { cat; }; ${curl}`], { encoding: 'utf8' });
  expect(sent).toBe(body);
});
